import Testing

@testable import PDFText

/// A page of lines with their starting positions; a letter is half an em wide.
private func page(_ id: Int = 1, _ lines: [(String, Double, Double)], size: Double = 10) -> PDFPageText {
    PDFPageText(
        id: id,
        runs: lines.map { TextRun(text: $0.0, x: $0.1, y: $0.2, endX: $0.1 + Double($0.0.count) * size / 2, fontSize: size) })
}

@Suite("The layout of a page")
struct LayoutTests {
    private let left = [
        "the first column begins here and", "goes on for some lines of text that", "ends at the foot of the first col-",
        "umn with these words.",
    ]
    private let right = [
        "and here is the second column that", "is read when the first one is done", "even though its lines stand beside",
        "those of the first.",
    ]

    @Test("two columns are read one after the other, below a title that crosses them; words divided are joined on request")
    func columns() {
        var lines = [("A title that stands across both of the columns of this page", 60.0, 720.0)]
        for (index, text) in left.enumerated() { lines.append((text, 50, 700 - Double(index) * 12)) }
        for (index, text) in right.enumerated() { lines.append((text, 260, 700 - Double(index) * 12)) }
        // Drawn row by row.
        let layout = PDFPageLayout(page(1, lines.sorted { ($1.2, $0.1) < ($0.2, $1.1) }))
        #expect(layout.lines.map(\.text) == [lines[0].0] + left + right)
        #expect(layout.text(.reading, joiningHyphens: true).contains("first column\nwith these words."))
        #expect(layout.paragraphs[1].hasSuffix("foot of the first column with these words."))
        #expect(layout.text(.columns).split(separator: "\n")[1].hasPrefix(left[0]))
    }

    @Test("the rows of a table are read row by row, and columns are kept apart by blanks")
    func tableRows() {
        var lines: [(String, Double, Double)] = []
        // Drawn column by column.
        for row in 0..<5 { lines.append(("2011002964\(row)", 50, 700 - Double(row) * 14)) }
        for row in 0..<5 { lines.append((row % 2 == 0 ? "Approved" : "Refused", 300, 700 - Double(row) * 14)) }
        let layout = PDFPageLayout(page(1, lines))
        #expect(layout.lines.first?.text == "20110029640  Approved")
        #expect(layout.lines.count == 5)
        let rows = layout.text(.columns).split(separator: "\n")
        #expect(rows.count == 5)
        #expect(Set(rows.map { $0.firstIndex { $0 == "A" || $0 == "R" }?.utf16Offset(in: $0) }).count == 1)
    }

    @Test("a page's text is its layout's, in every style", arguments: [PDFPageLayout.TextStyle.reading, .columns, .raw])
    func text(style: PDFPageLayout.TextStyle) {
        var lines: [(String, Double, Double)] = []
        for (index, text) in (left + right).enumerated() { lines.append((text, index < 4 ? 50 : 260, 700 - Double(index % 4) * 40)) }
        let page = page(1, lines)
        #expect(page.text(style) == PDFPageLayout(page).text(style))
    }

    @Test("words have boxes, letters placed one by one become words, what is printed twice counts once")
    func words() throws {
        let runs = [
            TextRun(text: "A", x: 50, y: 100, endX: 56, fontSize: 10), TextRun(text: "b", x: 56.2, y: 100, endX: 61, fontSize: 10),
            TextRun(text: "A", x: 50.3, y: 100, endX: 56.3, fontSize: 10),
            TextRun(text: "two words", x: 70, y: 100, endX: 115, fontSize: 10),
        ]
        let layout = PDFPageLayout(PDFPageText(id: 1, runs: runs))
        #expect(layout.words.map(\.text) == ["Ab", "two", "words"])
        let box = try #require(layout.words.first?.box)
        #expect(box == PDFBox(x: 50, y: 98, width: 11, height: 10))
        #expect(layout.words[1].box.x == 70)
        #expect(abs(layout.words[2].box.x + layout.words[2].box.width - 115) < 1e-9)
    }

    @Test("a foot that is drawn first, below the right one of two blocks, is read last, and the blocks as they are drawn")
    func footFirst() {
        let lines: [(String, Double, Double)] = [
            ("Printed by a program", 320, 20), ("An invoice", 320, 780), ("Due in May", 320, 740),
            ("From Adelaide", 50, 660), ("21 Mill Lane", 50, 648), ("To the Tide Works", 320, 660), ("5 Harbour Road", 320, 648),
            ("One row of words that goes across all of the page from left to right", 50, 500),
        ]
        let layout = PDFPageLayout(page(1, lines))
        #expect(layout.lines.map(\.text) == lines.dropFirst().map(\.0) + [lines[0].0])
    }

    @Test("a foot that is drawn first waits for what is above it, though that isn't most of the page")
    func footOfTheRight() {
        let left = (1...5).map { ("Left \($0)", 50.0, 700 - 60 * Double($0)) }
        let right = (1...3).map { ("Right \($0)", 320.0, 680 - 60 * Double($0)) }
        let body = left.prefix(2) + zip(left.dropFirst(2), right).flatMap { [$0, $1] }
        let lines = [("A report of two parts that stand beside each other on one wide page", 50.0, 780.0), ("63", 320, 20)] + body
        let layout = PDFPageLayout(page(1, lines))
        #expect(layout.lines.map(\.text) == [lines[0].0] + body.map(\.0) + ["63"])
    }

    @Test("a page turned by 90, 180 and 270 degrees reads like an upright one", arguments: [90, 180, 270])
    func turned(_ degrees: Int) {
        func turn(_ x: Double, _ y: Double) -> (Double, Double) { degrees == 90 ? (-y, x) : degrees == 180 ? (-x, -y) : (y, -x) }
        let runs = [("first line", 700.0), ("second line", 688), ("third", 676)].map { text, y in
            let (start, end) = (turn(50, y), turn(100, y))
            return TextRun(text: text, x: start.0, y: start.1, endX: end.0, endY: end.1, fontSize: 10)
        }
        let layout = PDFPageLayout(PDFPageText(id: 1, runs: runs.reversed()))
        #expect(layout.lines.map(\.text) == ["first line", "second line", "third"])
        #expect(layout.words.allSatisfy { $0.direction == degrees })
    }

    @Test(
        "mirrored pages are read from their first line on, turned or not",
        arguments: [("-1 0 0 1 600 0", 180), ("1 0 0 -1 0 800", 0), ("0 1 1 0 0 0", 90), ("0 -1 -1 0 800 800", 270)])
    func mirrored(matrix: String, direction: Int) {
        let show = "BT /F1 10 Tf 12 TL 50 700 Td (first line) Tj T* (second line) Tj T* (third) Tj ET"
        let pages = read(SamplePDF.page("\(matrix) cm \(show)").finished()).finals
        let layout = PDFPageLayout(pages[0])
        #expect(layout.lines.map(\.text) == ["first line", "second line", "third"])
        #expect(layout.words.allSatisfy { $0.direction == direction && $0.box.width > 0 })
        let upright = PDFPageLayout(read(SamplePDF.page(show).finished()).finals[0])
        let (box, original) = (layout.words[0].box, upright.words[0].box)
        if direction == 0 {
            #expect(abs(box.y - (800 - original.y - original.height)) < 1e-6)
            #expect(box.x == original.x)
        }
        if direction == 180 {
            #expect(abs(box.x - (600 - original.x - original.width)) < 1e-6)
            #expect(abs(box.y - original.y) < 1e-6)
        }
    }

    @Test("paragraphs are divided by space and indents")
    func paragraphs() {
        let lines: [(String, Double, Double)] = [
            ("One sentence that is long enough", 50, 700), ("and its end.", 50, 688), ("Another one after an indent", 70, 676),
            ("goes on.", 50, 664),
            ("And a third below a gap.", 50, 630),
        ]
        let layout = PDFPageLayout(page(1, lines))
        #expect(
            layout.paragraphs == [
                "One sentence that is long enough and its end.", "Another one after an indent goes on.", "And a third below a gap.",
            ])
        #expect(layout.text(.reading).contains("its end.\n\nAnother"))
    }

    @Test("a page without text, and one with places that are no places")
    func odd() {
        #expect(PDFPageLayout(PDFPageText(id: 1, runs: [])).text(.reading) == "")
        let far = [1e9, -1e9, 0].flatMap { x in [1e9, -1e9, 0].map { TextRun(text: "x y", x: x, y: $0, endX: -x, endY: $0, fontSize: 1e9) }
        }
        let layout = PDFPageLayout(PDFPageText(id: 1, runs: far))
        #expect(!layout.text(.columns).isEmpty)
        #expect(!layout.text(.reading).isEmpty)
        #expect(!PDFTable(layout).rows.isEmpty)
    }

    @Test("what comes again at the head and foot of pages is not body text; what comes once is")
    func runningHeads() {
        let pages = (1...4).map { number in
            PDFPageLayout(
                page(
                    number,
                    [
                        ("The Book of Tides", 100, 780), ("Chapter \(["one", "two", "three", "four"][number - 1]) is here.", 50, 700),
                        ("and ends, differently: \(["a", "b", "c", "d"][number - 1])", 50, 400), ("\(number)", 300, 30),
                    ]))
        }
        var heads = PDFRunningHeads()
        #expect(heads.body(of: pages[0]).count == 4)
        for page in pages { heads.add(page) }
        #expect(heads.body(of: pages[2]).map(\.text) == ["Chapter three is here.", "and ends, differently: c"])
        #expect(heads.isRunning(pages[0].lines[0], of: pages[0]))
        #expect(PDFRunningHeads.pattern("Page 12 of 345") == "page # of #")
        #expect(PDFRunningHeads.pattern("xiv") == "#")
    }
}

@Suite("Tables by where words stand")
struct TableTests {
    private let lines: [(String, Double, Double)] = [
        ("Number", 50, 700), ("Name", 150, 700), ("Decision", 300, 700),
        ("1001", 50, 680), ("A name that is", 150, 680), ("Approved", 300, 680),
        ("long, and wrap-", 150, 668), ("ped twice", 150, 656),
        ("1002", 50, 640), ("Short", 150, 640), ("Refused", 300, 640), ("1003", 50, 620), ("Refused", 300, 620),
    ]

    @Test("columns are found by whitespace, and a wrapped cell stays one cell")
    func found() {
        let table = PDFTable(PDFPageLayout(page(1, lines)))
        #expect(table.columns == [50, 150, 300])
        #expect(
            table.rows.map(\.cells) == [
                ["Number", "Name", "Decision"], ["1001", "A name that is long, and wrapped twice", "Approved"],
                ["1002", "Short", "Refused"],
                ["1003", "", "Refused"],
            ])
        #expect(table.rows[1].box.height == 34)
    }

    @Test("given edges count, and every line is a row where no column is the key")
    func given() {
        var options = PDFTable.Options()
        options.keyColumn = nil
        let table = PDFTable(PDFPageLayout(page(1, lines)), columns: [250, 40], options: options)
        #expect(table.rows.count == 6)
        #expect(table.rows[1].cells == ["1001 A name that is", "Approved"])
        #expect(PDFTable(PDFPageLayout(page(1, lines)), columns: []).rows.first?.cells == ["Number  Name  Decision"])
    }

    @Test("a table that goes on over pages keeps its columns: where one is empty all down a page, and where a row stands alone")
    func overPages() {
        let first = PDFTable(PDFPageLayout(page(1, lines)))
        let noNames: [(String, Double, Double)] = [
            ("Decisions of the week, and what led to them in each of the cases", 50, 720), ("1004", 50, 700), ("Refused", 300, 700),
            ("1005", 50, 680), ("Approved", 300, 680), ("1006", 50, 660), ("Refused", 300, 660),
        ]
        #expect(PDFTable(PDFPageLayout(page(2, noNames))).rows.last?.cells == ["1006", "Refused"])
        let second = PDFTable(PDFPageLayout(page(2, noNames)), continuing: first)
        #expect(
            second.rows.map(\.cells) == [
                [noNames[0].0], ["1004", "", "Refused"], ["1005", "", "Approved"], ["1006", "", "Refused"],
            ])
        let text: [(String, Double, Double)] = [("A page of words alone, all the way across it from left to right", 50, 700)]
        let third = PDFTable(PDFPageLayout(page(3, text)), continuing: second)
        #expect(third.rows.map(\.cells) == [[text[0].0]])
        let last = PDFTable(PDFPageLayout(page(4, [("1007", 50, 700), ("Short", 150, 700), ("Refused", 300, 700)])), continuing: third)
        #expect(last.rows.map(\.cells) == [["1007", "Short", "Refused"]])
    }

    @Test("another table on the next page has columns of its own")
    func anotherTable() {
        let first = PDFTable(PDFPageLayout(page(1, lines)))
        let other: [(String, Double, Double)] = (0..<4).flatMap { row in
            ["Litres", "sold in May", "120", "1.40"].enumerated().map { ($1, [50.0, 120, 260, 330][$0], 700 - Double(row) * 20) }
        }
        let table = PDFTable(PDFPageLayout(page(2, other)), continuing: first)
        #expect(table.rows.first?.cells == ["Litres", "sold in May", "120", "1.40"])
    }

    @Test("a table ends where the next begins, though its last cell could go on with that one’s lines")
    func oneBelowAnother() {
        func row(_ row: Int, _ cells: [(String, Double)]) -> [(String, Double, Double)] { cells.map { ($0, $1, 700 - Double(row) * 12) } }
        let dates = (0..<5).flatMap { row($0, [("0\($0)/07", 50), ("Town \($0)", 120)]) }
        let head = row(5, [("Sales of all towns in litres, with their prices at the end of the month", 120)])
        let sales = (6..<11).flatMap { row($0, [("Town \($0)", 120), ("\($0)0", 260), ("1.\($0)", 330)]) }
        let table = PDFTable(PDFPageLayout(page(1, dates + head + sales)))
        #expect(table.rows.last?.cells == ["Town 10", "100", "1.10"])
        #expect(table.rows.first?.cells == ["00/07", "Town 0"])
    }

    @Test("very many letters that touch are one word, printed once or twice")
    func longWord() {
        let letters = (0..<3_000).map { place in
            TextRun(text: ["a", "b", "c"][place % 3], x: Double(place) * 5, y: 100, endX: Double(place) * 5 + 5, fontSize: 10)
        }
        let once = PDFPageLayout(PDFPageText(id: 1, runs: letters)).words.map(\.text)
        #expect(once == [String(repeating: "abc", count: 1_000)])
    }

    @Test("a line at a height that no page has is no trouble for running heads")
    func farLines() {
        var heads = PDFRunningHeads()
        for y in [1e300, -1e300, 5e19, 1e9] {
            let layout = PDFPageLayout(PDFPageText(id: 1, runs: [TextRun(text: "far", x: 0, y: y, endX: 20, fontSize: 10)]))
            for _ in 0..<3 { heads.add(layout) }
            #expect(heads.body(of: layout).isEmpty)
        }
    }
}
