import Boards
import DemoPublishing
import Extraction
import Foundation
import Records
import Testing

/// How a producer may write the same list.
struct Habit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let pdf: VisaListPDF

    static let all: [Habit] =
        VisaListPDF.Strings.allCases.flatMap { strings in
            VisaListPDF.LineEnd.allCases.map {
                Habit(testDescription: "\(strings) \($0)", pdf: VisaListPDF(pages: 100, strings: strings, lineEnd: $0))
            }
        } + [
            Habit(testDescription: "length in an object that comes later", pdf: VisaListPDF(pages: 100, length: .indirectLater)),
            Habit(testDescription: "length wrong", pdf: VisaListPDF(pages: 100, length: .wrong)),
            Habit(testDescription: "fonts after all pages", pdf: VisaListPDF(pages: 100, fonts: .last)),
            Habit(testDescription: "not compressed", pdf: VisaListPDF(pages: 100, compressed: false)),
        ]
}

// One test at a time: they are all work and no waiting, and others want a thread too.
@Suite("Rows of a PDF", .serialized) struct PDFRowsTests {
    private let board: Board
    private let list = VisaList(rows: 4_000, seed: 11)

    init() throws { board = try #require(BoardLibrary(data: nil)["visa"]) }

    private func record(_ row: VisaRow) throws -> Record {
        Record([.text(row.batch), .text(row.status), .date(try #require(try DatePattern("dd-MMM-yy").date(from: row.date)))])
    }

    @Test("each of 1,000 numbers has exactly its rows, whatever the producer's habits and however the bytes arrive", arguments: Habit.all)
    func everyNumber(habit: Habit) throws {
        let kit = ExtractorKit(extractor: board.extractor, schema: board.schema, document: habit.pdf.bytes(of: list))
        let expected = try list.rows.map(record)
        let byNumber = Dictionary(grouping: expected) { $0.values[0] }
        var random = SystemRandomNumberGenerator()
        let numbers = byNumber.keys.shuffled(using: &random).prefix(1_000)
        for cut in [1, 7, 4096] {
            let found = Dictionary(grouping: try kit.records(of: kit.document, cut: cut)) { $0.values[0] }
            #expect(found.count == byNumber.count)
            for number in numbers { #expect(found[number] == byNumber[number]) }
        }
    }

    @Test("the extractor holds what every extractor has to", arguments: Habit.all)
    func conformance(habit: Habit) throws {
        var (short, pdf) = (list, habit.pdf)
        short.rows = Array(list.rows.prefix(60))
        pdf = VisaListPDF(
            pages: 3, strings: pdf.strings, lineEnd: pdf.lineEnd, length: pdf.length, fonts: pdf.fonts, compressed: pdf.compressed)
        let kit = ExtractorKit(extractor: board.extractor, schema: board.schema, document: pdf.bytes(of: short))
        try kit.holds(expecting: try short.rows.map(record))
    }

    @Test("the middle row is out when half of the bytes are in")
    func whileItArrives() throws {
        let document = VisaListPDF(pages: 100).bytes(of: list)
        var run = board.extractor.begin()
        var arrived = 0
        var seenAt: Int?
        for start in stride(from: 0, to: document.count, by: 512) {
            let piece = document[start..<min(start + 512, document.count)]
            arrived += piece.count
            try run.append(Array(piece)) { extracted in
                if case .final(_, let record) = extracted, record.values[0] == .text(VisaList.wellKnownBatch) { seenAt = seenAt ?? arrived }
            }
        }
        let share = Double(try #require(seenAt)) / Double(document.count)
        #expect(share > 0.45)
        #expect(share < 0.55)
    }

    @Test(
        "what is no PDF, or not whole, or damaged, or without rows is an error that says so",
        arguments: [
            ("an HTML page", "<!DOCTYPE html><html><body>Not found</body></html>"), ("nothing", ""),
            ("words", "The list is being updated."),
        ])
    func notAPDF(name: String, text: String) {
        var run = board.extractor.begin()
        let error = #expect(throws: ExtractionError.self) {
            try run.append(Array(text.utf8)) { _ in }
            try run.finish { _ in }
        }
        #expect(error?.code == .wrongFormat || error?.code == .truncated, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("a flipped byte inside a compressed page is an error, and the rows before it have been told")
    func corrupt() throws {
        var document = VisaListPDF(pages: 100).bytes(of: list)
        let middle = document.count / 2
        for index in middle..<middle + 400 { document[index] = 0xFF }
        var run = board.extractor.begin()
        var rows = 0
        let error = #expect(throws: ExtractionError.self) {
            try run.append(document) { _ in rows += 1 }
            try run.finish { _ in }
        }
        #expect(error?.code == .damaged || error?.code == .truncated)
        #expect(rows > 1_000)
    }

    @Test("a row that an update at the end of the file changes is withdrawn and told anew, in its place")
    func updated() throws {
        var short = list
        short.rows = Array(list.rows.prefix(60))
        var document = VisaListPDF(pages: 3, compressed: false).bytes(of: short)
        // The contents that hold the first row come again, with another number in its place.
        let batch = short.rows[0].batch
        let text = String(decoding: document, as: UTF8.self)
        let place = try #require(text.range(of: batch))
        let start = try #require(text.range(of: " 0 obj", options: .backwards, range: text.startIndex..<place.lowerBound))
        let number = String(text[..<start.lowerBound].reversed().prefix { $0.isNumber }.reversed())
        let end = try #require(text.range(of: "endobj", range: place.upperBound..<text.endIndex))
        let object = text[start.lowerBound..<end.upperBound].replacingOccurrences(of: batch, with: "29999999999")
        document += Array("\n\(number)\(object)\nstartxref\n0\n%%EOF\n".utf8)
        let expected = try short.rows.map {
            try record($0.batch == batch ? VisaRow(batch: "29999999999", status: $0.status, date: $0.date) : $0)
        }
        for cut in [1, 7, 4096] {
            var rows: [Int: Record] = [:]
            var run = board.extractor.begin()
            func keep(_ extracted: Extracted) {
                switch extracted {
                case .final(let row, let record): rows[row] = record
                case .withdrawn(let row): rows[row] = nil
                case .provisional: break
                }
            }
            for start in stride(from: 0, to: document.count, by: cut) {
                try run.append(Array(document[start..<min(start + cut, document.count)]), keep)
            }
            try run.finish(keep)
            #expect(rows.sorted { $0.key < $1.key }.map(\.value) == expected)
        }
    }

    @Test("a PDF without a single row is an error: an empty list must not pass for an answer")
    func noRows() throws {
        var list = VisaList(rows: 1, seed: 1)
        list.rows = [VisaRow(batch: "1234", status: "Issued", date: "07-Mar-12")]
        let kit = ExtractorKit(extractor: board.extractor, schema: board.schema, document: VisaListPDF(pages: 1).bytes(of: list))
        let error = #expect(throws: ExtractionError.self) { try kit.records(of: kit.document, cut: nil) }
        #expect(error?.code == .noRows)
    }

    @Test("a date that is none names its row, its field and what was found")
    func badDate() throws {
        var list = VisaList(rows: 3, seed: 1)
        list.rows[1].date = "31-Feb-12"
        let kit = ExtractorKit(extractor: board.extractor, schema: board.schema, document: VisaListPDF(pages: 1).bytes(of: list))
        let error = #expect(throws: ExtractionError.self) { try kit.records(of: kit.document, cut: nil) }
        #expect(error?.detail.contains(list.rows[1].batch) == true)
        #expect(error?.detail.contains("'date'") == true)
        #expect(error?.detail.contains("31-Feb-12") == true)
    }
}
