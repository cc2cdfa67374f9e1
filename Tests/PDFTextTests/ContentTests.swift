import Testing

@testable import PDFText

@Suite("Contents become positioned runs")
struct ContentTests {
    private func runs(_ content: String) -> [TextRun] {
        read(SamplePDF.page(content).finished()).finals.flatMap(\.runs)
    }

    private func places(_ content: String) -> [[Double]] {
        runs(content).map { [$0.x, $0.y] }
    }

    @Test("Td, TD, T* and Tm move the line")
    func moving() {
        let content = "BT /F1 10 Tf 10 20 Td (a) Tj 5 -12 TD (b) Tj T* (c) Tj 1 0 0 1 100 200 Tm (d) Tj 1 1 Td (e) Tj ET"
        #expect(places(content) == [[10, 20], [15, 8], [15, -4], [100, 200], [101, 201]])
    }

    @Test("' and \" go to the next line, and \" sets the spacings")
    func quotes() {
        let found = runs("BT /F1 10 Tf 12 TL 0 100 Td (a) ' 2 1 (b c) \" (d) ' ET")
        #expect(found.map(\.text) == ["a", "b c", "d"])
        #expect(found.map(\.y) == [88, 76, 64])
        // 1 pt between the three glyphs, 2 pt for the space.
        #expect(abs(found[1].endX - ((0.556 + 0.278 + 0.5) * 10 + 2 + 2)) < 1e-9)
    }

    @Test("a show follows where the last one ended")
    func following() {
        let found = runs("BT /F1 10 Tf (aa) Tj (b) Tj ET")
        #expect(found.map(\.text) == ["aa", "b"])
        #expect(abs(found[1].x - 11.12) < 1e-9)
        #expect(found[1].x == found[0].endX)
    }

    @Test("Tc, Tw, Tz and Ts count")
    func spacing() {
        let found = runs("BT /F1 10 Tf 1 Tc 2 Tw 50 Tz 3 Ts (a b) Tj ET")
        #expect(found[0].y == 3)
        // Character spacing after the last glyph isn't part of the run.
        #expect(abs(found[0].endX - ((0.556 + 0.278 + 0.556) * 10 + 2 + 2) * 0.5) < 1e-9)
    }

    @Test("a blank that negative word spacing takes back is kerning")
    func kerning() {
        #expect(runs("BT /F1 10 Tf -2.48 Tw (va w) Tj ET").map(\.text) == ["vaw"])
        #expect(runs("BT /F1 10 Tf -.3 Tc -2.3 Tw (va w) Tj ET").map(\.text) == ["vaw"])
        #expect(runs("BT /F1 10 Tf -1.5 Tw (va w) Tj ET").map(\.text) == ["va w"])
    }

    @Test("character spacing that what follows leaves out is a gap between words")
    func gaps() throws {
        func page(_ string: String, _ next: Double, more: String = "") -> [String] {
            runs("BT /F1 10 Tf \(more) 5 Tc (\(string)) Tj 0 Tc 1 0 0 1 \(next) 0 Tm (tr) Tj ET").map(\.text)
        }
        // 5 for x, 6.67 for S, 5 between them.
        #expect(page("xS", 16.67) == ["x S", "tr"])
        #expect(page("xS", 16) == ["x S", "tr"])
        #expect(page("a7b", 26.68) == ["a 7 b", "tr"])
        // Letterspaced: so is the following text, or it is separate.
        #expect(page("xS", 21.67) == ["xS", "tr"])
        #expect(page("a7b", 40) == ["a7b", "tr"])
        // The text of a scan is spaced to align with its image.
        #expect(page("xS", 16.67, more: "3 Tr") == ["xS", "tr"])
        // At a line's end, the preceding text decides.
        #expect(runs("BT /F1 10 Tf (pe) Tj 5 Tc (tg) Tj ET").map(\.text) == ["pe", "t g"])
        #expect(runs("BT /F1 10 Tf (pe) Tj 5 Tc (t87) Tj ET").map(\.text) == ["pe", "t 8 7"])
        #expect(runs("BT /F1 10 Tf (pe) Tj 5 Tc 5 0 Td (spaced) Tj ET").map(\.text) == ["pe", "spaced"])
        #expect(runs("BT /F1 10 Tf 5 Tc (tg) Tj ET").map(\.text) == ["tg"])
        // A number that adds to the spacing is a blank between words; kerning isn't.
        #expect(runs("BT /F1 10 Tf 2.5 Tc [(two)-300(words)] TJ ET").map(\.text) == ["two words"])
        #expect(runs("BT /F1 10 Tf 2.5 Tc [(s)40(pac)-60(ed)] TJ ET").map(\.text) == ["spaced"])
        let blanks = runs("BT /F1 10 Tf (pe) Tj 5 Tc (tg) Tj ET")[1].blanks
        try #require(blanks.count == 2)
        #expect(abs(Double(blanks[0]) - 2.78 / 13.34) < 1e-3)
        #expect(abs(Double(blanks[1]) - 7.78 / 13.34) < 1e-3)
    }

    @Test("a blank without a character is one, and a font without widths has those of the font that stands in for it")
    func blanksOfFonts() {
        func lines(_ content: String, font: String) -> [String] {
            read(SamplePDF.page("BT /F1 10 Tf \(content) ET", font: font).finished()).finals.flatMap(\.lines)
        }
        let font = "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Odd"
        let widths = "/FirstChar 32/Widths[250 \(String(repeating: "500 ", count: 94))]"
        let encoding = "/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[32/.notdef]>>"
        #expect(lines("(two words) Tj", font: font + widths + encoding + ">>") == ["two words"])
        #expect(lines("(little) Tj 22 0 Td (lamp) Tj", font: font + "/Encoding/WinAnsiEncoding>>") == ["little lamp"])
    }

    @Test("text that stands for spaced letters stays when what follows is set without their spacing")
    func gapsOfReplacedText() {
        // The letters end at 27.336, with four gaps of 3 at 39.336.
        let shown = "BT /F1 12 Tf %3 Tc (Hello) Tj& 0 Tc 39.336 0 Td (xyz) Tj ET"
        func page(_ begin: String, _ end: String) -> [String] {
            runs(String(shown.map { $0 == "%" ? begin : $0 == "&" ? end : String($0) }.joined())).map(\.text)
        }
        #expect(page("", "") == ["H e l l o", "xyz"])
        #expect(page("/Span<</ActualText(Replaced)>>BDC ", " EMC") == ["Replaced", "xyz"])
    }

    @Test("blanks lie near their run, whatever the spacing")
    func blanksNearby() {
        for spacing in ["-5.56 Tc", "-1e30 Tc", "1e30 Tc", "-1e300 Tw", "1e300 Tw", "1e-300 Tz", "-5.559999 Tc -3 Tw"] {
            for run in runs("BT /F1 10 Tf \(spacing) (a b c) Tj [(a b) -900 (c d)] TJ ET") {
                #expect(run.blanks.allSatisfy { abs(Double($0)) <= RunText.farthestShare }, "\(spacing)")
            }
        }
    }

    @Test("q, Q and cm place and scale")
    func transformations() {
        let found = runs("q 2 0 0 2 10 10 cm BT /F1 10 Tf 5 5 Td (a) Tj ET Q BT /F1 10 Tf (b) Tj ET")
        #expect(found.map { [$0.x, $0.y, $0.fontSize] } == [[20, 20, 20], [0, 0, 10]])
    }

    @Test("a TJ array is one run; a wide kern is a blank, a very wide one a new run")
    func arrays() {
        let found = runs("BT /F1 10 Tf [(20)-30(11)12.5(00)] TJ [(Ready)-300(for)-250 (  x)] TJ [(a)-2000(b)] TJ ET")
        #expect(found.map(\.text) == ["201100", "Ready for  x", "a", "b"])
        #expect(abs(found[3].x - found[2].endX - 20) < 1e-9)
    }

    @Test("a gap at the edge of an array is no part of a run, and what follows keeps its distance")
    func edges() {
        let found = runs("BT /F1 10 Tf [(20.5)]TJ [-600(31.7)-700]TJ (4) Tj ET")
        #expect(found.map(\.text) == ["20.5", "31.7", "4"])
        #expect(abs(found[1].x - found[0].endX - 6) < 1e-9)
        #expect(abs(found[2].x - found[1].endX - 7) < 1e-9)
    }

    @Test("a run knows where its blanks are, whatever makes them wide")
    func blanks() {
        // Helvetica: a digit has 0.556 em, a space 0.278.
        let found = runs("BT /F1 10 Tf 5 Tw (1 22) Tj 0 Tw [(1)-500(22 )] TJ ET")
        let wide = 1.668 + 0.278 + 0.5
        #expect(zip(found[0].blanks, [0.556 / wide, 1.334 / wide]).allSatisfy { abs(Double($0) - $1) < 1e-6 })
        let all = 1.668 + 0.5 + 0.278
        #expect(found[1].text == "1 22 ")
        #expect(found[1].blanks.count == 4)
        #expect(zip(found[1].blanks, [0.556 / all, 1.056 / all, 2.168 / all, 1]).allSatisfy { abs(Double($0) - $1) < 1e-6 })
    }

    @Test("a blank begins where the glyph before it ends and ends where the next begins, kerning and character spacing included")
    func blanksBetweenGlyphs() {
        let kerned = runs("BT /F1 10 Tf [(aa )-51(b)-60( c)] TJ ET")[0]
        #expect(kerned.text == "aa b c")
        #expect(kerned.blanks.count == 4)
        #expect(zip(kerned.blanks, [1.112, 1.441, 1.997, 2.335]).allSatisfy { abs(Double($0) * 2.835 - $1) < 1e-6 })
        let spaced = runs("BT /F1 10 Tf 1 Tc (a b) Tj ET")[0]
        #expect(zip(spaced.blanks, [0.556, 1.034]).allSatisfy { abs(Double($0) * 1.59 - $1) < 1e-6 })
    }

    @Test("blanks as wide as the space between columns divide runs")
    func wideBlanks() {
        let found = runs("BT /F1 10 Tf 60 Tw (100 - -) Tj ET")
        #expect(found.map(\.text) == ["100", "-", "-"])
        #expect(abs(found[1].x - (1.668 + 0.278 + 6) * 10) < 1e-9)
    }

    @Test("inline images are stepped over, whatever bytes they hold")
    func inlineImages() {
        let image = "BI /W 4 /H 1 /BPC 8 /CS /G ID (EI Tj\u{1}x EIx EI Q"
        #expect(texts("BT /F1 9 Tf (a) Tj ET q \(image) BT (b) Tj ET") == ["a", "b"])
        #expect(texts("BT /F1 9 Tf (a) Tj ET BI /W 1 ID abc") == ["a"])
        #expect(texts("BT /F1 9 Tf (a) Tj ET BI ID x EI") == ["a"])
    }

    @Test("contents in parts are one, a token never goes over a part's end, and their order is the array's")
    func parts() {
        var file = SamplePDF()
        file.add(3, "<</Type/Page/Contents[7 0 R 5 0 R 6 0 R]/Resources<</Font<</F1 4 0 R>>>>>>")
        file.add(4, SamplePDF.helvetica)
        file.addStream(5, Array("1 50 700".utf8))
        file.addFlate(6, "Tm (2011) Tj [(a) 1")
        file.addStream(7, Array("BT /F1 9 Tf 1 0 0".utf8))
        let found = read(file.finished()).finals.flatMap(\.runs)
        #expect(found.map(\.text) == ["2011"])
        #expect(found.map { [$0.x, $0.y] } == [[50, 700]])
    }

    @Test("an array of contents may be an object of its own, before or after the page", arguments: [true, false])
    func indirectArray(before: Bool) {
        var file = SamplePDF()
        if before { file.add(9, "[5 0 R 6 0 R]") }
        file.add(3, "<</Type/Page/Contents 9 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        file.add(4, SamplePDF.helvetica)
        file.addStream(5, Array("BT /F1 9 Tf (a) Tj".utf8))
        file.addStream(6, Array("(b) Tj ET".utf8))
        if !before { file.add(9, "[5 0 R 6 0 R]") }
        #expect(read(file.finished()).texts == ["a", "b"])
    }

    @Test("numbers that are no numbers, missing operands and unbalanced operators do no harm")
    func oddities() {
        #expect(
            texts("Q Q Tm ET 1.2.3 - + . Td BT /F1 9 Tf 1e5 (a) Tj ] > >> } (b) Tj (c) ' ET Tj TJ [ [ [(d)] TJ") == ["a", "b", "c", "d"])
        let huge = "BT /F1 1 Tf 99999999999999999999 0 0 1 0 99999999999999999999999 Tm (x) Tj ET"
        #expect(runs(huge).allSatisfy { abs($0.x) <= 1e9 && abs($0.y) <= 1e9 && $0.endX.isFinite })
    }

    @Test("contents longer than the window are read over its edges")
    func windows() {
        let lines = (0..<9_000).map { "1 0 0 1 50 \($0) Tm (row \($0)) Tj" }
        var file = SamplePDF()
        file.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        file.add(4, SamplePDF.helvetica)
        file.addFlate(5, "BT /F1 9 Tf " + lines.joined(separator: " ") + " ET")
        #expect(read(file.finished()).texts == (0..<9_000).map { "row \($0)" })
    }

    @Test("form XObjects and other streams that no page names are no pages")
    func forms() {
        var file = SamplePDF.page("BT /F1 9 Tf (page) Tj ET")
        file.addStream(8, Array("BT (form) Tj ET".utf8), entries: "/Type/XObject/Subtype/Form")
        file.addStream(9, [1, 0, 7, 4, 0x28], entries: "/Subtype/Image/Width 4")
        #expect(read(file.finished()).texts == ["page"])
    }

    @Test("what marked content says to be its text replaces what it shows, at its place")
    func actualText() {
        let shown = "BT /F1 10 Tf 9 9 Td (Dru) Tj (k) Tj ET"
        #expect(texts("/Span<</ActualText(c\\tk)>>BDC \(shown) EMC") == ["c k"])
        #expect(texts("/Span<</Lang(de)/ActualText<FEFF00E9>>>BDC /P BMC \(shown) EMC \(shown) EMC \(shown)") == ["é", "Dru", "k"])
        // A soft hyphen means only that the shown hyphen divides a word; invisible text has no position.
        #expect(texts("/Span<</ActualText<FEFF00AD>>>BDC BT /F1 9 Tf (-) Tj ET EMC") == ["-"])
        #expect(texts("/Span<</ActualText()>>BDC \(shown) EMC /Span<</ActualText(x)>>BDC EMC BT /F1 9 Tf (y) Tj ET") == ["y"])
        // Without an end, the shown text is used.
        #expect(texts("/Span<</ActualText(x)>>BDC \(shown)") == ["Dru", "k"])
        #expect(texts("/Span<</ActualText 3/E(x)>>BDC \(shown) EMC EMC") == ["Dru", "k"])
        let run = read(SamplePDF.page("/Span<</ActualText(x)>>BDC \(shown) EMC").finished()).finals.first?.runs.first
        #expect(run?.x == 9)
        #expect(run?.y == 9)
        #expect(run.map { $0.endX > 29 && $0.endX < 31 } == true)
    }
}
