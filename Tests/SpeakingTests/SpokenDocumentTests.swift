import Foundation
import Testing

@testable import PDFText
@testable import Speaking

@Suite("Documents for the ear") struct SpokenDocumentTests {
    private typealias Line = (text: String, x: Double, y: Double, size: Double)

    private func run(_ line: Line) -> TextRun {
        TextRun(text: line.text, x: line.x, y: line.y, endX: line.x + Double(line.text.count) * line.size / 2, fontSize: line.size)
    }

    private func page(_ number: Int, _ lines: [Line]) -> PDFPageText { PDFPageText(id: number, pageNumber: number, runs: lines.map(run)) }

    private func said(_ document: SpokenDocument) -> [String] { document.sentences.map { $0.words.map(\.text).joined(separator: " ") } }

    /// Expects each letter and digit of the text exactly once in words or skipped passages.
    private func expectWhole(_ document: SpokenDocument, sourceLocation: SourceLocation = #_sourceLocation) {
        func plain(_ text: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
            text.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }.sorted()
        }
        let parts = document.sentences.flatMap(\.words).map(\.text) + document.skipped.map(\.text)
        #expect(plain(parts.flatMap { Array($0.unicodeScalars) }) == plain(document.text), sourceLocation: sourceLocation)
    }

    /// A book with alternating headers, a counting footer, a table with similar rows, and text across page breaks.
    private var book: [PDFPageText] {
        let bodies = [
            ["Chapter one begins here and goes on over the end of its", "page, in the middle of a sen-"],
            ["tence that is read as one.", "Then another."],
            ["1001 Approved 2026-01-02", "1002 Approved 2026-01-03"], ["1003 Approved 2026-01-04", "1004 Approved 2026-01-05"],
            ["1005 Approved 2026-01-06", "1006 Approved 2026-01-07"], ["The end of it all.", "Fin."],
        ]
        return bodies.enumerated().map { index, body in
            let header: Line = (index % 2 == 0 ? "The Book of Tides" : "A. N. Author", 100, 780, 9)
            let lines = body.enumerated().map { Line($1, 50, 700 - Double($0) * 12, 10) }
            return page(index + 1, [header] + lines + [("Page \(index + 7) of 12", 250, 30, 9)])
        }
    }

    @Test("headers, footers and page numbers are skipped and shown, rows of tables are not, and a sentence goes on over a page's end")
    func running() {
        let document = SpokenDocument(book)
        #expect(
            said(document).prefix(3) == [
                "The Book of Tides",
                "Chapter one begins here and goes on over the end of its page in the middle of a sentence that is read as one",
                "Then another",
            ])
        #expect(said(document).filter { $0.contains("Approved") }.joined(separator: " ").contains("1003 Approved 2026-01-04"))
        // Read once, at the top of the first page.
        #expect(document.skipped.map(\.text).prefix(4) == ["Page 7 of 12", "A. N. Author", "Page 8 of 12", "The Book of Tides"])
        #expect(document.skipped.count == 11)
        #expect(document.skipped.allSatisfy { $0.reason == .running })
        #expect(document.sentences[1].words.map { document.page(at: $0.offset) ?? 0 }.filter { $0 == 2 }.count == 5)
        expectWhole(document)
        let whole = SpokenDocument(book, skips: false)
        #expect(whole.skipped.isEmpty)
        #expect(said(whole).joined(separator: " ").contains("The Book of Tides"))
        expectWhole(whole)
    }

    /// A list with a title on each page, and from the second page a table with column names on each.
    private var list: [PDFPageText] {
        (1...5).map { number in
            let title: [Line] = [("Harbour dues", 50, 790, 14), ("Part \(number) of 5", 50, 776, 9)]
            let foot: Line = ("Harbour office", 50, 30, 9)
            guard number > 1 else { return page(1, title + [("What ships pay, by the day on which they came.", 50, 700, 10), foot]) }
            let heads: [Line] = [("Number", 50, 760, 10), ("Ship", 200, 760, 10), ("Dues", 350, 760, 10), ("in crowns", 350, 748, 10)]
            // At least five lines per page, so that the headings are in its outer fifth.
            let rows = (0..<20).flatMap { row -> [Line] in
                let (ship, y) = (1000 + number * 20 + row, 730 - Double(row) * 14)
                return [("\(ship)", 50, y, 10), ("Alma", 200, y, 10), ("\(ship / 7)", 350, y, 10)]
            }
            return page(number, title + heads + rows + [foot])
        }
    }

    @Test("the title of a list and the heads of a table's columns are heard once, where they are first")
    func heads() {
        let document = SpokenDocument(list)
        let heard = said(document)
        #expect(heard.prefix(2) == ["Harbour dues", "What ships pay by the day on which they came"])
        #expect(heard.filter { $0 == "Harbour dues" }.count == 1)
        let heads = heard.filter { $0.contains("Ship") || $0.contains("crowns") }
        #expect(heads.joined(separator: " ") == "Number Ship Dues in crowns")
        #expect(heard.firstIndex { $0.hasPrefix("Number Ship") } ?? 0 < heard.firstIndex { $0.hasPrefix("1040") } ?? 0)
        #expect(heard.contains("1040 Alma 148"))
        #expect(heard.filter { $0.contains("Alma") }.count == 80)
        // From all pages, and the headings from all but one.
        let skipped = Dictionary(grouping: document.skipped, by: \.text).mapValues(\.count)
        #expect(skipped["Harbour dues"] == 4)
        #expect(skipped["Harbour office"] == 5)
        #expect((1...5).allSatisfy { skipped["Part \($0) of 5"] == 1 })
        #expect(document.skipped.count { $0.text.hasPrefix("Number") } == 3)
        expectWhole(document)
    }

    @Test("a header over text on later pages is not heard, whatever gaps it has")
    func gaps() {
        let pages = (1...4).map { number in
            page(
                number,
                (number == 1 ? [] : [("Tides", 50, 780, 9), ("Author", 400, 780, 9)])
                    + (0..<8).map { ("There are \(number * number * 10 + $0) words, which end here.", 50, 700 - Double($0) * 12, 10) })
        }
        let document = SpokenDocument(pages)
        #expect(document.skipped.count { $0.text.contains("Tides") } == 3)
        #expect(!said(document).contains { $0.contains("Author") })
        expectWhole(document)
    }

    private func sentences(_ number: Int, _ count: Int) -> [Line] {
        (0..<count).map { Line("There are \(number * number * 10 + $0) words, which end here.", 50, 700 - Double($0) * 12, 10) }
    }

    @Test("a document that repeats itself is read, each time; so is a line of the text that stands at the top of some pages")
    func repeated() {
        let letter = [
            "Dear neighbour,", "the harbour is closed on Monday, and", "on Tuesday until noon.", "We are sorry.", "The office", "Room 4",
        ]
        let pages = (1...6).map { number in
            let lines = letter.enumerated().map { Line($1, 50, 700 - Double($0) * 12, 10) }
            return page(number, lines + [Line("Page \(number)", 250, 30, 9)])
        }
        let document = SpokenDocument(pages)
        #expect(said(document).count { $0.hasPrefix("Dear neighbour") } == 6)
        #expect(said(document).count { $0.contains("Room 4") } == 6)
        #expect(document.skipped.map(\.text) == (1...6).map { "Page \($0)" })
        expectWhole(document)
        // A verse repeated on one page in four.
        let song = (1...12).map { number in
            let first = number % 4 == 1 ? "Row, row, row your boat" : "Verse of page \(number) begins"
            return page(number, [Line(first, 50, 780, 10)] + sentences(number, 10))
        }
        #expect(said(SpokenDocument(song)).count { $0.hasPrefix("Row, row") || $0.hasPrefix("Row row") } == 3)
    }

    @Test("a line inside of a paragraph is no header, whatever it has in common with others")
    func inFlow() {
        let pages = (1...5).map { number in
            let lines = (0..<12).map {
                Line("and page \(number) has line \($0 * number) of a paragraph that goes on", 50, 688 - Double($0) * 12, 10)
            }
            return page(number, [Line("The tide comes in as it did before,", 50, 700, 10)] + lines)
        }
        let document = SpokenDocument(pages)
        #expect(document.skipped.isEmpty)
        #expect(said(document).joined().contains("The tide comes in"))
    }

    @Test("a printer's slug is skipped though the page and the time in it change, and an address in small type at the foot too")
    func slugs() {
        let pages = (1...8).map { number in
            let time = "4/12/09   10:\(number * 7 % 60 + 10):3\(number % 10) AM"
            let foot = [
                Line("Harbour office", 50, 60, 7), Line("Quay 4, Lower Town", 50, 52, 7), Line("Telephone 555 0100", 50, 44, 7),
                Line("Tides_1st.indd   \(number + 20)   \(time)", 50, 20, 6),
            ]
            return page(number, sentences(number, 8) + foot)
        }
        let document = SpokenDocument(pages)
        #expect(document.skipped.count { $0.text.contains("indd") } == 8)
        #expect(document.skipped.count { $0.text.contains("555 0100") } == 8)
        #expect(!said(document).contains { $0.contains("indd") || $0.contains("555") })
        expectWhole(document)
    }

    @Test("a header on one page of two, and a line that differs, are text")
    func text() {
        let pages = (1...2).map { number in
            page(
                number,
                [
                    ("Letter of \(["May", "June"][number - 1])", 50, 780, 10), ("Words of page \(number), which end here.", 50, 600, 10),
                    ("\(number)", 300, 30, 10),
                ])
        }
        let document = SpokenDocument(pages)
        #expect(document.skipped.map(\.text) == ["1", "2"])
        #expect(said(document).contains { $0.hasPrefix("Letter of May") })
        #expect(said(document).contains { $0.hasPrefix("Letter of June") })
        expectWhole(document)
        #expect(SpokenDocument([]).sentences.isEmpty)
        #expect(SpokenDocument([page(1, [])]).sentences.isEmpty)
    }

    @Test("footnote marks are skipped, powers and numbers are not")
    func marks() {
        let pages = [
            page(
                1,
                [
                    ("The tide", 50, 700, 10), ("12", 90, 704, 6), (" rises by 20 m", 96, 700, 10), ("2", 166, 704, 6),
                    (" in the bay.", 169, 700, 10), ("3", 229, 704, 6),
                    ("It falls later²⁴, says 10 km² of sea in 1914.", 50, 688, 10),
                ])
        ]
        let document = SpokenDocument(pages)
        #expect(said(document) == ["The tide rises by 20 m² in the bay", "It falls later says 10 km² of sea in 1914"])
        #expect(document.skipped.map(\.text) == ["12", "3", "²⁴"])
        #expect(document.skipped.allSatisfy { $0.reason == .footnoteMark })
        expectWhole(document)
    }

    @Test("a page with very many footnote marks has each of them skipped, beside its own word")
    func manyMarks() {
        let lines = (0..<200).flatMap { line in
            (0..<20).flatMap { place -> [Line] in
                // Gaps aren't aligned, unlike column gaps.
                let (x, y) = (50 + Double(line % 7) * 4 + Double(place) * 28, 3000 - Double(line) * 12)
                // A space, four letters and a superscript.
                return [(" tide", x, y, 10), ("\(place % 9 + 1)", x + 25, y + 4, 6)]
            }
        }
        let document = SpokenDocument([page(1, lines)])
        #expect(document.skipped.count == 4_000)
        #expect(document.skipped.allSatisfy { $0.reason == .footnoteMark })
        #expect(document.skipped.prefix(10).map(\.text) == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "1"])
        #expect(document.sentences.flatMap(\.words).count == 4_000)
        expectWhole(document)
    }

    @Test("an outline of very many entries that lead to one page of very many sentences is read, and the heading after them found")
    func longOutline() {
        let lines = (0..<100).map { Line(String(repeating: "The tide rises. ", count: 100), 50, 3000 - Double($0) * 12, 10) }
        let pages = [page(1, lines), page(2, [("It falls.", 50, 700, 10), ("The end of it.", 50, 688, 10)])]
        let outline = (0..<5_000).map { PDFOutlineEntry(title: "Nowhere \($0)", level: 0, pageIndex: 0) }
        let document = SpokenDocument(pages, outline: outline + [PDFOutlineEntry(title: "The end", level: 0, pageIndex: 1)])
        #expect(document.sections.count == 5_001)
        #expect(document.sentences.count > 5_000)
        let last = document.sections.last
        #expect(last?.title == "The end")
        #expect(last.map { document.sentences[$0.sentences.lowerBound].words[1].text } == "end")
    }

    @Test("each row of a table is a sentence, and the text around it is not")
    func rows() {
        let cells = [("Number", "Name"), ("1001", "Approved"), ("1002", "Refused")].enumerated().flatMap { row, cells in
            [Line(cells.0, 50, 700 - Double(row) * 14, 10), Line(cells.1, 300, 700 - Double(row) * 14, 10)]
        }
        let text = ["What is below the table is one", "sentence on two lines."].enumerated().map { Line($1, 50, 600 - Double($0) * 12, 10) }
        let document = SpokenDocument([page(1, cells + text)])
        #expect(said(document) == ["Number Name", "1001 Approved", "1002 Refused", "What is below the table is one sentence on two lines"])
        expectWhole(document)
    }

    @Test("columns are read one after the other, and right-to-left text as it is read")
    func columns() {
        let left = [
            "the first column begins here and", "goes on for some lines of text that", "ends at the foot of the first col-",
            "umn with these words.",
        ]
        let right = [
            "and here is the second column that", "is read when the first one is done", "even though its lines stand beside",
            "those of the first.",
        ]
        let title = Line("A title that stands across both of the columns of this page", 60, 720, 10)
        let columns =
            [title] + zip(left.indices, left).map { Line($1, 50, 700 - Double($0) * 12, 10) }
            + zip(right.indices, right).map { Line($1, 260, 700 - Double($0) * 12, 10) }
        let document = SpokenDocument([page(1, columns.sorted { ($1.y, $0.x) < ($0.y, $1.x) }), page(2, [("שלום עולם", 50, 700, 10)])])
        #expect(
            said(document)[1]
                == "the first column begins here and goes on for some lines of text that ends at the foot of the first column with these words"
        )
        #expect(said(document).count == 4)
        expectWhole(document)
    }

    @Test("sections begin where the outline leads, at the heading if it is there")
    func sections() {
        let outline = [
            PDFOutlineEntry(title: "Then another", level: 0, pageIndex: 1), PDFOutlineEntry(title: "Table", level: 1, pageIndex: 2),
            PDFOutlineEntry(title: "Elsewhere", level: 0, pageIndex: nil), PDFOutlineEntry(title: "Past the end", level: 0, pageIndex: 99),
        ]
        let document = SpokenDocument(book, outline: outline)
        #expect(document.sections.map(\.title) == [nil, "Then another", "Table"])
        #expect(document.sections.map(\.level) == [0, 0, 1])
        #expect(document.sections.map(\.sentences.lowerBound) == [0, 2, 3])
        #expect(document.sections.last?.sentences.upperBound == document.sentences.count)
        #expect(SpokenDocument(text: Array("One. Two.".unicodeScalars)).sections.map(\.sentences) == [0..<2])
    }
}

/// The sample PDFs of `PDFText`, each with a feature of real producers.
@Suite("Sample documents for the ear") struct SampleDocumentsTests {
    private static let files: [URL] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
            "PDFTextTests/Fixtures")
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return found.filter { $0.pathExtension == "pdf" }.sorted { $0.path < $1.path }
    }()

    @Test("what is said and what is skipped is the text of the document, and each word is at its place")
    func whole() throws {
        var read = 0
        for file in Self.files {
            // Encrypted samples are tested elsewhere.
            guard let pdf = try? PDFDocument(contentsOf: file) else { continue }
            for skips in [true, false] {
                let document = SpokenDocument(pdf, skips: skips)
                let words = document.sentences.flatMap(\.words)
                let parts = words.map(\.text) + document.skipped.map(\.text)
                let (heard, there) = (Self.plain(parts.flatMap { Array($0.unicodeScalars) }), Self.plain(document.text))
                #expect(heard == there, "\(file.lastPathComponent)")
                #expect(skips || document.skipped.isEmpty)
                for word in words {
                    #expect(document.text[word.offset] == word.text.unicodeScalars.first, "\(file.lastPathComponent)")
                    #expect((1...pdf.pageCount).contains(document.page(at: word.offset) ?? 0))
                }
            }
            read += 1
        }
        #expect(read > 20)
    }

    private static func plain(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        text.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }.sorted()
    }
}
