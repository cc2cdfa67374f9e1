import Foundation
import Testing

@testable import PDFText

@Suite("Forms of Arabic letters")
struct ArabicFormsTests {
    @Test("each form is its letters, as Unicode's compatibility mappings have them")
    func letters() {
        // All of Forms-B from hamza on; of Forms-A all letters, except words and ligatures other than lam-alef.
        let ranges: [ClosedRange<UInt32>] = [
            0xFB50...0xFBB1, 0xFBD3...0xFBDC, 0xFBDE...0xFBE9, 0xFBFC...0xFBFF, 0xFDF2...0xFDF2, 0xFDFC...0xFDFC, 0xFE80...0xFEFC,
        ]
        for value in ranges.joined() {
            let form = String(Unicode.Scalar(value).map(Character.init) ?? " ")
            let mapped = form.precomposedStringWithCompatibilityMapping
            #expect(Array(ArabicForms.folded(form).unicodeScalars) == Array(mapped.unicodeScalars), "\(String(value, radix: 16))")
        }
        #expect(ArabicForms.folded("\u{FB49} a\u{FB1D}\u{FEFF}") == "\u{FB49} a\u{FB1D}\u{FEFF}")
    }

    private func run(_ scalars: [UInt32], _ x: Double = 0, to endX: Double = 50) -> TextRun {
        let text = String(String.UnicodeScalarView(scalars.compactMap { Unicode.Scalar($0) }))
        return TextRun(text: text, x: x, y: 100, endX: endX, fontSize: 10)
    }

    @Test("forms tell whether a line is stored as it is painted, and come out as letters")
    func order() {
        // beh, yeh, teh: a house.
        let house = "\u{628}\u{64A}\u{62A}"
        let painted = PDFPageText(id: 1, runs: [run([0xFE96, 0xFEF4, 0xFE91])])
        let read = PDFPageText(id: 1, runs: [run([0xFE91, 0xFEF4, 0xFE96])])
        #expect(painted.lines == [house])
        #expect(read.lines == [house])
        for style in [PDFPageLayout.TextStyle.reading, .columns, .raw] {
            #expect(PDFPageLayout(painted).text(style) == house)
            #expect(PDFPageLayout(read).text(style) == house)
        }
        #expect(PDFPageLayout(painted).lines.flatMap(\.words).map(\.text) == [house])
        #expect(painted.runs[0].letters == "\u{62A}\u{64A}\u{628}")
    }

    @Test("lam and alef that are one glyph stay in their order")
    func ligature() {
        // seen, lam and alef, meem: peace.
        let peace = "\u{633}\u{644}\u{627}\u{645}"
        let ligature = ArabicForms.ligature(of: ["\u{644}", "\u{627}"])
        #expect(ligature == "\u{FEFB}")
        #expect(ArabicForms.ligature(of: ["\u{627}", "\u{644}"]) == nil)
        #expect(PDFPageText(id: 1, runs: [run([0xFEE1, 0xFEFC, 0xFEB3])]).lines == [peace])
        // Letters without joining information.
        #expect(PDFPageText(id: 1, runs: [run([0x645, 0xFEFB, 0x633])]).lines == [peace])
    }

    @Test("what stands in brackets stays in them, whether the painted or the meant ones are stored")
    func brackets() {
        // In visual order from left to right: the number in brackets at the right, then the word.
        let alef: [UInt32] = [0x5D0, 0x5D1, 0x5D2]
        let pages = [
            PDFPageText(id: 1, runs: [run(alef, 0, to: 20), run([0x28, 0x34, 0x29], 30, to: 45)]),
            PDFPageText(id: 1, runs: [run(alef + [0x20, 0x28, 0x34, 0x29])]),
            PDFPageText(id: 1, runs: [run(alef + [0x20, 0x29, 0x34, 0x28])]),
        ]
        for page in pages { #expect(page.lines == ["(4) \u{5D2}\u{5D1}\u{5D0}"]) }
    }
}
