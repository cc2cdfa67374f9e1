import Extraction
import Records
import Testing

struct HTMLRowsTests {
    static let schema = Schema(fields: [
        Field(name: "batch", kind: .text), Field(name: "state", kind: .text), Field(name: "link", kind: .url),
    ])

    static let page = """
        <!doctype html>
        <html lang=en><head><meta charset="windows-1252"><title>List</title></head><body>
        <table id=list><tr><th>Batch<th>State</tr>
        <tr><td>2012<td>In\n  <b>process</b><td><a href="https://example.org/1">more</a>
        <tr><td>2013<td>Caf\u{E9}<td><a href="https://example.org/2">more</a>
        </table><p>Bye<script>if (a<b) document.write("</p>")</script>
        </body></html>
        """

    static func extractor(rows: String = "//table[@id='list']//tr[td]", state: String = "td[2]") throws -> HTMLRows {
        let fields = XMLRowsTests.map([("batch", "td[1]"), ("state", state), ("link", ".//a/@href")])
        return try HTMLRows(options: XMLRowsTests.options([("rows", XMLRowsTests.scalar(rows)), ("fields", fields)]), schema: schema)
    }

    @Test("a page's rows come out the same however it is cut, and a part of it is an error")
    func kit() throws {
        let bytes = Self.page.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        try ExtractorKit(extractor: Self.extractor(), schema: Self.schema, document: bytes).holds(expecting: [
            Record([.text("2012"), .text("In process"), .url("https://example.org/1")]),
            Record([.text("2013"), .text("Café"), .url("https://example.org/2")]),
        ])
    }

    @Test("a row's field that is missing is named with the row")
    func missing() throws {
        let kit = ExtractorKit(extractor: try Self.extractor(state: "td[9]"), schema: Self.schema, document: [])
        let error = #expect(throws: ExtractionError.self) { try kit.records(of: Array(Self.page.utf8), cut: nil) }
        #expect(error?.code == .row)
        #expect(error?.description.hasPrefix("row 1 (line 4): field 'state'") == true)
    }

    @Test(
        "a page without rows, an empty one and one that is none are errors",
        arguments: [
            ("<html><body><p>Nothing</body></html>", ExtractionError.Code.row), ("", .wrongFormat), ("plain words", .wrongFormat),
            ("<html><body><p>Half", .truncated), ("<p>Half <a href='", .truncated),
        ])
    func refused(page: String, code: ExtractionError.Code) throws {
        let kit = ExtractorKit(extractor: try Self.extractor(), schema: Self.schema, document: [])
        let error = #expect(throws: ExtractionError.self) { try kit.records(of: Array(page.utf8), cut: nil) }
        #expect(error?.code == code)
    }

    @Test("every field that has to be there needs a path, and rows have to be nodes")
    func options() throws {
        let fields = XMLRowsTests.map([("batch", "td[1]")])
        let error = #expect(throws: DeclarationError.self) {
            try HTMLRows(options: XMLRowsTests.options([("rows", XMLRowsTests.scalar("//tr")), ("fields", fields)]), schema: Self.schema)
        }
        #expect(error?.detail.contains("'state' is never read") == true)
        let kit = ExtractorKit(extractor: try Self.extractor(rows: "count(//tr)"), schema: Self.schema, document: [])
        #expect(throws: ExtractionError.self) { try kit.records(of: Array(Self.page.utf8), cut: nil) }
    }
}
