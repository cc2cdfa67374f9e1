import Boards
import Extraction
import Foundation
import Records
import Testing

@Suite("What can't be read in some rows") struct UnreadableTests {
    private func read(_ price: String, _ prices: [String]) throws -> (values: [String?], notes: ReadingNotes) {
        let board = try Declared(
            "html: { rows: //li, fields: { name: b, price: i } }", "{ name: { type: text, key: true }, price: { \(price) } }"
        ).board
        let page = "<html><body><ul>\(prices.enumerated().map { "<li><b>\($0)</b> <i>\($1)</i></li>" }.joined())</ul></body></html>"
        var run = board.begin()
        var values: [String?] = []
        try run.append(Array(page.utf8)) { if case .final(_, let record) = $0 { values.append(record.values[1]?.text) } }
        try run.finish { if case .final(_, let record) = $0 { values.append(record.values[1]?.text) } }
        return (values, run.notes)
    }

    @Test("it is left out and counted by its text, the first few each by themselves; a column of such texts is refused")
    func counted() throws {
        let money = "type: money, currency: EUR, unreadable: empty"
        let (values, notes) = try read(
            money, ["1 099,00 €", "sold out", "£12.50", "sold out", "on request", "call us", "ask", "5,– €", "12 €", "7 €", "8 €", "9 €"])
        #expect(values == ["1099.00 EUR", nil, nil, nil, nil, nil, nil, "5.00 EUR", "12.00 EUR", "7.00 EUR", "8.00 EUR", "9.00 EUR"])
        #expect(notes.leftOut == ["price “sold out”": 2, "price “£12.50”": 1, "price “on request”": 1, "price otherwise": 2])
        #expect { try read(money, ["5 €", "sold out", "£12.50", "ask"]) } throws: {
            "\($0)".hasPrefix("3 of 4 values can't be read: field 'price': found “sold out”")
        }
        #expect { try read("type: money, currency: EUR", ["5 €", "sold out"]) } throws: {
            "\($0)".contains("row 2") && "\($0)".contains("found “sold out”")
        }
    }

    @Test("what means that there is nothing isn't counted, and a word for nothing to pay is said")
    func free() throws {
        let (values, notes) = try read(
            "type: money, currency: EUR, none: [sold out], optional: true", ["5 €", "sold out", "kostenlos", "–", "0 €", "kostenlos"])
        #expect(values == ["5.00 EUR", nil, "0.00 EUR", nil, "0.00 EUR", "0.00 EUR"])
        #expect(notes.leftOutCount == 0)
        #expect(notes.mended == ["price “kostenlos” as 0": 2])
    }

    @Test("a page in a file needs close neither body nor html: it is all there")
    func unclosed() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "unclosed-\(UInt64.random(in: 0 ... .max))", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try
            "title: T\nsource: { url: 'https://a.example/' }\nextract: { html: { rows: //li, fields: { name: . } } }\nfields: { name: { type: text, ask: true } }\n"
            .write(to: folder.appendingPathComponent("board.yaml"), atomically: true, encoding: .utf8)
        try "<!doctype html><html><title>T</title><body><ul><li>One<li>Two</ul>".write(
            to: folder.appendingPathComponent("sample.html"), atomically: true, encoding: .utf8)
        try #"[{"name": "One"}, {"name": "Two"}]"#.write(
            to: folder.appendingPathComponent("expected.json"), atomically: true, encoding: .utf8)
        #expect(try BoardCheck.run(try Board(folder: folder))?.records.count == 2)
    }
}
