import Testing

@testable import PDFText

@Suite("A whole document")
struct DocumentTests {
    private func sample() -> [UInt8] {
        var file = SamplePDF()
        file.add(4, SamplePDF.helvetica)
        for (number, text) in [(10, "second"), (11, "first"), (12, "third")] {
            file.add(number, "<</Type/Page/Parent 2 0 R/Contents \(number + 10) 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
            file.addFlate(number + 10, "BT /F1 9 Tf (\(text)) Tj ET")
        }
        file.add(2, "<</Type/Pages/Kids[11 0 R 10 0 R 12 0 R]/Count 3>>")
        file.add(1, "<</Type/Catalog/Pages 2 0 R/Outlines 30 0 R/Names<</Dests 40 0 R>>/PageLabels 50 0 R>>")
        file.add(30, "<</Type/Outlines/First 31 0 R/Last 32 0 R>>")
        file.add(31, "<</Title(Beginning)/Parent 30 0 R/Next 32 0 R/First 33 0 R/Dest[11 0 R/XYZ 0 0 0]>>")
        file.add(33, "<</Title<FEFF00C900740061007400>/Parent 31 0 R/Dest(there)/Next 31 0 R>>")
        file.add(32, "<</Title(End)/Parent 30 0 R/A<</S/GoTo/D[12 0 R/Fit]>>/Next 31 0 R>>")
        file.add(40, "<</Kids[41 0 R 40 0 R]>>")
        file.add(41, "<</Names[(there)<</D[10 0 R/Fit]>>]>>")
        file.add(50, "<</Nums[0<</S/r>>1<</S/D/P(A-)/St 4>>]>>")
        file.add(60, "<</Title(\\215Caf\\351\\216)/Author 61 0 R/CreationDate(D:20260427)>>")
        file.add(61, "(Ada)")
        return file.finished(trailer: "<</Root 1 0 R/Info 60 0 R>>")
    }

    @Test("pages come in the order of the tree, with the text that the stream gives")
    func pages() throws {
        let document = try PDFDocument(bytes: sample())
        #expect(document.pageCount == 3)
        #expect(document.pages.map { $0.runs.map(\.text) } == [["first"], ["second"], ["third"]])
        #expect(document.pages.map(\.pageNumber) == [1, 2, 3])
        #expect(document.page(at: 3) == nil)
        #expect(document.page(at: -1) == nil)
        let stream = read(sample())
        for page in stream.finals { #expect(document.pages.contains { $0.id == page.id && $0.runs == page.runs }) }
    }

    /// Pages with contents, then a large object, then fonts, pages and tree, the order of most programs.
    private func fontsLast(pages: Int, fonts: Int = 3) -> SamplePDF {
        var file = SamplePDF()
        for page in 0..<pages { file.addStream(100 + page, "BT /F1 9 Tf (Page \(page)) Tj \(String(repeating: "0 0 Td ", count: 50))ET") }
        file.addStream(9, [UInt8](repeating: 0x65, count: PDFTextStream.smallestFile), entries: "/Subtype/Image")
        for font in 0..<fonts { file.add(20 + font, SamplePDF.helvetica) }
        for page in 0..<pages {
            let resources = "/Resources<</Font<</F1 \(20 + page % fonts) 0 R>>>>"
            file.add(1_000 + page, "<</Type/Page/Parent 2 0 R/Contents \(100 + page) 0 R\(resources)>>")
        }
        file.add(2, "<</Type/Pages/Kids[\((0..<pages).map { "\(1_000 + $0) 0 R" }.joined(separator: " "))]/Count \(pages)>>")
        file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        return file
    }

    @Test("a file whose fonts come last is read however long it is: what its end says is known first")
    func fontsAtTheEnd() throws {
        var file = fontsLast(pages: 200)
        file.finish()
        var limits = PDFLimits()
        (limits.heldTextBytes, limits.sharedTextBytes) = (20_000, 10_000)
        #expect(Reading(file.bytes, cut: 4_096, limits: limits).error?.description.contains("waits for its fonts, 20000") == true)
        let document = try PDFDocument(bytes: file.bytes, limits: limits)
        #expect(document.warnings.isEmpty)
        #expect(document.pages.map { $0.runs.map(\.text) } == (0..<200).map { ["Page \($0)"] })
    }

    @Test("a table whose places are wrong costs nothing", arguments: [1, 2, 3, -1, 40])
    func wrongPlaces(shift: Int) throws {
        var file = fontsLast(pages: 20)
        file.finish(shift: shift)
        let document = try PDFDocument(bytes: file.bytes)
        #expect(document.warnings.isEmpty)
        #expect(document.pages.map { $0.runs.map(\.text) } == (0..<20).map { ["Page \($0)"] })
    }

    @Test("metadata, outline and labels, with cycles cut")
    func facts() throws {
        let document = try PDFDocument(bytes: sample())
        #expect(document.metadata.title == "\u{201C}Café\u{201D}")
        #expect(document.metadata.author == "Ada")
        #expect(document.metadata.creationDate == "D:20260427")
        #expect(document.metadata.subject == nil)
        #expect(document.outline.map(\.title) == ["Beginning", "État", "End"])
        #expect(document.outline.map(\.level) == [0, 1, 0])
        #expect(document.outline.map(\.pageIndex) == [0, 1, 2])
        #expect(document.pageLabels == ["i", "A-4", "A-5"])
    }

    @Test("a document without any of that has none, and counts its pages")
    func bare() throws {
        let document = try PDFDocument(bytes: SamplePDF.page("BT /F1 9 Tf (a) Tj ET").finished())
        #expect(document.metadata == PDFMetadata())
        #expect(document.outline.isEmpty)
        #expect(document.pageLabels == ["1"])
    }

    @Test("an outline beyond the bound costs its own entries and no text, and there is a warning")
    func longOutline() throws {
        var file = SamplePDF.page("BT /F1 9 Tf (a) Tj ET")
        file.add(1, "<</Type/Catalog/Pages 2 0 R/Outlines 30 0 R>>")
        file.add(30, "<</Type/Outlines/First 31 0 R>>")
        for number in 31..<300 { file.add(number, "<</Title(Chapter \(number))/Parent 30 0 R/Next \(number + 1) 0 R/Dest[3 0 R/Fit]>>") }
        var limits = PDFLimits()
        limits.objectBytes = 20_000
        let bytes = file.finished()
        let document = try PDFDocument(bytes: bytes, limits: limits)
        #expect(document.pages.map { $0.runs.map(\.text) } == [["a"]])
        #expect(document.warnings.map(\.code) == [.limit])
        #expect(document.warnings.allSatisfy { !$0.losesText })
        let all = try PDFDocument(bytes: bytes)
        #expect(all.outline.count == 269)
        #expect(all.warnings.isEmpty)
        #expect((1..<269).contains(document.outline.count))
    }

    @Test("titles and prefixes that many entries share are bounded, and so are the nodes of a tree that come again and again")
    func sharedTexts() throws {
        var file = SamplePDF.page("BT /F1 9 Tf (a) Tj ET")
        file.add(1, "<</Type/Catalog/Pages 2 0 R/Outlines 30 0 R/Names<</Dests 40 0 R>>/PageLabels<</Nums[0 50 0 R]>>>>")
        file.add(50, "<</S/D/P 99 0 R>>")
        file.add(99, "(\(String(repeating: "x", count: 100_000)))")
        file.add(30, "<</Type/Outlines/First 101 0 R>>")
        for number in 101..<201 { file.add(number, "<</Title 99 0 R/Parent 30 0 R/Next \(number + 1) 0 R/Dest(there)>>") }
        file.add(40, "<</Kids[\(String(repeating: "41 0 R ", count: 100_001))42 0 R]>>")
        file.add(41, "<</Names[]>>")
        file.add(42, "<</Names[(there)[3 0 R/Fit]]>>")
        let document = try PDFDocument(bytes: file.finished())
        #expect(document.pageLabels == [String(repeating: "x", count: 100) + "1"])
        #expect(document.outline.count == 100)
        #expect(document.outline.map(\.title.count) == Array(repeating: 2_000, count: 80) + Array(repeating: 0, count: 20))
        #expect(document.outline.allSatisfy { $0.pageIndex == nil })
    }

    @Test("numbering styles", arguments: [(4, "R", "IV"), (1999, "r", "mcmxcix"), (27, "a", "aa"), (3, "A", "C"), (7, "D", "7")])
    func styles(value: Int, style: String, expected: String) {
        #expect(PageLabelStyle.number(value, style) == expected)
    }
}
