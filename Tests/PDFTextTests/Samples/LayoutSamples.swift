import PDFText

/// Points 5 and 6: reading order, paragraphs, running heads, and tables.
extension PDFSample {
    static let layout: [PDFSample] = [
        PDFSample(
            "layout-columns", "two columns under a title, drawn row by row, read one after the other",
            """
            A title that stands across both of the columns of this page

            the first column begins here and
            goes on for some lines of text that
            ends at the foot of the first column
            with these words.

            and here is the second column that
            is read when the first one is done
            even though its lines stand beside
            those of the first.
            """, style: .layout(.reading)
        ) { file in
            var content = "BT /F1 9 Tf 1 0 0 1 60 720 Tm (A title that stands across both of the columns of this page) Tj "
            for (index, (left, right)) in zip(first, second).enumerated() {
                let y = 700 - index * 12
                content += "1 0 0 1 50 \(y) Tm (\(left)) Tj 1 0 0 1 230 \(y) Tm (\(right)) Tj "
            }
            file.page(content + "ET")
        },
        PDFSample(
            "layout-beside", "a table, a chart beside it that is drawn behind it, and a head that is drawn last",
            "Prices of the week\n\nIowa  1.35  1.38\nOhio  1.48  1.49\nUtah  2.85  2.99\nMaine  3.70  3.71\n\n2.60\n2.40\n2.20\n2.00\n\nJan  Feb",
            style: .layout(.reading)
        ) { file in
            let states = [("Iowa", "1.35", "1.38"), ("Ohio", "1.48", "1.49"), ("Utah", "2.85", "2.99"), ("Maine", "3.70", "3.71")]
            let rows = states.enumerated().map { index, row in
                let y = 700 - 12 * index
                return "1 0 0 1 50 \(y) Tm (\(row.0)) Tj 1 0 0 1 120 \(y) Tm (\(row.1)) Tj 1 0 0 1 170 \(y) Tm (\(row.2)) Tj"
            }
            let labels = ["2.60", "2.40", "2.20", "2.00"].enumerated().map { "1 0 0 1 300 \(694 - 13 * $0) Tm (\($1)) Tj" }
            let chart = labels.joined(separator: " ") + " 1 0 0 1 330 642 Tm (Jan) Tj 1 0 0 1 380 642 Tm (Feb) Tj"
            file.page("BT /F1 9 Tf \(rows.joined(separator: " ")) \(chart) 1 0 0 1 50 740 Tm (Prices of the week) Tj ET")
        },
        PDFSample(
            "layout-columns-drawn", "a table that is drawn column by column: read row by row",
            "1001  Ready  12 June\n1002  Sent  13 June\n1003  Open  14 June\n1004  Ready  15 June", style: .layout(.reading)
        ) { file in
            let columns = [
                (50, ["1001", "1002", "1003", "1004"]), (120, ["Ready", "Sent", "Open", "Ready"]),
                (200, ["12 June", "13 June", "14 June", "15 June"]),
            ]
            let shows = columns.map { x, cells in
                cells.enumerated().map { "1 0 0 1 \(x) \(700 - 12 * $0) Tm (\($1)) Tj" }.joined(separator: " ")
            }
            file.page("BT /F1 9 Tf \(shows.joined(separator: " ")) ET")
        },
        PDFSample(
            "layout-addresses", "addresses beside each other, of other lines each or below heads of their own: one after the other",
            "From\nAdelaide Weir\n21 Mill Lane\nLeeds\n\nTo\nThe Tide Works\n5 Harbour Road\nHull\nYorkshire\n\nOffice:\nMill Lane 1\nLeeds\n\n"
                + "Bank:\nTide and Sons\nHull\n\nName:  Ada\nDate:  3 May\nTotal:  12.50",
            style: .layout(.reading)
        ) { file in
            func lines(_ x: Int, _ y: Int, _ lines: [String]) -> String {
                lines.enumerated().map { "1 0 0 1 \(x) \(y - 12 * $0) Tm (\($1)) Tj" }.joined(separator: " ")
            }
            let blocks = [
                lines(50, 700, ["From", "Adelaide Weir", "21 Mill Lane", "Leeds"]),
                lines(300, 700, ["To", "The Tide Works", "5 Harbour Road", "Hull", "Yorkshire"]),
                lines(50, 600, ["Office:", "Mill Lane 1", "Leeds"]), lines(300, 600, ["Bank:", "Tide and Sons", "Hull"]),
                lines(50, 500, ["Name:", "Date:", "Total:"]), lines(300, 500, ["Ada", "3 May", "12.50"]),
            ]
            file.page("BT /F1 9 Tf \(blocks.joined(separator: " ")) ET")
        },
        PDFSample(
            "layout-table-scattered", "a table whose first column is drawn first, and the rest row by row from below: read row by row",
            (1...7).map { "0\($0)/07  Town \($0)  \($0)\($0)  Closed" }.joined(separator: "\n"), style: .layout(.reading)
        ) { file in
            let dates = (1...7).map { "1 0 0 1 50 \(700 - 12 * $0) Tm (0\($0)/07) Tj" }
            let rest = (1...7).reversed().map { row in
                let cells = [(250, "Closed"), (120, "Town \(row)"), (200, "\(row)\(row)")]
                return cells.map { "1 0 0 1 \($0) \(700 - 12 * row) Tm (\($1)) Tj" }.joined(separator: " ")
            }
            file.page("BT /F1 9 Tf \(dates.joined(separator: " ")) \(rest.joined(separator: " ")) ET")
        },
        PDFSample(
            "layout-columns-wide", "columns of Chinese, whose lines have few characters: as wide as prose, and read as that",
            "一二三一二三一二三三三三\n一二三一二三一二三二二二\n一二三一二三一二三一一一\n一一一二二二三三三\n\n"
                + "三二一三二一三二一一一一\n三二一三二一三二一二二二\n三二一三二一三二一三三三\n三三三二二二一一一",
            style: .layout(.reading)
        ) { file in
            let columns = [
                (50, ["abcabcabcccc", "abcabcabcbbb", "abcabcabcaaa", "aaabbbccc"]),
                (200, ["cbacbacbaaaa", "cbacbacbabbb", "cbacbacbaccc", "cccbbbaaa"]),
            ]
            let shows = columns.map { x, lines in
                lines.enumerated().map { "1 0 0 1 \(x) \(700 - 12 * $0) Tm (\($1)) Tj" }.joined(separator: " ")
            }
            file.page(
                "BT /F1 9 Tf \(shows.joined(separator: " ")) ET",
                font: named("Helvetica", "/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[97/uni4E00/uni4E8C/uni4E09]>>"))
        },
        PDFSample(
            "layout-uneven-columns", "two columns close to each other, whose lines aren't level, above a line that crosses them",
            """
            the first column begins here and
            goes on for some lines of text that
            ends at the foot of the first column
            with these words.

            and here is the second column that
            is read when the first one is done
            even though its lines stand beside
            those of the first.

            A line that stands across both of the columns, below them, to the end of the right one
            """,
            style: .layout(.reading)
        ) { file in
            var content = "BT /F1 9 Tf "
            for (index, line) in first.enumerated() { content += "1 0 0 1 50 \(700 - index * 12) Tm (\(line)) Tj " }
            for (index, line) in second.enumerated() { content += "1 0 0 1 202 \(695 - index * 12) Tm (\(line)) Tj " }
            file.page(content + "1 0 0 1 50 640 Tm (\(across)) Tj ET")
        },
        PDFSample(
            "layout-line-numbers", "prose whose lines are numbered in the margin: the numbers are no part of it",
            numbered.joined(separator: "\n").replacing("copy-\nright ", with: "copyright\n") + "\n\n"
                + (1...9).map { "\($0)" }.joined(separator: "\n"),
            style: .layout(.reading)
        ) { file in
            var content = "BT /F1 9 Tf "
            for (index, line) in numbered.enumerated() { content += "1 0 0 1 80 \(700 - index * 12) Tm (\(line)) Tj " }
            for index in 0..<9 { content += "1 0 0 1 60 \(700 - index * 12) Tm (\(index + 1)) Tj " }
            file.page(content + "ET")
        },
        PDFSample(
            "layout-drop-cap", "a large first letter beside two lines",
            "The first letter stands\nbeside two lines of it\nand no more than these.", style: .layout(.reading)
        ) { file in
            file.page(
                "BT /F1 30 Tf 50 688 Td (T) Tj /F1 9 Tf 22 12 Td (he first letter stands) Tj 0 -12 Td (beside two lines of it) Tj "
                    + "-22 -12 Td (and no more than these.) Tj ET")
        },
        PDFSample(
            "layout-paragraphs", "paragraphs by indents and gaps",
            """
            One sentence that is long enough
            and its end.

            Another one after an indent
            goes on.

            And a third below a gap.
            """, style: .layout(.reading)
        ) { file in
            file.page(
                "BT /F1 10 Tf 50 700 Td (One sentence that is long enough) Tj 0 -12 Td (and its end.) Tj 20 -12 Td "
                    + "(Another one after an indent) Tj -20 -12 Td (goes on.) Tj 0 -34 Td (And a third below a gap.) Tj ET")
        },
        PDFSample(
            "layout-hyphens", "words divided at the end of a line, and a hyphen that belongs to its word",
            "a letter\nthat is\nwell-\nKnown here",
            style: .layout(.reading)
        ) { file in
            file.page("BT /F1 10 Tf 50 700 Td (a let-) Tj 0 -12 Td (ter that is) Tj 0 -12 Td (well-) Tj 0 -12 Td (Known here) Tj ET")
        },
        PDFSample(
            "layout-running-heads", "heads, feet and page numbers that come again on every page: left out on request",
            "Chapter one\n\u{C}\nChapter two\n\u{C}\nChapter three", style: .body
        ) { file in
            file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
            file.add(2, "<</Type/Pages/Kids[10 0 R 12 0 R 14 0 R]/Count 3/Resources<</Font<</F1 4 0 R>>>>>>")
            file.add(4, SamplePDF.helvetica)
            for (index, word) in ["one", "two", "three"].enumerated() {
                file.add(10 + index * 2, "<</Type/Page/Parent 2 0 R/Contents \(11 + index * 2) 0 R>>")
                let head = "BT /F1 9 Tf 1 0 0 1 50 780 Tm (The Book of Tides) Tj 1 0 0 1 50 400 Tm (Chapter \(word)) Tj"
                file.addStream(11 + index * 2, "\(head) 1 0 0 1 300 30 Tm (\(index + 1)) Tj ET")
            }
            file.finish()
        },
        PDFSample(
            "table-columns", "a table drawn column by column, as it looks",
            "20110029640  Approved\n20110029641  Refused\n20110029642  Approved",
            style: .layout(.reading)
        ) { file in
            var content = "BT /F1 9 Tf "
            for row in 0..<3 { content += "1 0 0 1 50 \(700 - row * 14) Tm (2011002964\(row)) Tj " }
            for row in 0..<3 { content += "1 0 0 1 200 \(700 - row * 14) Tm (\(row == 1 ? "Refused" : "Approved")) Tj " }
            file.page(content + "ET")
        },
        PDFSample(
            "table-wrapped-cell", "a cell of three lines stays one cell; a row without a name",
            "Number | Name | Decision\n1001 | A name that is long, and wrapped twice | Approved\n1002 | Short | Refused\n1003 |  | Refused",
            style: .table
        ) { file in
            file.page("BT /F1 9 Tf " + cells.map { "1 0 0 1 \($0.1) \($0.2) Tm (\($0.0)) Tj " }.joined() + "ET")
        },
        PDFSample(
            "table-ruled", "a table whose lines tell its cells: a wrapped key, two columns close together",
            "Key | A | B\na key that wraps | 1 | 2\nother | 3 | 4", style: .table
        ) { file in
            var content = "q 1 w 40 710 m 150 710 l 40 690 m 150 690 l 40 660 m 150 660 l 40 640 m 150 640 l S "
            for x in [40, 110, 130] { content += "\(x) 640 1 70 re f " }
            content += "150 640 m 150 710 l S Q BT /F1 9 Tf "
            for (text, x, y) in [
                ("Key", 50, 696), ("A", 118, 696), ("B", 138, 696), ("a key that", 50, 678), ("1", 122, 678), ("2", 132, 678),
                ("wraps", 50, 666), ("other", 50, 646), ("3", 118, 646), ("4", 138, 646),
            ] { content += "1 0 0 1 \(x) \(y) Tm (\(text)) Tj " }
            file.page(content + "ET")
        },
        PDFSample(
            "table-three-rules", "rules above and below the head and at the foot: between them each line is a row",
            "Place | Height | Range\nAlma | 2.31 | 1.8\nCove | 2.9 | 2.44\nJura | 3.07 | 2.6\nKells | 1.95 | 1.2", style: .table
        ) { file in
            let rules = [712, 698, 640].map { "50 \($0) m 220 \($0) l S " }.joined()
            file.page(
                "1 w " + rules
                    + placed(
                        at: [50, 120, 180], from: 702,
                        [
                            ["Place", "Height", "Range"], ["Alma", "2.31", "1.8"], ["Cove", "2.9", "2.44"], ["Jura", "3.07", "2.6"],
                            ["Kells", "1.95", "1.2"],
                        ]))
        },
        PDFSample(
            "table-several", "two tables with columns of their own, and text between them",
            "1001 | Approved | 2.0\n1002 | Refused | 3.5\n1003 | Approved | 4.1\nThe second table says when each of them was looked at\n"
                + "1001 | 12 May\n1002 | 14 May\n1003 | 15 May",
            style: .table
        ) { file in
            file.page(
                placed(
                    at: [50, 110, 190], from: 700,
                    [["1001", "Approved", "2.0"], ["1002", "Refused", "3.5"], ["1003", "Approved", "4.1"]])
                    + placed(at: [50], from: 655, [["The second table says when each of them was looked at"]])
                    + placed(at: [70, 150], from: 638, [["1001", "12 May"], ["1002", "14 May"], ["1003", "15 May"]]))
        },
        PDFSample(
            "table-middle-cells", "short cells in the middle of their row beside wrapped ones, under a head that spans two columns",
            "Seen and decided\nKey | Reason | Sum\n1001 | a reason that takes three lines of its cell | 20.5\n"
                + "1002 | another one that takes two | 31.7",
            style: .table
        ) { file in
            file.page(
                placed(at: [60], from: 716, [["Seen and decided"]]) + placed(at: [50, 110, 200], from: 702, [["Key", "Reason", "Sum"]])
                    + placed(at: [110], from: 685, leading: 11, [["a reason that"], ["takes three lines"], ["of its cell"]])
                    + placed(at: [50, 200], from: 674, [["1001", "20.5"]])
                    + placed(at: [110], from: 648, leading: 11, [["another one that"], ["takes two"]])
                    + placed(at: [50, 200], from: 642.5, [["1002", "31.7"]]))
        },
        PDFSample(
            "table-numbers-meet-words", "a column of numbers whose right edge is nearly the left one of the next",
            "A-1 | 1,250,000 | Warehouse rent\nA-2 | 875 | Tools\nA-3 | 10,004,118 | Insurance for boats\nA-4 | 31 | Paper", style: .table
        ) { file in
            let rows = [
                ("A-1", 155.52, "1,250,000", "Warehouse rent"), ("A-2", 183.32, "875", "Tools"),
                ("A-3", 149.96, "10,004,118", "Insurance for boats"), ("A-4", 188.88, "31", "Paper"),
            ]
            var content = "BT /F1 10 Tf "
            for (index, (key, x, number, words)) in rows.enumerated() {
                for (place, text) in [(60, key), (x, number), (201.2, words)] {
                    content += "1 0 0 1 \(place) \(700 - index * 14) Tm (\(text)) Tj "
                }
            }
            file.page(content + "ET")
        },
    ]

    /// Rows of text, each cell at the left edge of its column.
    private static func placed(at edges: [Int], from y: Double, leading: Double = 14, _ rows: [[String]]) -> String {
        var content = "BT /F1 9 Tf "
        for (index, row) in rows.enumerated() {
            for (x, text) in zip(edges, row) { content += "1 0 0 1 \(x) \(y - Double(index) * leading) Tm (\(text)) Tj " }
        }
        return content + "ET "
    }

    private static let across = "A line that stands across both of the columns, below them, to the end of the right one"
    private static let numbered = [
        "not much would be changed if the copy-", "right of these lines were to end today,", "as nobody has read them until now, and",
        "each of them is as long as the others", "are, so that it looks like a page of a", "book whose lines somebody has numbered",
        "for those who cite it. It goes on until", "there are nine of them, and then comes", "the end of the page, with a full stop.",
    ]
    private static let first = [
        "the first column begins here and", "goes on for some lines of text that", "ends at the foot of the first col-",
        "umn with these words.",
    ]
    private static let second = [
        "and here is the second column that", "is read when the first one is done", "even though its lines stand beside",
        "those of the first.",
    ]
    private static let cells: [(String, Int, Int)] = [
        ("Number", 50, 700), ("Name", 150, 700), ("Decision", 300, 700),
        ("1001", 50, 680), ("A name that is", 150, 680), ("Approved", 300, 680),
        ("long, and wrap-", 150, 668), ("ped twice", 150, 656),
        ("1002", 50, 640), ("Short", 150, 640), ("Refused", 300, 640), ("1003", 50, 620), ("Refused", 300, 620),
    ]
}
