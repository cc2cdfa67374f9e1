import Testing

@testable import DemoPublishing

@Suite("The list as a PDF")
struct VisaListPDFTests {
    static let list = VisaList(rows: 103, seed: 7)
    static let newlines: [VisaListPDF.LineEnd: String] = [.lf: "\n", .crlf: "\r\n"]

    @Test("the same list and options give the same bytes")
    func sameBytes() {
        #expect(VisaListPDF(pages: 3).bytes(of: Self.list) == VisaListPDF(pages: 3).bytes(of: Self.list))
        #expect(VisaListPDF(pages: 3).bytes(of: Self.list) != VisaListPDF(pages: 3).bytes(of: Self.list.edition(1)))
    }

    @Test(
        "the cross-reference table gives the place of every object", arguments: VisaListPDF.LineEnd.allCases,
        VisaListPDF.Length.allCases)
    func structure(lineEnd: VisaListPDF.LineEnd, length: VisaListPDF.Length) throws {
        let newline = Self.newlines[lineEnd] ?? ""
        for fonts in VisaListPDF.Fonts.allCases {
            let bytes = VisaListPDF(pages: 4, lineEnd: lineEnd, length: length, fonts: fonts).bytes(of: Self.list)
            #expect(bytes.starts(with: "%PDF-1.4\(newline)".utf8))
            #expect(bytes.suffix(5 + newline.utf8.count).elementsEqual("%%EOF\(newline)".utf8))
            let file = try PDFReading(bytes, newline: newline)
            for (number, offset) in file.offsets.enumerated().dropFirst() {
                #expect(file.holds("\(number) 0 obj\(newline)", at: offset))
            }
        }
    }

    @Test("fonts and page tree stand before the first page, or after the last")
    func placeOfFonts() throws {
        let first = try PDFReading(VisaListPDF(pages: 4).bytes(of: Self.list), newline: "\n")
        #expect(first.offsets[2...4].allSatisfy { $0 < first.offsets[6] })
        let last = try PDFReading(VisaListPDF(pages: 4, fonts: .last).bytes(of: Self.list), newline: "\n")
        #expect(last.offsets[2...4].allSatisfy { $0 > last.offsets[13] })
    }

    @Test("/Length is right, direct or in an object after the stream", arguments: VisaListPDF.LineEnd.allCases)
    func rightLength(lineEnd: VisaListPDF.LineEnd) throws {
        let newline = Self.newlines[lineEnd] ?? ""
        for length in [VisaListPDF.Length.direct, .indirectLater] {
            let bytes = VisaListPDF(pages: 4, lineEnd: lineEnd, length: length).bytes(of: Self.list)
            let file = try PDFReading(bytes, newline: newline)
            for page in 0..<4 {
                let stored = try file.stream(7 + page * (length == .direct ? 2 : 3))
                #expect(file.holds("\(newline)endstream\(newline)endobj\(newline)", at: stored.endIndex))
            }
        }
    }

    @Test("a wrong /Length is wrong by eleven either way")
    func wrongLength() throws {
        let right = try PDFReading(VisaListPDF(pages: 2).bytes(of: Self.list), newline: "\n")
        let wrong = try PDFReading(VisaListPDF(pages: 2, length: .wrong).bytes(of: Self.list), newline: "\n")
        #expect(try wrong.length(of: 7) == right.length(of: 7) + 11)
        #expect(try wrong.length(of: 9) == right.length(of: 9) - 11)
    }

    @Test("every way of writing strings says heads, rows in order and footers", arguments: VisaListPDF.Strings.allCases)
    func rowsInOrder(strings: VisaListPDF.Strings) throws {
        let bytes = VisaListPDF(pages: 4, strings: strings, created: "D:20260203040506Z").bytes(of: Self.list)
        let file = try PDFReading(bytes, newline: "\n")
        var rows: [[String]] = []
        for page in 1...4 {
            let texts = shownTexts(try inflated(file.stream(5 + page * 2)))
            #expect(texts.first == "Visa Application Status")
            #expect(Array(texts.suffix(2)) == ["Generated 2026-02-03 04:05 UTC", "Page \(page) of 4"])
            let cells = strings == .lines ? texts.dropFirst(2).dropLast(2).flatMap(columns) : Array(texts.dropFirst(2).dropLast(2))
            #expect(cells.prefix(3) == ["Batch number", "Status", "Date"])
            let found = stride(from: 3, to: cells.count, by: 3).map { Array(cells[$0..<$0 + 3]) }
            #expect((25...26).contains(found.count))
            rows += found
        }
        #expect(rows == Self.list.rows.map { [$0.batch, $0.status, $0.date] })
    }

    @Test("strings look as their name says")
    func operators() throws {
        let list = VisaList(rows: 1, seed: 7)
        let expected: [VisaListPDF.Strings: String] = [
            .cells: "Tm (20121456171) Tj\n", .hex: "Tm <3230313231343536313731> Tj\n", .lines: "Tm (20121456171             Administrative",
        ]
        for (strings, text) in expected {
            let file = try PDFReading(VisaListPDF(pages: 1, strings: strings).bytes(of: list), newline: "\n")
            #expect(try inflated(file.stream(7)).contains(text))
        }
        let glyphs = try PDFReading(VisaListPDF(pages: 1, strings: .glyphs).bytes(of: list), newline: "\n")
        let line = try inflated(glyphs.stream(7)).split(separator: "\n").first { shownTexts(String($0)) == [VisaList.wellKnownBatch] }
        #expect(line?.filter { $0 == "(" }.count == 11)
        #expect(line?.hasSuffix("] TJ") == true)
    }

    @Test("parentheses and backslashes are escaped, and letters outside WinAnsi become question marks")
    func escapes() throws {
        var list = VisaList(rows: 1, seed: 7)
        list.rows[0].status = "Refused (221\\g) \u{4E2D}"
        for strings in VisaListPDF.Strings.allCases {
            let file = try PDFReading(VisaListPDF(pages: 1, strings: strings).bytes(of: list), newline: "\n")
            #expect(shownTexts(try inflated(file.stream(7))).contains { $0.contains("Refused (221\\g) ?") })
        }
    }

    @Test("uncompressed contents are the ones that compressed contents inflate to")
    func uncompressed() throws {
        let plain = try PDFReading(VisaListPDF(pages: 2, compressed: false).bytes(of: Self.list), newline: "\n")
        let flate = try PDFReading(VisaListPDF(pages: 2).bytes(of: Self.list), newline: "\n")
        #expect(try String(decoding: plain.stream(9), as: UTF8.self) == inflated(flate.stream(9)))
    }

    @Test("more pages than rows leave pages with no row, and a very full page becomes higher")
    func unevenPages() throws {
        let sparse = try PDFReading(VisaListPDF(pages: 5).bytes(of: VisaList(rows: 2, seed: 7)), newline: "\n")
        let counts = try (0..<5).map { try (shownTexts(inflated(sparse.stream(7 + $0 * 2))).count - 7) / 3 }
        #expect(counts.reduce(0, +) == 2)
        let full = try PDFReading(VisaListPDF(pages: 1).bytes(of: Self.list), newline: "\n")
        #expect(full.find("/MediaBox[0 0 595 1315]", from: 0) != nil)
    }

    @Test("40,000 rows on 1,000 pages are a PDF of one to three megabytes")
    func size() {
        let bytes = VisaListPDF(pages: 1_000).bytes(of: VisaList(rows: 40_000, seed: 7))
        #expect((1_000_000...3_000_000).contains(bytes.count))
    }

    /// A line's columns, separated by two or more spaces.
    private func columns(_ line: String) -> [String] {
        var parts = [""]
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            if word.isEmpty {
                if parts.last != "" { parts.append("") }
            } else {
                parts[parts.count - 1] += (parts.last == "" ? "" : " ") + word
            }
        }
        return parts
    }
}
