import Extraction
import Records
import Testing

@Suite("Rows of plain text") struct TextRowsTests {
    private let line = #"'^(?<name>\w+)\s+(?<price>[\d.]+)$'"#

    @Test("lines that match are rows, whatever their ends; others are passed over")
    func lines() throws {
        let rows = try Declared("text: { rows: \(line) }")
        for cut in [1, 2, nil] {
            #expect(
                try rows.texts(of: "Name  Price\r\nOra  1.5\r\rjeść 2\n\nx\nlast 3", cut: cut) == [
                    ["Ora", "1.5"], ["jeść", "2"], ["last", "3"],
                ])
        }
    }

    @Test("over the document a match may span lines, and an alternative may name a group again")
    func document() throws {
        let rows = try Declared(#"text: { over: document, rows: '(?J)Name: (?<name>\w+)\s+(?:Price: (?<price>\d+)|(?<price>\d+) cents)' }"#)
        for cut in [1, nil] {
            #expect(try rows.texts(of: "Name: a\nPrice: 1\n--\nName: b\n2 cents\n", cut: cut) == [["a", "1"], ["b", "2"]])
        }
    }

    @Test("a pattern without groups gives one record of the whole text")
    func whole() throws {
        let rows = try Declared("text: { rows: '(?s).*', over: document }", "{ text: { type: text, ask: true } }")
        #expect(try rows.texts(of: "One.\nTwo.\n", cut: 1) == [["One.\nTwo."]])
    }

    @Test(
        "what cannot be read says what it is, and where",
        arguments: [
            ("", "a 1\nb 1.2.3\n", ExtractionError.Code.row, "row 2 (line 2): field 'price'"),
            (", strict: true", "a 1\n\n? ?\n", .row, "line 3 does not match"),
            ("", "none\n", .noRows, "nothing in the text matches"), ("", "", .truncated, "empty"),
        ])
    func refuses(options: String, document: String, code: ExtractionError.Code, detail: String) throws {
        let error = #expect(throws: ExtractionError.self) { try Declared("text: { rows: \(line)\(options) }").texts(of: document) }
        #expect(error?.code == code, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.detail.contains(detail) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test(
        "a wrong declaration is refused with its mend",
        arguments: [
            ("text: {}", "named groups"), ("text: { rows: '(?<nam>a)' }", "no field 'nam'"),
            ("text: { rows: '(?<name>a)' }", "'price' is never read"),
            ("text: { rows: 'a' }", "'name' is never read"),
            ("text: { rows: '(?<name>a)(?<price>1)', over: document, strict: true }", "for lines"),
        ])
    func declarations(extract: String, detail: String) {
        let error = #expect(throws: DeclarationError.self) { try Declared(extract) }
        #expect(error?.detail.contains(detail) == true, "\(error.map { "\($0)" } ?? "")")
    }
}
