import Boards
import DemoPublishing
import Extraction
import Foundation
import Records
import Testing

/// `pdf: { table: … }`: rows by where words stand.
@Suite("Tables of a PDF", .serialized) struct PDFTableTests {
    private func board(_ table: String, status: String = "{ type: text }") throws -> Board {
        let declaration = try BoardFile.declaration(
            of: """
                title: Table
                source: { url: 'https://embassy.example/list.pdf' }
                extract: { pdf: { table: \(table) } }
                fields:
                  batch: { type: text, key: true, ask: true }
                  status: \(status)
                  date: { type: date, format: dd-MMM-yy }
                """)
        return try Board(declaration, name: "table", folder: URL(fileURLWithPath: "/"))
    }

    private typealias Word = (x: Int, y: Int, text: String)

    /// Pages with these words, each at its place, letters 10 points high. `kids`: their order in the tree of pages, base 0.
    private func document(_ pages: [[Word]], kids: [Int] = [0]) -> [UInt8] {
        var objects = [
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Kids[\(kids.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " "))]/Count \(kids.count)>>",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        ]
        for (index, words) in pages.enumerated() {
            let shown = PDFTableTests.shown(words)
            objects.append("<</Type/Page/Parent 2 0 R/Contents \(5 + 2 * index) 0 R/Resources<</Font<</F1 3 0 R>>>>>>")
            objects.append("<</Length \(shown.utf8.count)>>\nstream\n\(shown)\nendstream")
        }
        let body = objects.enumerated().map { "\($0.offset + 1) 0 obj\n\($0.element)\nendobj\n" }.joined()
        return Array("%PDF-1.4\n\(body)trailer\n<</Root 1 0 R/Size \(objects.count + 1)>>\nstartxref\n0\n%%EOF\n".utf8)
    }

    private static func shown(_ words: [Word]) -> String {
        words.map { "BT /F1 10 Tf \($0.x) \($0.y) Td (\($0.text)) Tj ET" }.joined(separator: "\n")
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
        let words: [Word] = [
            (50, 760, "Batch"), (200, 760, "Status"), (420, 760, "Date"),
            (50, 740, "20121456171"), (200, 740, "Administrative"), (420, 740, "07-Mar-12"), (200, 728, "Processing"),
            (50, 710, "20121456172"), (200, 710, "Issued"), (420, 710, "08-Mar-12"),
        ]
        let document = document([words])
        let records = try ExtractorKit(extractor: board.extractor, schema: board.schema, document: document).records(of: document, cut: nil)
        #expect(records.map { $0.values[1]?.text } == ["Administrative Processing", "Issued"])
        #expect(records.map { $0.values[2]?.text } == ["2012-03-07", "2012-03-08"])
    }

    @Test("a page whose number isn't the next has columns of its own")
    func anotherPage() throws {
        let board = try board("{ starts: '^2[0-9]{10}$', fields: [batch, date] }", status: "{ type: text, optional: true }")
        let second = (1...4).flatMap { row in
            [(50, "2012145617\(row)"), (200, "0\(row)-Mar-12"), (420, "Issued")].map { (x: $0.0, y: 700 - 20 * row, text: $0.1) }
        }
        let first = (5...8).flatMap { row in
            [(50, "2012145617\(row)"), (420, "0\(row)-Mar-12")].map { (x: $0.0, y: 700 - 20 * row, text: $0.1) }
        }
        // The second page comes first; its tree of pages has told that it is the second.
        let document = document([second, first], kids: [1, 0])
        let records = try ExtractorKit(extractor: board.extractor, schema: board.schema, document: document).records(of: document, cut: nil)
        #expect(records.map { $0.values[2]?.text } == [1, 2, 3, 4, 5, 6, 7, 8].map { "2012-03-0\($0)" })
    }

    @Test("a page that an update replaces has the columns that it was read with")
    func replaced() throws {
        let board = try board("{ starts: '^2[0-9]{10}$', fields: [batch, status, date] }", status: "{ type: text, optional: true }")
        func rows(_ numbers: ClosedRange<Int>, _ status: String?, month: String) -> [Word] {
            numbers.flatMap { row -> [Word] in
                let y = 700 - 20 * row
                let word: [Word] = status.map { [(200, y, $0)] } ?? []
                return [(50, y, "2012145617\(row)")] + word + [(420, y, "0\(row)-\(month)-12")]
            }
        }
        let pages = [rows(1...3, "Issued", month: "Mar"), rows(4...6, nil, month: "Mar"), rows(7...9, "Issued", month: "Mar")]
        let shown = PDFTableTests.shown(rows(4...6, nil, month: "Apr"))
        let update = "7 0 obj\n<</Length \(shown.utf8.count)>>\nstream\n\(shown)\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n"
        var run = board.extractor.begin()
        var found: [Int: Record] = [:]
        func keep(_ extracted: Extracted) {
            if case .final(let row, let record) = extracted { found[row] = record }
        }
        try run.append(document(pages, kids: [0, 1, 2]) + Array(update.utf8), keep)
        try run.finish(keep)
        let dates = found.sorted { $0.key < $1.key }.map { $0.value.values[2]?.text }
        #expect(dates == (1...9).map { "2012-0\((4...6).contains($0) ? 4 : 3)-0\($0)" })
    }

    @Test("wrong columns are named with their line", arguments: ["[50, 40, 420]", "[a, b, c]", "[50, 200]"])
    func wrong(columns: String) {
        let error = #expect(throws: DeclarationError.self) {
            try board("{ starts: '^2', fields: [batch, status, date], columns: \(columns) }")
        }
        #expect(error?.line == 3)
    }

    @Test("columns side by side that are one field are read together; apart they are a mistake")
    func joined() throws {
        let board = try board("{ starts: '^2[0-9]{10}$', fields: [batch, status, status, date] }")
        let texts = (0..<6).map { row -> [String] in
            ["2012145617\(row)", row % 2 == 0 ? "In" : "Sent", row == 3 ? "" : "work", "1\(row)-Mar-26"]
        }
        let words = texts.enumerated().flatMap { row, cells in
            zip([50, 200, 300, 450], cells).filter { !$0.1.isEmpty }.map { (x: $0.0, y: 700 - 20 * row, text: $0.1) as Word }
        }
        let kit = ExtractorKit(extractor: board.extractor, schema: board.schema, document: document([words]))
        let pattern = try DatePattern("dd-MMM-yy")
        try kit.holds(
            expecting: try texts.map { cells in
                let status = cells[2].isEmpty ? cells[1] : "\(cells[1]) \(cells[2])"
                return Record([.text(cells[0]), .text(status), .date(try #require(pattern.date(from: cells[3])))])
            })
        #expect(throws: DeclarationError.self) { try self.board("{ starts: '^2', fields: [batch, status, date, status] }") }
    }
}
