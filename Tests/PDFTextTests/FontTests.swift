import Testing

@testable import PDFText

@Suite("Codes become characters")
struct FontTests {
    private func font(_ entries: String) -> String { "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Ours\(entries)>>" }

    /// A page with font object 4 and additional objects.
    private func text(_ content: String, font: String, map: String? = nil, others: [(Int, String)] = []) -> [String] {
        var file = SamplePDF.page("BT /F1 10 Tf \(content) Tj ET", font: font)
        if let map { file.addFlate(6, map) }
        for (number, body) in others { file.add(number, body) }
        return read(file.finished()).texts
    }

    private func map(_ body: String, codespace: String = "<00> <FF>") -> String {
        "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange \(codespace) endcodespacerange \(body) endcmap end"
    }

    @Test("the three Latin encodings")
    func encodings() {
        #expect(Encodings.winAnsi[0xFF] == 0xFF)
        #expect(Encodings.macRoman[0xFF] == 0x02C7)
        #expect(Encodings.macRoman[0xF1] == 0xD2)
        #expect(Encodings.standard[0xFB] == 0xDF)
        #expect(Encodings.standard[0xC1] == 0x60)
        #expect(Encodings.standard[0xE8] == 0x141)
    }

    @Test("differences in an object of their own, and names that say nothing")
    func differences() {
        #expect(
            text("(!A)", font: font("/Encoding 7 0 R"), others: [(7, "<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[33/B]>>")])
                == ["BA"])
        #expect(text("(!)", font: font("/Encoding<</Differences[33/g12]>>")) == ["\u{FFFD}"])
    }

    @Test("composite fonts with Identity-H have codes of two bytes, and widths of their own")
    func composite() {
        let font = "<</Type/Font/Subtype/Type0/Encoding/Identity-H/DescendantFonts[7 0 R]/ToUnicode 6 0 R>>"
        let body = "2 beginbfrange <0104> <0110> <0061> <0000> <0000> <0020> endbfrange"
        var file = SamplePDF.page("BT /F1 10 Tf <0104 0105 0000 0106> Tj ET", font: font)
        file.addFlate(6, map(body, codespace: "<0000> <FFFF>"))
        file.add(7, "<</Type/Font/Subtype/CIDFontType2/DW 500/W[260[600 700] 262 263 250]>>")
        let run = read(file.finished()).finals.first?.runs.first
        #expect(run?.text == "ab c")
        #expect(run.map { abs($0.endX - 20.5) < 1e-9 } == true)
    }

    @Test("a CMap goes on from one other, and its codespace ranges are bounded")
    func boundedMaps() throws {
        let other = try CodeMap(Array("1 begincidchar <41> 7 endcidchar".utf8).span, limits: PDFLimits()) { _ in nil }
        var asked: [String] = []
        let source = String(repeating: "/First usecmap /Second usecmap ", count: 50) + "1 begincidchar <42> 8 endcidchar"
        let map = try CodeMap(Array(source.utf8).span, limits: PDFLimits()) { name in
            asked.append(name)
            return other
        }
        #expect(asked == ["First"])
        #expect(map.cid(of: 0x41) == 7)
        #expect(map.cid(of: 0x42) == 8)
        #expect(map.cost == 64 + 2 * 12)

        let spaces =
            "<0000> <FFFF> " + String(repeating: "<00> <10>", count: 1_000) + (0..<1_000).map { "<000\($0 + 100)> <7F7F7F>" }.joined()
        let wide = try CodeMap(Array("begincodespacerange \(spaces) endcodespacerange".utf8).span, limits: PDFLimits()) { _ in nil }
        #expect(wide.cost == 64 + 100 * 16)
        #expect(wide.next([0x41, 0x42, 0x43].span, 0) == (0x4142, 2))
        #expect(wide.next([0x05, 0x42].span, 0) == (5, 1))

        var few = PDFLimits()
        few.mapEntries = 0
        #expect(throws: PDFError.self) { try CodeMap(Array("/First usecmap".utf8).span, limits: few) { _ in other } }
    }

    @Test("codes that stand for long texts, and share a place in the cache, are read however often they are shown")
    func longTexts() {
        let font = "<</Type/Font/Subtype/Type0/Encoding/Identity-H/DescendantFonts[7 0 R]/ToUnicode 6 0 R>>"
        let body = "2 beginbfchar <0141> <0915094D0937> <0241> <0924094D0930> endbfchar"
        var file = SamplePDF.page("BT /F1 10 Tf <\(String(repeating: "01410241", count: 6_000))> Tj ET", font: font)
        file.addFlate(6, map(body, codespace: "<0000> <FFFF>"))
        file.add(7, "<</Type/Font/Subtype/CIDFontType2>>")
        let reading = Reading(file.finished(), cut: 4_096)
        #expect(reading.texts == [String(repeating: "क्षत्र", count: 6_000)])
        #expect(reading.finals.first?.unmappedShare == 0)
    }

    @Test("a map of four billion codes is one entry, and one of codes of one byte and two is read")
    func codespaces() throws {
        let source = Array(map("1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange", codespace: "<00> <7F> <8000> <FFFF>").utf8)
        let unicode = try UnicodeMap(source.span, limits: PDFLimits())
        #expect(unicode.characters(of: 1) == Array("B".utf8))
        #expect(unicode.hasSingleBytes)
        #expect(unicode.hasDoubleBytes)
    }

    @Test("a page tells of each font how many of its glyphs are no known characters, and warns where it is half of them")
    func quality() {
        let font = font("/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[97/nobody/knows]>>")
        let reading = read(SamplePDF.page("BT /F1 10 Tf (abababab) Tj (xyz) Tj ET", font: font).finished())
        #expect(reading.finals.first?.fonts == [PDFFontUse(name: "ABCDEF+Ours", glyphs: 11, unmappedGlyphs: 8)])
        #expect(reading.finals.first.map { abs($0.unmappedShare - 8 / 11) < 1e-9 } == true)
        #expect(reading.warnings.map(\.code) == [.unreadableFont])
    }

    @Test("widths come from /Widths, by /FirstChar, else from the standard fonts")
    func widths() {
        func end(_ font: String) -> Double? {
            read(SamplePDF.page("BT /F1 10 Tf (AB) Tj ET", font: font).finished()).finals.first?.runs.first?.endX
        }
        #expect(end(font("/FirstChar 65/LastChar 66/Widths[250 300]")) == 5.5)
        #expect(end("<</Type/Font/Subtype/Type1/BaseFont/Courier-Bold>>") == 12)
        #expect(end("<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>") == 13.89)
        // As Helvetica, which viewers show in its place, or Courier.
        #expect(end(font("")) == 13.34)
        #expect(end("<</Type/Font/Subtype/TrueType/BaseFont/Ours/FontDescriptor<</Flags 1>>>>") == 12)
    }
}
