import Boards
import Drafting
import Foundation
import Records
import Testing

@Suite("Boards that go from one installation to another") struct SharedBoardTests {
    private static let views = [ViewForm("table"), ViewForm("gauge")]
    private static let plain = """
        title: { en: Lamps, de: Lampen }
        view: table
        source: { url: 'https://shop.example/lamps', every: 2h }
        extract: { html: { rows: '//li', fields: { name: '.' } } }
        fields: { name: { type: text, key: true } }

        """

    private func refusal(_ file: String) -> SharedBoard.Refusal? {
        do throws(SharedBoard.Refusal) { _ = try SharedBoard(file, views: Self.views) } catch { return error }
        return nil
    }

    @Test("what discovery and the gallery make can be shared") func plain() throws {
        #expect(try SharedBoard(Self.plain, views: Self.views).board.title == "Lamps")
        for ready in ReadyBoards.installed.all {
            guard ready.parameters.allSatisfy({ !ReadyBoard.isAsked($0) }) else { continue }
            let made = try ready.made(with: [:])
            #expect(refusal(made.yaml) == nil, "\(ready.name)")
        }
    }

    @Test(
        "a key that a stranger's board may not have is named",
        arguments: [
            ("public: true", "public"), ("enabled: true", "enabled"), ("joins: {}", "joins"), ("services: {}", "services"),
            ("detail: { service: x }", "detail"), ("parameters: {}", "parameters"), ("stations: {}", "stations"),
        ])
    func topKeys(_ line: String, _ key: String) { #expect(refusal(Self.plain + line + "\n") == .key(key)) }

    @Test(
        "so is one of its source and of its fields",
        arguments: [
            ("every: 2h", "auth: { bearer: { secret: x } }", "source.auth"), ("every: 2h", "headers: { X-Key: x }", "source.headers"),
            ("every: 2h", "limit: 1g", "source.limit"), ("every: 2h", "timeout: 1h", "source.timeout"),
            ("url: 'https://shop.example/lamps', every: 2h", "tcp: 'localhost:22'", "source.tcp"),
            ("key: true", "pattern: '(a+)+$'", "fields.name.pattern"),
        ])
    func innerKeys(_ old: String, _ new: String, _ key: String) {
        #expect(refusal(Self.plain.replacing(old, with: new)) == .key(key))
    }

    @Test(
        "its address is one of the web, without a secret",
        arguments: [
            "file:///etc/passwd", "ftp://shop.example/", "https://ada:pass@shop.example/", "javascript:alert(1)",
            "https://shop.example/?api_key=x", "/etc",
        ])
    func addresses(_ address: String) {
        let refused = refusal(Self.plain.replacing("https://shop.example/lamps", with: address))
        #expect(refused != nil, "\(String(describing: refused))")
        #expect((address.contains("api_key") ? refused == .secret("api_key") : true), "\(String(describing: refused))")
    }

    @Test("what is no board says so, and what is large or hides its size is refused") func noBoard() {
        for file in [
            "", "x", "[]", "title: a", Self.plain.replacing("//li", with: "//li["), Self.plain.replacing("table", with: "map"),
            Self.plain + "queues: {}\n",
        ] {
            guard case .noBoard? = refusal(file) else {
                Issue.record("\(file)")
                continue
            }
        }
        #expect(refusal(Self.plain + "# " + String(repeating: "x", count: SharedBoard.byteLimit)) == .tooLarge)
        guard case .noBoard? = refusal("a: &a [x]\nb: [*a, *a]\n" + Self.plain) else {
            Issue.record("anchors")
            return
        }
        #expect(refusal("title: " + String(repeating: "[", count: 30_000)) != nil)
    }

    @Test("a board file is taken like what other programs watch") func imported() throws {
        let found = try Imports.of(Self.plain + "---\n" + Self.plain + "joins: {}\n")
        #expect(found.source == .tidings)
        #expect(found.watches[0].subject == .board)
        #expect(found.watches[0].file == Self.plain)
        #expect(found.watches[0].title == "Lamps")
        #expect(found.watches[0].every == 7200)
        #expect(found.watches[0].isSure)
        #expect(found.watches[1].refusal == .board(.key("joins")))
    }
}
