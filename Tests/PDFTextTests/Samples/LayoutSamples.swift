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
