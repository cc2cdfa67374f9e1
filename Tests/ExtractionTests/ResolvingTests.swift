import Boards
import Extraction
import Foundation
import Records
import Testing

@Suite("Addresses in a document")
struct ResolvingTests {
    private func link(_ text: String, at base: String?) throws -> String? {
        let declared = try Declared(
            "json: { rows: '$[*]' }", "{ id: { type: text, key: true, ask: true }, link: { type: url, optional: true } }")
        let document = try JSONEncoder().encode([["id": "1", "link": text]])
        var hints = DocumentHints()
        hints.address = base.flatMap { URL(string: $0) }
        var run = declared.board.begin(hints)
        var links: [String?] = []
        for half in [document.prefix(9), document.dropFirst(9)] {
            try run.append(Array(half)) { if case .final(_, let record) = $0 { links.append(record.values[1]?.text) } }
        }
        try run.finish { if case .final(_, let record) = $0 { links.append(record.values[1]?.text) } }
        return try #require(links.first)
    }

    @Test(
        "one that is relative to the document becomes whole (RFC 3986, section 5.4)",
        arguments: [
            ("/a/b", "https://h.example/a/b"), ("b.html", "https://h.example/x/b.html"), ("../c?d=1", "https://h.example/c?d=1"),
            ("//other.example/e", "https://other.example/e"), ("?page=2", "https://h.example/x/list.json?page=2"),
            ("https://h.example/f", "https://h.example/f"), ("http://h.example/f", "http://h.example/f"),
        ])
    func whole(text: String, expected: String) throws {
        #expect(try link(text, at: "https://h.example/x/list.json") == expected)
    }

    @Test(
        "the address of a picture becomes whole where it would lead elsewhere from the feed's own address",
        arguments: [
            ("b.png", "https://h.example/x/list.json", "b.png"), ("b.png", "https://h.example/x/other", "b.png"),
            ("b.png", "https://h.example/y/list.json", "https://h.example/y/b.png"), ("/b.png", "https://h.example/y/list.json", "/b.png"),
            ("/b.png", "https://mirror.example/list.json", "https://mirror.example/b.png"),
            ("https://h.example/b.png", "https://mirror.example/", "https://h.example/b.png"),
            ("data:image/png;base64,AA==", "https://mirror.example/", "data:image/png;base64,AA=="),
        ])
    func picture(text: String, answered: String, expected: String) throws {
        let declared = try Declared("json: { rows: '$[*]' }", "{ id: { type: text, key: true, ask: true }, photo: { type: image } }")
        func photo(_ feed: String?) throws -> String? {
            var hints = DocumentHints()
            hints.address = URL(string: answered)
            hints.feed = feed.flatMap { URL(string: $0) }
            var run = declared.board.begin(hints)
            var photos: [String?] = []
            try run.append(Array(try JSONEncoder().encode([["id": "1", "photo": text]]))) { extracted in
                if case .final(_, let record) = extracted { photos.append(record.values[1]?.text) }
            }
            try run.finish { _ in }
            return try #require(photos.first)
        }
        #expect(try photo("https://h.example/x/list.json") == expected)
        #expect(try photo(nil) == text)
    }

    @Test("in a sample it is relative to the board's source")
    func sample() throws { #expect(try link("/a/b", at: nil) == "https://prices.example/a/b") }

    @Test("what is no address is refused", arguments: ["sold out", "maybe", "javascript:alert(1)", "ftp://x/y", "a b/c"])
    func refused(text: String) { #expect(throws: (any Error).self) { try link(text, at: "https://h.example/") } }
}
