import Boards
import DemoPublishing
import Extraction
import Foundation
import Records
import Testing

/// `pdf: { table: … }`: rows by where words stand.
@Suite("Tables of a PDF", .serialized) struct PDFTableTests {
    private func board(_ table: String) throws -> Board {
        let declaration = try BoardFile.declaration(
            of: """
                title: Table
                source: { url: 'https://embassy.example/list.pdf' }
                extract: { pdf: { table: \(table) } }
                fields:
                  batch: { type: text, key: true, ask: true }
                  status: { type: text }
                  date: { type: date, format: dd-MMM-yy }
                """)
        return try Board(declaration, name: "table", folder: URL(fileURLWithPath: "/"))
    }

    /// A page with these words, each at its place, letters 10 points high.
    private func page(_ words: [(x: Int, y: Int, text: String)]) -> [UInt8] {
        let shown = words.map { "BT /F1 10 Tf \($0.x) \($0.y) Td (\($0.text)) Tj ET" }.joined(separator: "\n")
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
            "<</Length \(shown.utf8.count)>>\nstream\n\(shown)\nendstream",
        ]
        let body = objects.enumerated().map { "\($0.offset + 1) 0 obj\n\($0.element)\nendobj\n" }.joined()
        return Array("%PDF-1.4\n\(body)trailer\n<</Root 1 0 R/Size 6>>\nstartxref\n0\n%%EOF\n".utf8)
    }

    @Test(
        "a generated list is read as a table, its heads and page numbers passed over",
        arguments: [
            "{ starts: '^2[0-9]{10}$', fields: [batch, status, date] }",
            "{ starts: '^2[0-9]{10}$', fields: [batch, status, date], columns: [40, 200, 400] }",
        ])
    func list(table: String) throws {
        let board = try board(table)
        let list = VisaList(rows: 90, seed: 8)
        let kit = ExtractorKit(extractor: board.extractor, schema: board.schema, document: VisaListPDF(pages: 3).bytes(of: list))
        let expected = try list.rows.map { row in
            Record([.text(row.batch), .text(row.status), .date(try #require(try DatePattern("dd-MMM-yy").date(from: row.date)))])
        }
        try kit.holds(expecting: expected)
    }

    @Test("a cell that goes on in the next line stays one cell")
    func wrapped() throws {
        let board = try board("{ starts: '^2[0-9]{10}$', fields: [batch, status, date], columns: [50, 200, 420] }")
        let document = page([
            (50, 760, "Batch"), (200, 760, "Status"), (420, 760, "Date"),
            (50, 740, "20121456171"), (200, 740, "Administrative"), (420, 740, "07-Mar-12"), (200, 728, "Processing"),
            (50, 710, "20121456172"), (200, 710, "Issued"), (420, 710, "08-Mar-12"),
        ])
        let records = try ExtractorKit(extractor: board.extractor, schema: board.schema, document: document).records(of: document, cut: nil)
        #expect(records.map { $0.values[1]?.text } == ["Administrative Processing", "Issued"])
        #expect(records.map { $0.values[2]?.text } == ["2012-03-07", "2012-03-08"])
    }

    @Test("wrong columns are named with their line", arguments: ["[50, 40, 420]", "[a, b, c]", "[50, 200]"])
    func wrong(columns: String) {
        let error = #expect(throws: DeclarationError.self) {
            try board("{ starts: '^2', fields: [batch, status, date], columns: \(columns) }")
        }
        #expect(error?.line == 3)
    }
}
