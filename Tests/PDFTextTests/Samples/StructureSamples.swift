import PDFText

/// Point 1: finding objects (ISO 32000-1, 7.5), and handling damage.
extension PDFSample {
    private static let issued = "20110029648 Issued"
    private static let font = "/Resources<</Font<</F1 4 0 R>>>>"

    static let structure: [PDFSample] = [
        PDFSample("structure-xref-table", "a cross-reference table", issued) { $0.page(SamplePDF.row) },
        PDFSample("structure-xref-stream", "a cross-reference stream", issued) { file in
            file.start()
            file.addStream(5, SamplePDF.row)
            file.finishWithStream(8)
        },
        PDFSample("structure-object-stream", "objects in a stream", issued) { file in
            file.addStream(5, SamplePDF.row)
            file.addObjects(
                6,
                [
                    (1, "<</Type/Catalog/Pages 2 0 R>>"), (2, "<</Type/Pages/Kids[3 0 R]/Count 1>>"),
                    (3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R\(font)>>"), (4, SamplePDF.helvetica),
                ])
            file.finishWithStream(8, members: [1, 2, 3, 4], of: 6)
        },
        PDFSample("structure-hybrid", "a table and, for new readers, a cross-reference stream with more objects", issued) { file in
            file.start(contents: "9 0 R")
            file.addStream(9, SamplePDF.row)
            file.addObjects(6, [(10, "<</Of/interest/to/nobody>>")])
            let stream = file.bytes.count
            file.addStream(8, [2, 0, 6, 0], entries: "/Type/XRef/W[1 2 1]/Index[10 1]/Size 11/Root 1 0 R")
            file.finish("/XRefStm \(stream)")
        },
        PDFSample(
            "structure-linearized", "a linearized file of two pages: the first one's objects come first", "first\n\u{C}\nsecond",
            madeElsewhere: true),
        PDFSample("structure-update", "an update that changes a page and puts another before it", "new page\n\u{C}\nnew text") { file in
            file.page("BT /F1 9 Tf 50 700 Td (old text) Tj ET")
            file.addStream(5, "BT /F1 9 Tf 50 700 Td (new text) Tj ET")
            file.add(2, "<</Type/Pages/Kids[8 0 R 3 0 R]/Count 2>>")
            file.add(8, "<</Type/Page/Parent 2 0 R/Contents 9 0 R\(font)>>")
            file.addStream(9, "BT /F1 9 Tf 50 700 Td (new page) Tj ET")
            file.finish()
        },
        PDFSample("structure-no-xref", "no cross-reference table and no trailer", issued) { file in
            file.start()
            file.addStream(5, SamplePDF.row)
            file.add("%%EOF\n")
        },
        PDFSample("structure-wrong-xref", "a table whose places are all wrong", issued) { file in
            file.start()
            file.addStream(5, SamplePDF.row)
            file.finish(shift: 7)
        },
        PDFSample(
            "structure-truncated", "a file that ends in the middle of its second page's contents: all that came",
            "whole\n\u{C}\ncut o", warnings: [.truncated]
        ) { file in
            file.add(3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R\(font)>>")
            file.add(8, "<</Type/Page/Parent 2 0 R/Contents 9 0 R\(font)>>")
            file.add(4, SamplePDF.helvetica)
            file.addStream(5, "BT /F1 9 Tf 50 700 Td (whole) Tj ET")
            file.addStream(9, "BT /F1 9 Tf 50 700 Td (cut o) Tj (ff) Tj ET")
            file.cut(27)
        },
        PDFSample("structure-wrong-length", "a /Length that is too small, and one that is too large", "too\nlong") { file in
            file.start(contents: "[8 0 R 9 0 R]")
            file.addStream(8, "BT /F1 9 Tf 50 700 Td (too) Tj 0 -20 Td", length: "7")
            file.addStream(9, "(long) Tj ET", length: "999")
            file.finish()
        },
        PDFSample("structure-late-length", "a /Length that stands in an object behind the stream", issued) { file in
            file.start()
            file.addStream(5, SamplePDF.row, length: "9 0 R")
            file.add(9, "\(SamplePDF.row.utf8.count)")
            file.finish()
        },
        PDFSample("structure-marker-in-data", "the word endstream inside a stream", "endstream endobj") { file in
            file.page("BT /F1 9 Tf 50 700 Td (endstream endobj) Tj ET")
        },
        PDFSample("structure-no-endobj", "objects without endobj", issued) { file in
            file.page(SamplePDF.row)
            file.bytes = Array(String(decoding: file.bytes, as: UTF8.self).split(separator: "endobj\n").joined().utf8)
        },
        // Found by the fuzzer: when read in one piece, the scanner had passed the position before searching for `endobj` there.
        PDFSample("structure-no-endstream", "a stream without endstream", issued) { file in
            file.start()
            file.add("5 0 obj\n<</Length \(SamplePDF.row.utf8.count)>>\nstream\n\(SamplePDF.row)\nendobj\n")
            file.add(9, "<</Title(What follows is long enough that the file goes on for a while behind the end of the stream)>>")
            file.finish()
        },
        PDFSample("structure-junk", "junk before the header and behind the end", issued) { file in
            file.bytes = Array("HTTP/1.1 200 OK\r\nDate: today\r\n\r\n".utf8) + file.bytes
            file.page(SamplePDF.row)
            file.add("\njunk ( << 7 0")
        },
        PDFSample("structure-line-ends", "lone carriage returns for line ends", issued) { file in
            file.page(SamplePDF.row)
            file.bytes = file.bytes.map { $0 == 0x0A ? 0x0D : $0 }
        },
        PDFSample("structure-contents-parts", "contents in parts, in the array's order; no token goes over a part's end", "one two") {
            file in
            file.start(contents: "[9 0 R 8 0 R]")
            file.addStream(8, "700 Td (one two) Tj ET")
            file.addStream(9, "BT /F1 9 Tf 50")
            file.finish()
        },
        PDFSample("structure-inherited-resources", "resources of the pages' parent", issued) { file in
            file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
            file.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1\(font)>>")
            file.add(3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R>>")
            file.add(4, SamplePDF.helvetica)
            file.addStream(5, SamplePDF.row)
            file.finish()
        },
        PDFSample("structure-page-order", "a tree of pages in another order than the file's", "1\n\u{C}\n2\n\u{C}\n3") { file in
            file.add(4, SamplePDF.helvetica)
            for (number, text) in [(10, "3"), (12, "1"), (14, "2")] {
                file.add(number, "<</Type/Page/Parent 2 0 R/Contents \(number + 1) 0 R\(font)>>")
                file.addStream(number + 1, "BT /F1 9 Tf 50 700 Td (\(text)) Tj ET")
            }
            file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
            file.add(2, "<</Type/Pages/Kids[6 0 R 10 0 R]/Count 3>>")
            file.add(6, "<</Type/Pages/Parent 2 0 R/Kids[12 0 R 14 0 R]/Count 2>>")
            file.finish()
        },
        PDFSample("structure-direct-pages", "pages that stand in their parent's array themselves", "a\n\u{C}\nb") { file in
            file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
            file.add(4, SamplePDF.helvetica)
            let pages = "<</Type/Page/Contents 5 0 R>><</Type/Page/Contents 6 0 R>>"
            file.add(2, "<</Type/Pages\(font)/Kids[\(pages)]/Count 2>>")
            file.addStream(6, "BT /F1 9 Tf 50 700 Td (b) Tj ET")
            file.addStream(5, "BT /F1 9 Tf 50 700 Td (a) Tj ET")
            file.finish()
        },
        PDFSample(
            "structure-deep-nesting", "arrays inside each other, deeper than the bound: what lies deeper is left out, with a warning",
            issued, warnings: [.limit]
        ) { file in
            file.start()
            file.add(9, String(repeating: "[", count: 150) + "/deep" + String(repeating: "]", count: 150))
            file.addStream(5, SamplePDF.row)
            file.finish()
        },
        PDFSample(
            "structure-length1", "contents with a /Length1, as font programs have it, before their page and behind it",
            "before\n\u{C}\nbehind"
        ) {
            file in
            file.addStream(8, "BT /F1 9 Tf 50 700 Td (before) Tj ET", entries: "/Length1 36")
            file.start()
            file.add(9, "<</Type/Page/Parent 2 0 R/Contents 8 0 R\(font)>>")
            file.add(2, "<</Type/Pages/Kids[9 0 R 3 0 R]/Count 2>>")
            file.addStream(5, "BT /F1 9 Tf 50 700 Td (behind) Tj ET", entries: "/Length1 36")
            file.finish()
        },
        PDFSample(
            "structure-taken-for-function", "contents that say to be a function, before their page: left out, with a warning",
            "", warnings: [.noText]
        ) { file in
            file.addStream(5, SamplePDF.row, entries: "/FunctionType 4")
            file.start()
            file.finish()
        },
        PDFSample("structure-missing-contents", "a page whose contents are not in the file: a warning", "", warnings: [.noText]) { file in
            file.start()
            file.finish()
        },
        PDFSample("structure-large-numbers", "objects with numbers beyond those that the format allows", "A01100A9648 Issued") { file in
            file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
            file.add(2, "<</Type/Pages/Kids[9000003 0 R]/Count 1>>")
            let resources = "/Resources<</Font<</F1 70000000004 0 R>>>>"
            file.add("9000003 0 obj\n<</Type/Page/Parent 2 0 R/Contents 9000005 0 R\(resources)>>\nendobj\n")
            file.add("70000000004 0 obj\n\(named("Own", "/Encoding<</Differences[50/A]>>"))\nendobj\n")
            file.add("9000005 0 obj\n<</Length \(SamplePDF.row.utf8.count)>>\nstream\n\(SamplePDF.row)\nendstream\nendobj\n")
            file.finish()
        },
        PDFSample(
            "structure-mangled-words", "damaged words between objects: each costs its own object at most", "one\n\u{C}\ntwo\n\u{C}\nthree"
        ) { file in
            file.start()
            file.add(2, "<</Type/Pages/Kids[3 0 R 13 0 R 23 0 R]/Count 3>>")
            for (number, text) in [(3, "one"), (13, "two"), (23, "three")] {
                file.add(number, "<</Type/Page/Parent 2 0 R/Contents \(number + 2) 0 R\(font)>>")
                file.addStream(number + 2, "BT /F1 9 Tf 50 700 Td (\(text)) Tj ET", length: "0")
                file.add(number + 3, "<</Of/interest/to/nobody>>")
            }
            file.mangle("endstream", ["tream", "ndstrea", ""])
            file.mangle("endobj", ["endobj", "endobj", "ndobj", "endobj", "endobj", ""])
            file.mangle("6 0 obj", ["0 obj", "6 0 bj", "obj"])
            file.finish()
        },
        PDFSample(
            "structure-damaged-node", "a node of the tree of pages that is damaged: its pages stand where it stood",
            "1\n\u{C}\n2\n\u{C}\n3\n\u{C}\n4", warnings: [.damagedObject]
        ) { file in
            file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
            file.add(4, SamplePDF.helvetica)
            for (page, parent) in [(4, 2), (1, 2), (2, 7), (3, 7)] {
                file.add(page * 10, "<</Type/Page/Parent \(parent) 0 R/Contents \(page * 10 + 1) 0 R\(font)>>")
                file.addStream(page * 10 + 1, "BT /F1 9 Tf 50 700 Td (\(page)) Tj ET")
            }
            file.add(7, "<</Type/Pages/Parent 2 0 R/Count 2/Kidz[20 0 R 30 0 R]>>")
            file.add(2, "<</Type/Pages/Kids[10 0 R 7 0 R 40 0 R]/Count 4>>")
            file.finish()
        },
        PDFSample("structure-no-pages", "contents without any page object: read as plain text", issued) { file in
            file.addStream(5, SamplePDF.row)
            file.finish()
        },
    ]
}
