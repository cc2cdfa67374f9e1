import Foundation
import Testing

@testable import Notifying

@Suite("Texts of push messages")
struct PushTextTests {
    private func read(_ notice: Notice) throws -> [String: Any] {
        let bytes = try PushText.bytes(of: notice)
        #expect(bytes.count <= 3993)
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test("a notice becomes what the service worker reads")
    func whole() throws {
        let text = try PushText.bytes(of: .sample())
        #expect(
            String(decoding: text, as: UTF8.self) == #"""
                {"board":"visa","body":"Status: issued (before: pending)\nDate: 7 March 2012","id":"6f1b2c3d-0000-4000-8000-000000000001",\#
                "link":"https://tidings.example/visa?batch=20120070012","tag":"visa/20120070012","time":1331112600000,\#
                "title":"20120070012 is on the list","urgency":"normal"}
                """#)
    }

    @Test("a body that is too long is cut at the end of a line, and says so")
    func longBody() throws {
        let lines = (1...500).map { "Row \($0): issued" }
        let text = try read(.sample(lines: lines))
        let body = try #require(text["body"] as? String)
        #expect(body.hasSuffix("issued\n…"))
        #expect(lines.joined(separator: "\n").hasPrefix(body.dropLast(2)))
        #expect(body.utf8.count > 3000)
    }

    @Test("a body of one long line is cut between characters, whatever they are", arguments: ["é", "👩‍👩‍👧‍👦", "\u{1}", "\""])
    func longLine(character: String) throws {
        let text = try read(.sample(lines: Array(repeating: String(repeating: character, count: 2000), count: 3)))
        let body = try #require(text["body"] as? String)
        #expect(body.last == "…")
        #expect(body.dropLast().allSatisfy { String($0) == character || $0 == "\n" })
    }

    @Test("a title that is too long is cut, and the body gives way to it")
    func longTitle() throws {
        let text = try read(.sample(title: String(repeating: "世", count: 2000)))
        #expect(text["body"] as? String == "")
        #expect((text["title"] as? String)?.hasSuffix("世…") == true)
    }

    @Test("where a link leaves no room the notice is refused with the limit's name")
    func longLink() throws {
        var notice = Notice.sample()
        notice.link = URL(string: "https://tidings.example/" + String(repeating: "a", count: 4000))
        let error = #expect(throws: AddressError.self) { try PushText.bytes(of: notice) }
        #expect(error?.description.contains("3993 bytes that can be pushed") == true)
    }
}
