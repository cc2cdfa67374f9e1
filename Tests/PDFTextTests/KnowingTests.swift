import Testing

@testable import PDFText

@Suite("Text is handed out as soon as it is known, and not as final before")
struct KnowingTests {
    private let page = "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>"
    private let content = "BT /F1 9 Tf 50 700 Td (20110029648 Issued) Tj ET"

    @Test("text is provisional while its font is missing, and final with the same id when it comes", arguments: [true, false])
    func fontLast(pageFirst: Bool) {
        var file = SamplePDF()
        if pageFirst { file.add(3, page) }
        file.addFlate(5, content)
        if !pageFirst { file.add(3, page) }
        file.add(4, "<</Type/Font/Subtype/Type1/BaseFont/X/Encoding<</Differences[50/A]>>>>")
        let reading = read(file.finished())
        #expect(reading.provisionals.map { $0.runs.map(\.text) } == [["20110029648 Issued"]])
        #expect(reading.finals.map { $0.runs.map(\.text) } == [["A01100A9648 Issued"]])
        #expect(reading.provisionals.map(\.id) == reading.finals.map(\.id))
        #expect(reading.events.count == 2)
    }

    @Test("text is final at once when its font came before, and before the bytes that follow")
    func fontFirst() throws {
        let bytes = SamplePDF.page(content).bytes
        var stream = PDFTextStream()
        var events: [PDFTextEvent] = []
        try stream.append(bytes) { events.append($0) }
        #expect(events.count == 1)
        guard case .final? = events.first else {
            Issue.record("not final")
            return
        }
    }

    @Test("nothing is guessed for codes that don't look like words, or a font known to have codes of its own")
    func noGuess() {
        var file = SamplePDF()
        file.add(3, page)
        file.addFlate(5, "BT /F1 9 Tf <0102030405> Tj ET")
        file.add(4, SamplePDF.helvetica)
        #expect(read(file.finished()).provisionals.isEmpty)

        var shuffled = SamplePDF()
        shuffled.addFlate(5, "BT /F1 9 Tf (%*#$!!&+-'\\(/5,.:;%) Tj ET")
        shuffled.add(3, page)
        shuffled.add(4, SamplePDF.helvetica)
        #expect(read(shuffled.finished()).provisionals.isEmpty)

        var pending = SamplePDF()
        pending.add(3, page)
        pending.add(4, "<</Type/Font/Subtype/Type1/BaseFont/X/Encoding/WinAnsiEncoding/ToUnicode 6 0 R>>")
        pending.addFlate(5, content)
        pending.addFlate(6, "begincmap 1 beginbfchar <32> <0058> endbfchar")
        let reading = read(pending.finished())
        #expect(reading.provisionals.isEmpty)
        #expect(reading.texts == ["X01100X9648 Issued"])
    }

    @Test("resources are inherited from the nearest parent that has some, and a parent that is its own does no harm")
    func inherited() {
        var file = SamplePDF()
        file.add(3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R>>")
        file.addFlate(5, content)
        file.add(2, "<</Type/Pages/Parent 1 0 R/Kids[3 0 R]>>")
        file.add(4, "<</Type/Font/Subtype/Type1/Encoding<</Differences[50/A]>>>>")
        file.add(1, "<</Type/Pages/Kids[2 0 R]/Resources<</Font 9 0 R>>>>")
        file.add(9, "<</F1 4 0 R>>")
        #expect(read(file.finished()).texts == ["A01100A9648 Issued"])

        var cycle = SamplePDF()
        cycle.add(2, "<</Type/Pages/Parent 2 0 R>>")
        cycle.add(3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R>>")
        cycle.addFlate(5, content)
        #expect(read(cycle.finished()).texts == ["20110029648 Issued"])
    }

    @Test("pages come in the order in which their contents came")
    func order() {
        var file = SamplePDF()
        for number in [5, 6, 7] { file.addFlate(number, "BT /F1 9 Tf (page \(number)) Tj ET") }
        for (number, part) in [(11, 7), (12, 5), (13, 6)] {
            file.add(number, "<</Type/Page/Contents \(part) 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        }
        file.add(4, SamplePDF.helvetica)
        #expect(read(file.finished()).texts == ["page 5", "page 6", "page 7"])
    }

    @Test("two pages may share their contents, also when the second comes after the first is final")
    func shared() {
        var file = SamplePDF.page(content)
        file.add(8, page)
        file.add(2, "<</Type/Pages/Kids[3 0 R 8 0 R]/Count 2>>")
        let reading = read(file.finished())
        #expect(reading.texts == ["20110029648 Issued", "20110029648 Issued"])
        #expect(Set(reading.finals.map(\.id)).count == 2)
    }

    @Test("contents are given up when too many are kept, and a page that would share them says so")
    func givenUp() {
        var file = SamplePDF.page(content)
        file.add(8, page)
        var limits = PDFLimits()
        limits.sharedTextBytes = 100
        let reading = read(file.finished(), limits: limits)
        #expect(reading.texts == ["20110029648 Issued"])
        #expect(reading.warnings.map(\.code) == [.limit])
    }

    @Test("every page is final once, an empty one too")
    func emptyPages() {
        var file = SamplePDF.page("0 0 m 5 5 l S")
        file.add(8, "<</Type/Page/Parent 2 0 R>>")
        file.add(9, "<</Type/Page/Parent 2 0 R/Contents 77 0 R>>")
        file.add(2, "<</Type/Pages/Kids[3 0 R 8 0 R 9 0 R]/Count 3>>")
        #expect(read(file.finished()).finals.count == 3)
    }
}
