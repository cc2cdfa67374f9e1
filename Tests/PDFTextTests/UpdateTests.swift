import Testing

@testable import PDFText

@Suite("Updates and the tree of pages")
struct UpdateTests {
    private func content(_ text: String) -> String { "BT /F1 9 Tf 50 700 Td (\(text)) Tj ET" }

    @Test("contents that an update replaces make the page final again, with the same id")
    func contents() {
        var file = SamplePDF.page(content("old"))
        file.add("%%EOF\n")
        file.addFlate(5, content("new"))
        let reading = read(file.finished())
        #expect(reading.texts == ["old", "new"])
        #expect(Set(reading.finals.map(\.id)).count == 1)
        #expect(reading.warnings.isEmpty)
        #expect(reading.provisionals.isEmpty)
    }

    @Test("a page object that an update replaces is read anew, and only handed out if its text differs")
    func pageObject() {
        var file = SamplePDF.page(content("old"))
        file.add(3, "<</Type/Page/Parent 2 0 R/Contents[5 0 R 7 0 R]/Annots[]/Resources<</Font<</F1 4 0 R>>>>>>")
        file.addFlate(7, content("more"))
        #expect(read(file.finished()).finals.map { $0.runs.map(\.text) } == [["old"], ["old", "more"]])

        var same = SamplePDF.page(content("old"))
        same.add(3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots[8 0 R]/Resources<</Font<</F1 4 0 R>>>>>>")
        same.add(8, "<</Type/Annot/Subtype/Link/Rect[0 0 1 1]>>")
        same.addStream(5, Array(content("old").utf8))
        #expect(read(same.finished()).texts == ["old"])
    }

    @Test("an array of contents that an update replaces changes its page, whether that is final or waits", arguments: [true, false])
    func contentsArray(isFinal: Bool) {
        var file = SamplePDF()
        file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        file.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        file.add(8, "[5 0 R]")
        file.add(3, "<</Type/Page/Parent 2 0 R/Contents 8 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        if isFinal { file.add(4, SamplePDF.helvetica) }
        file.addFlate(5, content("old"))
        file.add("%%EOF\n")
        file.add(8, "[5 0 R 9 0 R]")
        file.addFlate(9, content("new"))
        if !isFinal { file.add(4, SamplePDF.helvetica) }
        let reading = read(file.finished())
        #expect(reading.finals.map { $0.runs.map(\.text) } == (isFinal ? [["old"], ["old", "new"]] : [["old", "new"]]))
        #expect(Set(reading.finals.map(\.id)).count == 1)
    }

    @Test("an array of contents whose number an update gives to a stream is that stream")
    func contentsArrayBecomesStream() {
        var file = SamplePDF.page("null")
        file.add(8, "[9 0 R]")
        file.add(3, "<</Type/Page/Parent 2 0 R/Contents 8 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        file.addFlate(9, content("old"))
        file.add("%%EOF\n")
        file.addFlate(8, content("new"))
        #expect(read(file.finished()).kept.map { $0.runs.map(\.text) } == [["new"]])
    }

    @Test("a font that an update replaces changes the text of the pages that use it")
    func font() {
        var file = SamplePDF.page(content("2"))
        file.add(4, "<</Type/Font/Subtype/Type1/Encoding<</Differences[50/A]>>>>")
        #expect(read(file.finished()).texts == ["2", "A"])
    }

    @Test("a page that an update takes out of the tree is withdrawn")
    func removed() {
        var file = SamplePDF.page(content("one"))
        file.add(8, "<</Type/Page/Parent 2 0 R/Contents 9 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        file.addFlate(9, content("two"))
        file.add(2, "<</Type/Pages/Kids[8 0 R]/Count 1>>")
        let reading = read(file.finished())
        #expect(reading.texts == ["one", "two"])
        let ids = reading.finals.map(\.id)
        #expect(reading.events.suffix(2) == [.withdrawn(id: ids[0]), .pages([ids[1]])])
    }

    @Test("the order of the tree is told at the end, and a page's number at once where the tree came first")
    func order() {
        func page(_ number: Int) -> String { "<</Type/Page/Parent 2 0 R/Contents \(number) 0 R/Resources<</Font<</F1 4 0 R>>>>>>" }
        func file(treeFirst: Bool) -> [UInt8] {
            var file = SamplePDF()
            func addTree(_ file: inout SamplePDF) {
                file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
                file.add(2, "<</Type/Pages/Kids[30 0 R 20 0 R]/Count 3>>")
                file.add(30, "<</Type/Pages/Parent 2 0 R/Kids[12 0 R 11 0 R]/Count 2>>")
                file.add(20, "<</Type/Pages/Parent 2 0 R/Kids[10 0 R 2 0 R]/Count 2>>")
            }
            if treeFirst { addTree(&file) }
            file.add(4, SamplePDF.helvetica)
            for number in [10, 11, 12] {
                file.add(number, page(number + 30))
                file.addFlate(number + 30, content("\(number)"))
            }
            if !treeFirst { addTree(&file) }
            return file.finished()
        }
        let late = read(file(treeFirst: false))
        #expect(late.texts == ["10", "11", "12"])
        #expect(late.finals.map(\.pageNumber) == [nil, nil, nil])
        #expect(late.events.last == .pages([late.finals[2].id, late.finals[1].id, late.finals[0].id]))
        let early = read(file(treeFirst: true))
        #expect(early.finals.map(\.pageNumber) == [3, 2, 1])
    }

    @Test("pages that stand in their parent's array themselves are pages")
    func direct() {
        var file = SamplePDF()
        file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        file.add(4, SamplePDF.helvetica)
        file.add(
            2, "<</Type/Pages/Resources<</Font<</F1 4 0 R>>>>/Kids[<</Type/Page/Contents 5 0 R>><</Type/Page/Contents 6 0 R>>]/Count 2>>")
        file.addFlate(6, content("b"))
        file.addFlate(5, content("a"))
        let reading = read(file.finished())
        #expect(reading.texts == ["b", "a"])
        #expect(reading.finals.map(\.pageNumber) == [2, 1])
    }

    /// How the page tree of a long file is written: one node before or after the pages, nodes of ten pages before their pages, pages inline
    /// in their parent's array, a separate array of kids.
    enum TreeShape: CaseIterable { case first, last, amongPages, direct, listLast }

    @Test("walking the tree costs a few steps a page, wherever its nodes stand", arguments: TreeShape.allCases)
    func work(_ shape: TreeShape) throws {
        func steps(pages count: Int) throws -> Int {
            let bytes = longFile(shape, pages: count)
            var stream = PDFTextStream()
            var numbers: [Int?] = []
            func take(_ event: PDFTextEvent) { if case .final(let page) = event { numbers.append(page.pageNumber) } }
            try stream.append(bytes, take)
            try stream.finish(take)
            #expect(numbers.count == count)
            // Known at once if the nodes before a page have arrived.
            switch shape {
            case .first, .direct: #expect(numbers == Array(1...count))
            case .amongPages: #expect(Array(numbers.prefix(10)) == Array(1...10))
            case .last, .listLast: #expect(numbers.allSatisfy { $0 == nil })
            }
            return stream.engine.tree.work
        }
        let few = try steps(pages: 200)
        let many = try steps(pages: 400)
        #expect(few >= 200)
        #expect(few <= 200 * 4)
        #expect(many <= few * 2 + 10)
    }

    private func longFile(_ shape: TreeShape, pages count: Int) -> [UInt8] {
        var file = SamplePDF()
        let numbers = (0..<count).map { 1_000 + $0 * 2 }
        func kids(_ numbers: some Sequence<Int>) -> String { numbers.map { "\($0) 0 R" }.joined(separator: " ") }
        file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        file.add(4, SamplePDF.helvetica)
        let resources = "/Resources<</Font<</F1 4 0 R>>>>"
        switch shape {
        case .first: file.add(2, "<</Type/Pages/Kids[\(kids(numbers))]/Count \(count)>>")
        case .amongPages: file.add(2, "<</Type/Pages/Kids[\(kids(100..<100 + count / 10))]/Count \(count)>>")
        case .direct:
            let pages = numbers.map { "<</Type/Page/Contents \($0 + 1) 0 R>>" }.joined()
            file.add(2, "<</Type/Pages\(resources)/Kids[\(pages)]/Count \(count)>>")
        case .listLast: file.add(2, "<</Type/Pages/Kids 3 0 R/Count \(count)>>")
        case .last: break
        }
        for (place, number) in numbers.enumerated() {
            if shape == .amongPages, place % 10 == 0 {
                file.add(100 + place / 10, "<</Type/Pages/Parent 2 0 R/Kids[\(kids(numbers[place..<place + 10]))]/Count 10>>")
            }
            if shape != .direct { file.add(number, "<</Type/Page/Parent 2 0 R/Contents \(number + 1) 0 R\(resources)>>") }
            file.addStream(number + 1, Array(content("\(place)").utf8))
        }
        if shape == .last { file.add(2, "<</Type/Pages/Kids[\(kids(numbers))]/Count \(count)>>") }
        if shape == .listLast { file.add(3, "[\(kids(numbers))]") }
        return file.finished()
    }

    @Test("an object that turns out to be no page, and a node that comes again, change the numbers of later pages")
    func changes() {
        var file = SamplePDF()
        file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        file.add(2, "<</Type/Pages/Kids[10 0 R 11 0 R 12 0 R]/Count 3>>")
        file.add(4, SamplePDF.helvetica)
        func addPage(_ number: Int) {
            file.add(number, "<</Type/Page/Parent 2 0 R/Contents \(number + 30) 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
            file.addFlate(number + 30, content("\(number)"))
        }
        addPage(12)
        // It had been counted as a page; its second page takes the number of the following one.
        file.add(11, "<</Type/Pages/Kids[13 0 R 14 0 R]/Count 2>>")
        addPage(14)
        file.add(2, "<</Type/Pages/Kids[11 0 R 10 0 R]/Count 3>>")
        addPage(10)
        addPage(13)
        let reading = read(file.finished())
        #expect(reading.texts == ["12", "14", "10", "13"])
        #expect(reading.finals.map(\.pageNumber) == [3, 3, 3, 1])
    }

    @Test("what was fetched ahead is known at once, and what it replaces is never handed out")
    func ahead() throws {
        var file = SamplePDF()
        file.add(3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        file.addFlate(5, content("old"))
        let body = file.bytes
        file.add(4, "<</Type/Font/Subtype/Type1/Encoding<</Differences[50/A]>>>>")
        file.addFlate(5, content("2"))
        file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        file.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        let bytes = file.finished()
        for cut in [1, 3, 7, bytes.count] {
            var stream = PDFTextStream()
            try stream.foresee(Array(bytes[body.count...]), at: body.count)
            var events: [PDFTextEvent] = []
            for start in stride(from: 0, to: bytes.count, by: cut) {
                try stream.append(Array(bytes[start..<min(start + cut, bytes.count)])) { events.append($0) }
            }
            try stream.finish { events.append($0) }
            guard case .final(let page)? = events.first else {
                Issue.record("not final first")
                return
            }
            #expect(page.runs.map(\.text) == ["A"])
            #expect(page.pageNumber == 1)
            #expect(events.dropFirst() == [.pages([page.id])])
        }
    }

    @Test("a cross-reference table tells what is worth fetching before the body: fonts and pages, not contents")
    func ranges() throws {
        var file = SamplePDF()
        var places: [Int: Int] = [:]
        func add(_ number: Int, _ body: (inout SamplePDF) -> Void) {
            places[number] = file.bytes.count
            body(&file)
        }
        add(5) { $0.addStream(5, Array(content("2").utf8)) }
        add(6) { $0.addStream(6, [UInt8](repeating: 0x20, count: 50_000), entries: "/Subtype/Image") }
        add(4) { $0.add(4, "<</Type/Font/Subtype/Type1/Encoding 7 0 R>>") }
        add(7) { $0.add(7, "<</Differences[50/A]>>") }
        add(3) { $0.add(3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>") }
        add(2) { $0.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>") }
        add(1) { $0.add(1, "<</Type/Catalog/Pages 2 0 R>>") }
        let section = file.bytes.count
        func entry(_ number: Int) -> String {
            let digits = "\(places[number] ?? 0)"
            return String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        file.add("xref\n0 8\n0000000000 65535 f \n" + (1...7).map(entry).joined())
        file.add("trailer\n<</Size 8/Root 1 0 R>>\nstartxref\n\(section)\n%%EOF\n")
        let bytes = file.bytes

        var stream = PDFTextStream()
        try stream.foresee(Array(bytes.suffix(40)), at: bytes.count - 40)
        var fetched = 0
        for _ in 0..<10 {
            let ranges = stream.rangesWorthFetching(size: bytes.count)
            if ranges.isEmpty { break }
            for range in ranges {
                fetched += range.count
                try stream.foresee(Array(bytes[range]), at: range.lowerBound)
            }
        }
        #expect(fetched > 0)
        #expect(fetched < 2_000)
        var texts: [String] = []
        try stream.append(Array(bytes[..<places[6, default: 0]])) { if case .final(let page) = $0 { texts += page.runs.map(\.text) } }
        #expect(texts == ["A"])
    }
}
