import Boards
import Foundation
import HTTPTypes
import HummingbirdTesting
import Records
import TestSupport
import Testing

@testable import Web

/// A guide whose source is chosen by the address of its page.
@Suite("A guide of a chosen source") struct GuideChoiceTests {
    @Sendable private static func board(_ source: Source) throws -> Board {
        let yaml = """
            title: Guide
            view: guide
            parameters:
              region: { choices: [north, south], default: north }
            source: { url: '\(source.url.deletingLastPathComponent().absoluteString){region}.xml' }
            extract: { xmltv: {} }
            fields:
              start: { type: timestamp, key: true }
              stop: { type: timestamp }
              channel: { type: text, key: true }
              title: { type: text, key: true, heading: true }
            """
        return try Board(BoardFile.declaration(of: yaml), name: "guide", folder: URL(fileURLWithPath: "/"))
    }

    /// A ferry in an hour, named after its region.
    private static func source() throws -> Source {
        try Source { connection in
            let region = connection.request.target.contains("south") ? "South" : "North"
            let now = Timestamp.system().milliseconds / 1000 * 1000
            let times = [1, 2].map { String(Timestamp(milliseconds: now + Int64($0) * 3_600_000).description.filter(\.isNumber)) }
            let guide =
                "<tv><programme start='\(times[0])' stop='\(times[1])' channel='a'><title>\(region) Ferry</title></programme></tv>"
            try connection.answer("200 OK", [("Content-Type", "text/xml")], body: Array(guide.utf8))
        }
    }

    @Test("every form of its pages that asks for another page keeps the choice, and a search is one in that source")
    func forms() async throws {
        try await withHouse(Self.source(), board: { try Self.board($0) }) { house in
            try await house.read()
            try await house.client(of: "Ada") { client in
                let choice = "set.region=south"
                #expect(try await client.post("/api/v1/boards/guide/refresh?\(choice)", "").status == .accepted)
                try await house.settle()
                let pages = ["?", "/grid?", "/channel?id=a&", "/channels?", "/search?", "/search?q=ferry&", "/sources?", "/reminders?"]
                for page in pages {
                    let text = try await client.get("/boards/guide\(page)\(choice)").text
                    let forms = text.matches(of: /<form[^>]*method="get".*?<\/form>/.dotMatchesNewlines()).map { String($0.output) }
                    #expect(forms.contains { $0.contains("action=\"/boards/guide/search?\(choice)\"") }, "\(page)")
                    for form in forms { #expect(form.contains("name=\"set.region\""), "\(page): \(form)") }
                }
                for (query, title) in [("q=ferry&\(choice)", "South Ferry"), ("q=ferry", "North Ferry")] {
                    let found = try await client.get("/boards/guide/search?\(query)").text
                    #expect(found.matches(of: /[A-Z][a-z]+ Ferry/).map { String($0.output) } == [title])
                }
            }
        }
    }
}
