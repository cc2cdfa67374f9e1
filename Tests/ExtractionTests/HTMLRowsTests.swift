import Extraction
import Foundation
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
            ("<html><body><p>Nothing</body></html>", ExtractionError.Code.noRows), ("", .wrongFormat), ("plain words", .wrongFormat),
            ("<html><body><p>Half", .truncated), ("<p>Half <a href='", .truncated),
        ])
    func refused(page: String, code: ExtractionError.Code) throws {
        let kit = ExtractorKit(extractor: try Self.extractor(), schema: Self.schema, document: [])
        let error = #expect(throws: ExtractionError.self) { try kit.records(of: Array(page.utf8), cut: nil) }
        #expect(error?.code == code)
    }

    @Test("blanks in the address of a link are a part of it; a text with blanks is no address")
    func blanks() throws {
        let page = Self.page.replacing("https://example.org/1", with: "files/Report 2026 (2).pdf")
        let kit = ExtractorKit(extractor: try Self.extractor(), schema: Self.schema, document: [])
        #expect(try kit.records(of: Array(page.utf8), cut: nil).first?.values[2] == .url("files/Report%202026%20(2).pdf"))
        for text in ["javascript: void(0)", "sold out"] {
            let page = Self.page.replacing("https://example.org/1", with: text)
            #expect(throws: ExtractionError.self) { try kit.records(of: Array(page.utf8), cut: nil) }
        }
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

    @Test("a page that closes nothing is whole where its length is known, unless it ends inside of a tag")
    func unclosed() throws {
        let declared = try Declared("html: { rows: //li, fields: { name: . } }", "{ name: { type: text, key: true } }")
        let page = "<html><body><ul><li>One<li>Two"
        #expect(#expect(throws: ExtractionError.self) { try declared.texts(of: page) }?.code == .truncated)
        var hints = DocumentHints()
        hints.isLengthKnown = true
        #expect(try declared.texts(of: page, hints) == [["One"], ["Two"]])
        #expect(try declared.texts(of: page + " < 3", hints) == [["One"], ["Two < 3"]])
        for cut in ["<a href='x", "<", "</l", "<!-- a"] {
            #expect(#expect(throws: ExtractionError.self) { try declared.texts(of: page + cut, hints) }?.code == .truncated, "\(cut)")
        }
    }

    private func links(_ head: String, at address: String?) throws -> [String?] {
        let declared = try Declared(
            "html: { rows: //a, fields: { name: ., link: '@href', picture: img/@src } }",
            "{ name: { type: text, key: true, optional: true }, link: { type: url, key: true }, picture: { type: image, optional: true } }")
        var hints = DocumentHints()
        hints.address = address.flatMap { URL(string: $0) }
        let page = "<html><head>\(head)</head><body><a href='p/1.html'><img src='i.png'></a></body></html>"
        return try declared.texts(of: page, hints).flatMap { Array($0.dropFirst()) }
    }

    @Test(
        "the page's base address holds for links and pictures, itself relative to the page's",
        arguments: [
            ("<base href='https://shop.example/en/'>", "https://shop.example/en/"),
            ("<base href='/en/x.html'>", "https://here.example/en/"),
            ("<base href='en/'>", "https://here.example/a/en/"), ("<base href='//cdn.example'>", "https://cdn.example/"),
            ("<base target=_blank><base href=' /en/ '><base href='/de/'>", "https://here.example/en/"),
        ])
    func base(head: String, base: String) throws {
        #expect(try links(head, at: "https://here.example/a/b.html") == ["\(base)p/1.html", "\(base)i.png"])
    }

    @Test(
        "a base address that leads to no page of the web counts for nothing",
        arguments: ["", "javascript:x", "data:text/html,x", "ftp://x/", "::"])
    func noBase(address: String) throws {
        let found = try links("<base href='\(address)'>", at: "https://here.example/a/b.html")
        // Relative to the page's own address, or left to be read so.
        #expect(["p/1.html", "https://here.example/a/p/1.html"].contains(found[0]))
    }

    @Test("rows are those of the page as it is written, and cells where they are shown; spans: false keeps them where they are written")
    func spans() throws {
        let page = "<table><tr><td colspan=3>Monday<tr><td rowspan=2>a<td>1<td>x<tr><td>2<td>y</table>"
        let fields = "{ name: { type: text, key: true }, price: { type: text, optional: true, key: true } }"
        func rows(_ more: String) throws -> [[String?]] {
            try Declared("html: { rows: '//tr[td[2]]', fields: { name: 'td[1]', price: 'td[2]' }\(more) }", fields).texts(of: page)
        }
        #expect(try rows("") == [["a", "1"], ["a", "2"]])
        #expect(try rows(", spans: false") == [["a", "1"], ["2", "y"]])
    }
}
