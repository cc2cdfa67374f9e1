import Testing

@testable import PDFText

@Suite("Every bound is kept, and named when it is hit")
struct LimitTests {
    private func page(_ data: [UInt8], filter: String = "/Filter/FlateDecode") -> [UInt8] {
        var file = SamplePDF()
        file.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        file.add(4, SamplePDF.helvetica)
        file.addStream(5, data, entries: filter)
        return file.finished()
    }

    private func hit(_ bytes: [UInt8], _ change: (inout PDFLimits) -> Void = { _ in }) -> String? {
        var limits = PDFLimits()
        change(&limits)
        let reading = Reading(bytes, cut: 4_096, limits: limits)
        #expect(reading.error?.code == .limit || reading.error == nil)
        return reading.error?.description
    }

    @Test("a bomb is stopped by its ratio, a chain of two as well")
    func ratio() {
        let once = SamplePDF.deflated([UInt8](repeating: 0x20, count: 8_000_000))
        #expect(hit(page(once)) { $0.ratio = 500 }?.contains("decoded bytes per stored byte of a stream, 500") == true)
        let twice = page(SamplePDF.deflated(once), filter: "/Filter[/FlateDecode/FlateDecode]")
        #expect(hit(twice)?.contains("decoded bytes per stored byte of a stream, 1000") == true)
    }

    @Test("contents that compress very well are read")
    func harmless() {
        let rows = "BT /F1 9 Tf " + String(repeating: "(2011) Tj ", count: 80_000) + "ET"
        let reading = Reading(page(SamplePDF.deflated(Array(rows.utf8))), cut: 4_096)
        #expect(reading.error == nil)
        #expect(reading.texts.count == 80_000)
    }

    @Test("decoded bytes of a stream, and of the document")
    func decoded() {
        let data = SamplePDF.deflated((0..<300_000).map { UInt8($0 * 7_919 >> 4 & 0x7F) })
        #expect(hit(page(data)) { $0.streamBytes = 200_000 }?.contains("decoded bytes of a stream, 200000") == true)
        #expect(hit(page(data)) { $0.documentBytes = 100_000 }?.contains("decoded bytes of the document, 100000") == true)
        #expect(hit(page(data, filter: ""))?.contains("x") != true)
    }

    @Test("a page whose resources have very many fonts is read, and one that names too many as far as the bound goes")
    func manyFonts() throws {
        func page(_ count: Int) -> [UInt8] {
            var file = SamplePDF()
            let fonts = (0..<count).map { "/F\($0) 4 0 R" }.joined()
            file.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<<\(fonts)>>>>>>")
            file.add(4, SamplePDF.helvetica)
            file.addFlate(5, "BT " + (0..<count).map { "/F\($0) 9 Tf (\($0)) Tj " }.joined() + "ET")
            return file.finished()
        }
        var limits = PDFLimits()
        limits.fontWork = 20_000
        let many = Reading(page(400), cut: 4_096, limits: limits)
        #expect(many.error == nil)
        #expect(many.texts == (0..<400).map { "\($0)" })
        #expect(many.warnings.isEmpty)
        let tooMany = Reading(page(1_200), cut: 4_096)
        #expect(tooMany.error == nil)
        #expect(tooMany.texts.count == 1_200)
        try #require(tooMany.warnings.map(\.code) == [.limit])
        #expect(tooMany.warnings[0].losesText)
    }

    @Test("a stream without end is not held: its text operators are counted, its window stays")
    func endless() throws {
        var stream = PDFTextStream()
        var file = SamplePDF()
        file.add(3, "<</Type/Page/Contents 5 0 R>>")
        file.add("5 0 obj <<>> stream\n")
        try stream.append(file.bytes) { _ in }
        let piece = Array(String(repeating: "BT (20110029648) Tj ET\n", count: 4_000).utf8)
        var error: PDFError?
        for _ in 0..<1_000 where error == nil {
            do { try stream.append(piece) { _ in } } catch { #expect(error is PDFError) }
            do { try stream.append([]) { _ in } } catch let problem as PDFError { error = problem }
        }
        #expect(error?.description.contains("bytes of a page's text operators") == true)
    }

    @Test("a stream of no interest may be of any length")
    func skipped() throws {
        var stream = PDFTextStream()
        var file = SamplePDF.page("BT /F1 9 Tf (a) Tj ET")
        file.add("9 0 obj <</Subtype/Image>> stream\n")
        try stream.append(file.bytes) { _ in }
        let piece = [UInt8](repeating: 0x65, count: 1 << 20)
        for _ in 0..<64 { try stream.append(piece) { _ in } }
        var warnings = 0
        try stream.finish { if case .warning = $0 { warnings += 1 } }
        #expect(warnings == 1)
    }

    @Test("nesting, values, tokens, objects")
    func objects() {
        var file = SamplePDF()
        file.add(7, String(repeating: "[", count: 200_000))
        #expect(Reading(file.finished(), cut: 4_096).warnings.first?.detail.contains("nesting of arrays and dictionaries, 100") == true)

        var wide = SamplePDF()
        wide.add(7, "[" + String(repeating: "1 ", count: 1_100) + "]")
        var limits = PDFLimits()
        limits.objectValues = 1_000
        limits.tokenBytes = 10_000
        #expect(
            Reading(wide.finished(), cut: 4_096, limits: limits).warnings.map(\.detail).first?.contains("values of an object, 1000") == true
        )

        var long = SamplePDF()
        long.add(7, "(" + String(repeating: "a", count: 20_000))
        #expect(
            Reading(long.finished(), cut: 4_096, limits: limits).warnings.map(\.detail).first?.contains("bytes of a token, 10000") == true)

        var many = SamplePDF()
        for number in 1..<400 { many.add(number, "<</Differences[1/a/b/c]>>") }
        #expect(hit(many.finished()) { $0.objects = 300 }?.contains("objects, 300") == true)
        limits.objectBytes = 10_000
        let full = Reading(many.finished(), cut: 4_096, limits: limits)
        #expect(full.warnings.map(\.detail).first?.contains("bytes of all objects that are kept, 10000") == true)
        #expect(full.warnings.count == 1)
        var pages = SamplePDF()
        for number in 1..<100 { pages.add(number, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>") }
        #expect(hit(pages.finished()) { $0.objectBytes = 10_000 }?.contains("bytes of all objects that are kept, 10000") == true)
    }

    @Test("glyphs and operators of a page, text that waits, entries of a map")
    func text() {
        let shows = Array("BT /F1 9 Tf ".utf8) + Array(String(repeating: "(abcdefghij) Tj ", count: 200).utf8)
        #expect(hit(page(shows, filter: "")) { $0.pageGlyphs = 1_000 }?.contains("glyphs of a page, 1000") == true)
        #expect(hit(page(shows, filter: "")) { $0.pageOperators = 100 }?.contains("operators of a page, 100") == true)
        #expect(hit(page(shows, filter: "")) { $0.pageTextBytes = 1_000 }?.contains("text operators, 1000") == true)
        #expect(hit(page(shows, filter: "")) { $0.heldTextBytes = 1_000 }?.contains("waits for its fonts, 1000") == true)

        var file = SamplePDF()
        file.addFlate(6, "begincmap beginbfchar " + (0..<200).map { _ in "<01> <0041> " }.joined())
        #expect(hit(file.finished()) { $0.mapEntries = 100 }?.contains("entries of a ToUnicode map, 100") == true)
        #expect(hit(file.finished()) { $0.wholeStreamBytes = 1_000 }?.contains("ToUnicode map, 1000") == true)
    }

    @Test("a page is read although strings, arrays and objects beyond the bounds stand before and behind it")
    func beyond() {
        var limits = PDFLimits()
        (limits.tokenBytes, limits.objectValues, limits.objectBytes) = (10_000, 1_000, 20_000)
        func file(_ junk: (inout SamplePDF) -> Void) -> [UInt8] {
            var file = SamplePDF()
            file.add(4, SamplePDF.helvetica)
            junk(&file)
            file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
            file.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
            file.add(3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
            file.addStream(5, "BT /F1 9 Tf (ok) Tj ET")
            junk(&file)
            return file.finished()
        }
        let junk: [(inout SamplePDF) -> Void] = [
            { $0.add(9, "(\(String(repeating: "a(", count: 20_000))") },
            { $0.add(9, "<\(String(repeating: "41", count: 20_000))>") },
            { $0.add(9, "[\(String(repeating: "1 ", count: 20_000))]") },
            { $0.add(9, String(repeating: "[]", count: 20_000)) },
            { for number in 100..<400 { $0.add(number, "<</Type/Font/Subtype/Type1/BaseFont/X/Encoding/WinAnsiEncoding>>") } },
        ]
        for (index, junk) in junk.enumerated() {
            let reading = Reading(file(junk), cut: 4_096, limits: limits)
            #expect(reading.error == nil, "\(index)")
            #expect(reading.kept.flatMap { $0.runs.map(\.text) } == ["ok"], "\(index)")
            #expect(Set(reading.warnings.map(\.code)) == [.limit], "\(index)")
        }
    }

    @Test(
        "a token of contents that is too long is left out, and no more",
        arguments: [
            "(\(String(repeating: "a\\)", count: 10_000))) Tj", "<\(String(repeating: "41", count: 10_000))> Tj",
            "/Span<</ActualText(\(String(repeating: "()", count: 10_000)))>>BDC EMC", "data:\(String(repeating: "QUJD", count: 10_000)) n",
            "%\(String(repeating: "(", count: 20_000))\n",
        ])
    func longToken(_ token: String) {
        var limits = PDFLimits()
        limits.tokenBytes = 10_000
        // Tokens are read in windows of 64 KB.
        let filler = String(repeating: "1 0 0 RG\n", count: 9_000)
        let content = "BT /F1 9 Tf (before) Tj \(filler)\(token.prefix(60_000)) (behind) Tj ET"
        let long = "BT /F1 9 Tf (before) Tj \(token.replacing("QUJD", with: String(repeating: "QUJD", count: 4))) (behind) Tj ET"
        for content in [content, long] {
            let reading = Reading(SamplePDF.page(content).finished(), cut: 4_096, limits: limits)
            #expect(reading.error == nil)
            #expect(reading.texts.first == "before")
            #expect(reading.texts.last == "behind")
        }
    }

    @Test("a map with a string beyond the bound is read up to it")
    func mapWithLongString() {
        var limits = PDFLimits()
        limits.tokenBytes = 10_000
        let map = "begincmap 1 beginbfchar <32> <0058> endbfchar (\(String(repeating: "(", count: 20_000))"
        var file = SamplePDF.page(
            "BT /F1 9 Tf (2) Tj ET", font: "<</Type/Font/Subtype/Type1/BaseFont/X/Encoding/WinAnsiEncoding/ToUnicode 6 0 R>>")
        file.addFlate(6, map)
        #expect(Reading(file.finished(), cut: 4_096, limits: limits).texts == ["X"])
    }

    @Test("what is known when a bound is hit is handed out before the error, from the document too")
    func known() throws {
        var file = SamplePDF()
        file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        file.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        file.add(3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        file.addStream(5, "BT /F1 9 Tf (ok) Tj ET")
        for number in 10..<99 { file.add(number, "null") }
        file.add(4, SamplePDF.helvetica)
        var limits = PDFLimits()
        limits.objects = 50
        let reading = Reading(file.finished(), cut: 4_096, limits: limits)
        #expect(reading.error?.code == .limit)
        #expect(reading.kept.flatMap { $0.runs.map(\.text) } == ["ok"])
        let document = try PDFDocument(bytes: file.finished(), limits: limits)
        #expect(document.pages.flatMap { $0.runs.map(\.text) } == ["ok"])
        #expect(document.warnings.map(\.code) == [.limit])
        limits.objects = 2
        #expect(throws: PDFError.self) { try PDFDocument(bytes: file.finished(), limits: limits) }
    }

    @Test("many pages that share long contents are bounded")
    func sharedContents() {
        var file = SamplePDF()
        for number in 10..<60 { file.add(number, "<</Type/Page/Contents 5 0 R>>") }
        file.addFlate(5, String(repeating: "(abcdefghij) Tj ", count: 2_000))
        #expect(hit(file.finished()) { $0.runTextBytes = 500_000 }?.contains("bytes of text operators that are run, 500000") == true)
    }

    @Test("pages that share contents beyond a bound are bounded too, when what is known is handed out")
    func sharedContentsBeyond() {
        var file = SamplePDF()
        for number in 10..<60 { file.add(number, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>") }
        file.addFlate(5, String(repeating: "(abcdefghij) Tj ", count: 2_000))
        file.add(4, SamplePDF.helvetica)
        var limits = PDFLimits()
        (limits.pageGlyphs, limits.runTextBytes) = (1_000, 200_000)
        var stream = PDFTextStream(limits: limits)
        var error: PDFError?
        do { try stream.append(file.finished()) { _ in } } catch let problem { error = problem as? PDFError }
        #expect(error?.description.contains("glyphs of a page, 1000") == true)
        // Pages after the limit aren't run.
        #expect(stream.engine.ranBytes > 200_000)
    }

    @Test("a tree with more pages, or more levels, than the bounds loses none: the bound is named, and pages stand as in the file")
    func tree() {
        var wide = SamplePDF.page("BT /F1 9 Tf (last) Tj ET")
        for number in [10, 11] { wide.add(number, "<</Type/Page/Parent 2 0 R/Contents 12 0 R/Resources<</Font<</F1 4 0 R>>>>>>") }
        wide.addStream(12, "BT /F1 9 Tf (first) Tj ET")
        wide.add(2, "<</Type/Pages/Kids[\(String(repeating: "10 0 R 11 0 R ", count: 40))3 0 R]/Count 81>>")
        var limits = PDFLimits()
        limits.pageTreeNodes = 50
        let many = Reading(wide.finished(), cut: 4_096, limits: limits)
        #expect(many.warnings.map(\.detail) == ["limit reached: nodes of the page tree, 50; pages stand in the order of the file"])
        #expect(many.kept.flatMap { $0.runs.map(\.text) }.sorted() == ["first", "first", "last"])

        var deep = SamplePDF()
        deep.add(1, "<</Type/Catalog/Pages 10 0 R>>")
        for number in 10..<40 { deep.add(number, "<</Type/Pages/Kids[\(number + 1) 0 R]/Count 1>>") }
        deep.add(40, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        deep.add(4, SamplePDF.helvetica)
        deep.addStream(5, "BT /F1 9 Tf (deep) Tj ET")
        limits.nesting = 20
        let low = Reading(deep.finished(), cut: 4_096, limits: limits)
        #expect(low.warnings.map(\.detail) == ["limit reached: levels of the page tree, 20; pages stand in the order of the file"])
        #expect(low.kept.flatMap { $0.runs.map(\.text) } == ["deep"])
    }

    @Test("a stream that no page needs, and that hits a bound of its own, costs itself and not the document")
    func unusedStreams() throws {
        let number = SamplePDF.deflated(Array(String(repeating: "1.5 ", count: 5_000).utf8))
        let streams: [(bound: String, data: [UInt8], filter: String, change: (inout PDFLimits) -> Void)] = [
            ("filters of a stream, 8", [0x78], "/Filter[\(String(repeating: "/ASCIIHexDecode", count: 9))]", { _ in }),
            ("operators of a page, 100", Array(String(repeating: "q Q ", count: 100).utf8), "", { $0.pageOperators = 100 }),
            ("bytes of a page's text operators, 1000", number, "/Filter/FlateDecode", { $0.pageTextBytes = 1_000 }),
            ("decoded bytes of a stream, 9000", number, "/Filter/FlateDecode", { $0.streamBytes = 9_000 }),
            (
                "decoded bytes per stored byte of a stream, 50", number, "/Filter/FlateDecode",
                { ($0.ratio, $0.ratioFreeBytes) = (50, 5_000) }
            ),
        ]
        for (bound, data, filter, change) in streams {
            for form in ["", "/Subtype/Form/BBox[0 0 9 9]"] {
                var file = SamplePDF()
                file.addStream(20, data, entries: filter + form)
                file.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
                file.add(4, SamplePDF.helvetica)
                file.addStream(5, "BT /F1 9 Tf (ok) Tj ET")
                var limits = PDFLimits()
                change(&limits)
                let reading = read(file.finished(), limits: limits)
                #expect(reading.error == nil, "\(bound)")
                #expect(reading.texts == ["ok"], "\(bound)")
                #expect(reading.warnings.map(\.code) == [.limit], "\(bound)")
                #expect(reading.warnings.first?.detail.contains("\(bound); object 20") == true, "\(bound)")
            }
        }
    }

    @Test("a page whose contents were left out before it was known says so; text of no page that is too much is no guess")
    func leftOutContents() {
        var file = SamplePDF()
        file.addStream(6, String(repeating: "q Q ", count: 100))
        file.add(3, "<</Type/Page/Contents[6 0 R 5 0 R]/Resources<</Font<</F1 4 0 R>>>>>>")
        file.add(4, SamplePDF.helvetica)
        file.addStream(5, "BT /F1 9 Tf (ok) Tj ET")
        var limits = PDFLimits()
        limits.pageOperators = 100
        let reading = read(file.finished(), limits: limits)
        #expect(reading.texts == ["ok"])
        #expect(reading.warnings.map(\.code) == [.limit, .noText])

        var long = SamplePDF()
        long.addStream(6, "BT " + String(repeating: "(abcdefghij) Tj ", count: 200) + "ET")
        long.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        long.add(4, SamplePDF.helvetica)
        long.addStream(5, "BT /F1 9 Tf (ok) Tj ET")
        var few = PDFLimits()
        few.pageGlyphs = 1_000
        let short = read(long.finished(), limits: few)
        #expect(short.error == nil)
        #expect(short.texts == ["ok"])
        #expect(short.provisionals.isEmpty)
    }

    @Test("streams that are left out are work too: what their filters made counts for the document")
    func leftOutStreamsCount() {
        let bomb = SamplePDF.deflated(SamplePDF.deflated([UInt8](repeating: 0x20, count: 8_000_000)))
        var file = SamplePDF()
        for number in 20..<40 { file.addStream(number, bomb, entries: "/Filter[/FlateDecode/FlateDecode]") }
        #expect(hit(file.finished()) { $0.documentBytes = 10_000_000 }?.contains("decoded bytes of the document") == true)
    }

    @Test("the drawings of glyphs are not kept, and no page's text is lost for them")
    func glyphProcedures() {
        var file = SamplePDF()
        for number in 100..<200 {
            file.addStream(number, "500 0 0 0 20 20 d\(number % 2) q 20 0 0 20 0 0 cm BT /F1 9 Tf (shape) Tj ET Q")
        }
        file.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        file.add(4, SamplePDF.helvetica)
        file.addStream(5, "BT /F1 9 Tf (ok) Tj ET")
        var limits = PDFLimits()
        limits.heldTextBytes = 2_000
        let reading = read(file.finished(), limits: limits)
        #expect(reading.error == nil)
        #expect(reading.texts == ["ok"])
        #expect(reading.provisionals.isEmpty)

        // The contents of a known page are read with any first bytes; without a known page, some are not recognised.
        var odd = SamplePDF()
        odd.addStream(6, "500 0 d0 BT /F1 9 Tf (early) Tj ET")
        odd.add(3, "<</Type/Page/Contents[5 0 R 6 0 R]/Resources<</Font<</F1 4 0 R>>>>>>")
        odd.add(4, SamplePDF.helvetica)
        odd.addStream(5, "500 0 d0 BT /F1 9 Tf (ok) Tj ET")
        let kept = read(odd.finished())
        #expect(kept.texts == ["ok"])
        #expect(kept.warnings.map(\.code) == [.noText])
    }

    @Test("what pages wait for is counted")
    func waiting() {
        func file(pages: Int) -> [UInt8] {
            var file = SamplePDF()
            file.add(4, SamplePDF.helvetica)
            file.addStream(5, "BT /F1 9 Tf (ok) Tj ET")
            file.add(9, "[\((0..<500).map { "\(10_000 + $0) 0 R" }.joined(separator: " "))]")
            for number in 20..<20 + pages {
                file.add(number, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>/Annots 9 0 R>>")
            }
            return file.finished()
        }
        #expect(hit(file(pages: 2)) { $0.objectBytes = 100_000 } == nil)
        #expect(hit(file(pages: 20)) { $0.objectBytes = 100_000 }?.contains("bytes of all objects that are kept") == true)
    }

    @Test(
        "streams that objects name as fonts do are counted, also where the objects are not kept",
        arguments: ["/FontFile ", "/ToUnicode ", "/CIDToGIDMap ", "/FontDescriptor ", "/FT/Ch/Opt "])
    func wantedStreams(key: String) {
        var file = SamplePDF()
        for number in 10..<1_010 { file.add(number, "<</Type/Annot\(key)\(number + 5_000) 0 R>>") }
        #expect(hit(file.finished()) { $0.objectBytes = 20_000 }?.contains("bytes of all objects that are kept") == true)
    }

    @Test("a page that names one stream very often is bounded")
    func repeated() {
        var file = SamplePDF()
        file.add(3, "<</Type/Page/Contents[\(String(repeating: "5 0 R ", count: 50_000))]>>")
        file.addFlate(5, String(repeating: "(abcdefghij) Tj ", count: 2_000))
        #expect(hit(file.finished())?.contains("bytes of a page's text operators") == true)
    }
}
