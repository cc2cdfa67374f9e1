import Testing

@testable import PDFText

@Suite("Forms are read where a page draws them")
struct FormTests {
    private let page = "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>/XObject<</X 6 0 R/Y 7 0 R>>>>>>"

    private func file(_ content: String, formsFirst: Bool = false, _ forms: (inout SamplePDF) -> Void) -> [UInt8] {
        var file = SamplePDF()
        if formsFirst { forms(&file) }
        file.add(3, page)
        file.addFlate(5, content)
        file.add(4, SamplePDF.helvetica)
        if !formsFirst { forms(&file) }
        return file.finished()
    }

    @Test("a form is read whether it comes before its page or after, with its matrix", arguments: [true, false])
    func order(formsFirst: Bool) {
        let bytes = file("q 2 0 0 2 100 0 cm /X Do Q", formsFirst: formsFirst) { file in
            let entries = "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Matrix[1 0 0 1 5 7]"
            file.addFlate(6, "BT /F1 9 Tf 1 2 Td (20110029648) Tj ET", entries: entries)
            file.add(7, "null")
        }
        let reading = read(bytes)
        #expect(reading.texts == ["20110029648"])
        let run = reading.finals.first?.runs.first
        #expect(run?.x == 112)
        #expect(run?.y == 18)
        #expect(run?.fontSize == 18)
    }

    @Test("a form inside itself is drawn once; what a form sets is gone behind it")
    func cycles() {
        let bytes = file("BT /F1 9 Tf ET /X Do BT (end) Tj ET") { file in
            let entries = "/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F1 4 0 R>>/XObject<</X 6 0 R/Y 7 0 R>>>>"
            file.addFlate(6, "q q 3 0 0 3 0 0 cm BT /F1 5 Tf (one) Tj ET /Y Do", entries: entries)
            file.addFlate(7, "BT /F1 5 Tf (two) Tj ET /X Do /Y Do", entries: entries)
        }
        let reading = read(bytes)
        #expect(reading.texts == ["one", "two", "end"])
        #expect(reading.finals.first?.runs.last?.fontSize == 9)
    }

    @Test("forms are drawn at most so often as the bound says, and so deep")
    func bounds() {
        let many = file(String(repeating: "/X Do ", count: 50)) { file in
            file.addFlate(6, "BT /F1 9 Tf (a) Tj ET", entries: "/Subtype/Form/BBox[0 0 9 9]")
            file.add(7, "null")
        }
        var limits = PDFLimits()
        limits.pageForms = 20
        let reading = read(many, limits: limits)
        #expect(reading.texts.count == 20)
        #expect(reading.warnings.map(\.code) == [.limit])

        let deep = file("/X Do") { file in
            for depth in 0..<20 {
                let next = "/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F1 4 0 R>>/XObject<</X \(depth == 0 ? 20 : 20 + depth) 0 R>>>>"
                file.addFlate(depth == 0 ? 6 : 19 + depth, "BT /F1 9 Tf (\(depth)) Tj ET /X Do", entries: next)
            }
            file.addFlate(39, "BT /F1 9 Tf (last) Tj ET", entries: "/Subtype/Form/BBox[0 0 9 9]")
        }
        let depths = read(deep)
        #expect(depths.texts == (0..<16).map { "\($0)" })
        #expect(depths.warnings.map(\.code) == [.limit])
    }

    @Test("marked content that a form leaves open ends with it: the text that it stands for is not that of what follows")
    func openMarkedContent() {
        let entries = "/Subtype/Form/BBox[0 0 99 99]/Resources<</Font<</F1 4 0 R>>>>"
        let bytes = file("/X Do /Span<</ActualText(other)>>BDC BT /F1 9 Tf 0 50 Td (span) Tj ET EMC BT 0 90 Td (end) Tj ET") { file in
            file.addFlate(6, "/Span<</ActualText(open)>>BDC BT /F1 9 Tf (form) Tj ET", entries: entries)
            file.add(7, "null")
        }
        #expect(read(bytes).texts == ["form", "other", "end"])
        // Replacement text around a form also replaces the form's text.
        let around = file("/Span<</ActualText(whole)>>BDC /X Do BT /F1 9 Tf (a) Tj ET EMC BT 0 90 Td (end) Tj ET") { file in
            file.addFlate(6, "/Span<</ActualText(open)>>BDC BT /F1 9 Tf (form) Tj ET", entries: entries)
            file.add(7, "null")
        }
        #expect(read(around).texts == ["whole", "end"])
    }

    @Test("marked content that a page leaves open ends before its annotations")
    func openMarkedContentOfPage() {
        var file = SamplePDF()
        file.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>/Annots[9 0 R]>>")
        file.add(4, SamplePDF.helvetica)
        file.addFlate(5, "/Span<</ActualText(open)>>BDC BT /F1 9 Tf (page) Tj ET")
        file.add(9, "<</Type/Annot/Subtype/Widget/Rect[100 200 140 220]/AP<</N 8 0 R>>>>")
        file.addFlate(8, "/Span<</ActualText(Ada)>>BDC BT /F1 10 Tf (A) Tj ET EMC", entries: "/Subtype/Form/BBox[0 0 20 10]")
        #expect(read(file.finished()).texts == ["page", "Ada"])
    }

    @Test("what a form field shows stands in its rectangle, unless it is hidden or not asked for")
    func annotations() {
        func bytes(flags: Int) -> [UInt8] {
            var file = SamplePDF()
            file.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>/Annots[9 0 R]>>")
            file.add(4, SamplePDF.helvetica)
            file.addFlate(5, "BT /F1 9 Tf (Name:) Tj ET")
            file.add(9, "<</Type/Annot/Subtype/Widget/F \(flags)/Rect[100 200 140 220]/AS/On/AP<</N<</On 8 0 R/Off 7 0 R>>>>>>")
            file.addFlate(8, "/Tx BMC BT /F1 10 Tf 2 4 Td (Ada) Tj ET EMC", entries: "/Subtype/Form/BBox[0 0 20 10]")
            return file.finished()
        }
        let reading = read(bytes(flags: 4))
        #expect(reading.texts == ["Name:", "Ada"])
        #expect(reading.finals.first?.runs.last.map { [$0.x, $0.y, $0.fontSize] } == [104, 208, 20])
        #expect(read(bytes(flags: 2)).texts == ["Name:"])
        var stream = PDFTextStream(includesAnnotations: false)
        var texts: [String] = []
        #expect(throws: Never.self) {
            try stream.append(bytes(flags: 4)) { if case .final(let page) = $0 { texts = page.runs.map(\.text) } }
            try stream.finish { _ in }
        }
        #expect(texts == ["Name:"])
    }

    @Test("a field shows its value once a page, and fields that share a long one are bounded")
    func sharedValues() {
        func bytes(_ annotations: String) -> [UInt8] {
            var file = SamplePDF()
            file.add(8, "<</FT/Tx/Kids[20 0 R]/V(\(String(repeating: "v", count: 100)))>>")
            for number in 20..<100 { file.add(number, "<</Type/Annot/Subtype/Widget/Parent 8 0 R/Rect[100 200 140 220]>>") }
            file.add(4, SamplePDF.helvetica)
            file.addStream(5, "BT /F1 9 Tf (Name:) Tj ET")
            file.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>/Annots[\(annotations)]>>")
            return file.finished()
        }
        var limits = PDFLimits()
        limits.pageGlyphs = 1_000
        let again = read(bytes(String(repeating: "20 0 R ", count: 50)), limits: limits)
        #expect(again.error == nil)
        #expect(again.texts == ["Name:", String(repeating: "v", count: 100)])
        let many = read(bytes((20..<100).map { "\($0) 0 R " }.joined()), limits: limits)
        #expect(many.error?.description.contains("glyphs of a page, 1000") == true)
    }

    /// A page with labels, each 9 points, and fields with an appearance of 9 points in their rectangle.
    private func sheet(_ labels: [(String, Int, Int)], _ fields: [(String, Int, Int, Int)], entries: String = "") -> [UInt8] {
        var file = SamplePDF()
        let numbers = fields.indices.map { "\(20 + $0) 0 R" }.joined(separator: " ")
        file.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>/Annots[\(numbers)]>>")
        file.add(4, SamplePDF.helvetica)
        file.addStream(5, "BT /F1 9 Tf " + labels.map { "1 0 0 1 \($0.1) \($0.2) Tm (\($0.0)) Tj " }.joined() + "ET")
        for (index, (text, x, y, width)) in fields.enumerated() {
            let place = "/Rect[\(x) \(y - 3) \(x + width) \(y + 11)]"
            file.add(20 + index, "<</Type/Annot/Subtype/Widget\(entries)\(place)/AP<</N \(40 + index) 0 R>>>>")
            file.addStream(40 + index, "BT /F1 9 Tf 2 3 Td \(text) ET", entries: "/Subtype/Form/BBox[0 0 \(width) 14]")
        }
        return file.finished()
    }

    @Test("the value of a field comes behind its label: beside it, or above it")
    func labels() throws {
        let beside = sheet(
            [("Name", 50, 700), ("Street", 50, 680), ("Remarks of the office", 50, 600)],
            [("(Ada) Tj", 120, 700, 90), ("(12 Quay) Tj", 120, 681, 90), ("(Harbour) Tj", 120, 666, 90)])
        #expect(read(beside).texts == ["Name", "Ada", "Street", "12 Quay", "Harbour", "Remarks of the office"])
        let above = sheet(
            [("Name", 50, 700), ("Street", 50, 660), ("End", 50, 620)], [("(Ada) Tj", 50, 684, 90), ("(12 Quay) Tj", 50, 644, 90)])
        #expect(read(above).texts == ["Name", "Ada", "Street", "12 Quay", "End"])
        // The columns of a table keep their heads together.
        let table = sheet(
            [("Item", 50, 700), ("Price", 150, 700), ("Sum", 50, 600)],
            [("(Oar) Tj", 50, 684, 60), ("(9.50) Tj", 150, 684, 60), ("(Rope) Tj", 50, 668, 60), ("(4.00) Tj", 150, 668, 60)])
        #expect(read(table).texts == ["Item", "Price", "Oar", "9.50", "Rope", "4.00", "Sum"])
    }

    @Test("a box that is ticked comes before the label behind it; a field without a label stays at the end")
    func ticked() {
        let bytes = sheet(
            [("Member", 50, 700), ("yes", 116, 700), ("no", 166, 700), ("Below", 50, 660)],
            [("(x) Tj", 150, 700, 12), ("(Ada) Tj", 300, 500, 80)])
        #expect(read(bytes).texts == ["Member", "yes", "x", "no", "Below", "Ada"])
    }

    @Test("the characters of a comb field are one text, an empty cell is a blank")
    func comb() {
        let letters = "(M) Tj 12 0 Td (e) Tj 12 0 Td (l) Tj 24 0 Td (T) Tj 12 0 Td (o) Tj"
        let comb = "/FT/Tx/Ff 16777216/MaxLen 10"
        #expect(read(sheet([("Name", 50, 700)], [(letters, 120, 700, 120)], entries: comb)).texts == ["Name", "Mel To"])
        #expect(read(sheet([("Name", 50, 700)], [(letters, 120, 700, 120)])).texts.count == 6)
    }
}
