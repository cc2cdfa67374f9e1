import Foundation
import Testing

@testable import PDFText

@Suite("Embedded programs and predefined maps tell characters")
struct FontProgramTests {
    /// A page of one string in a font whose descriptor is object 7 and whose program is object 8; both come last.
    private func text(_ string: String, font: String, descriptor: String, program: [UInt8], entries: String = "") -> [String] {
        var file = SamplePDF.page("BT /F1 10 Tf \(string) Tj ET", font: font)
        file.add(7, "<</Type/FontDescriptor/\(descriptor) 8 0 R>>")
        file.addStream(8, SamplePDF.deflated(program), entries: "/Filter/FlateDecode" + entries)
        file.add(9, "<</Type/Font/Subtype/CIDFontType2/FontDescriptor 7 0 R/CIDSystemInfo<</Ordering(Identity)>>>>")
        return read(file.finished()).texts
    }

    private let simple = "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Own/FontDescriptor 7 0 R>>"
    private let composite = "<</Type/Font/Subtype/Type0/Encoding/Identity-H/DescendantFonts[9 0 R]>>"

    @Test("the encoding of a Type 1 program stands in clear text")
    func type1() {
        let program =
            "%!PS-AdobeFont-1.0: Own\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\n"
            + "dup 65 /Omega put\ndup 8#102/eacute put\nreadonly def\ncurrentfile eexec"
        #expect(text("(ABC)", font: simple, descriptor: "FontFile", program: Array(program.utf8), entries: "/Length1 99") == ["ΩéC"])
        let standard = "%!FontType1\n/Encoding StandardEncoding def eexec"
        #expect(text("<41 AE>", font: simple, descriptor: "FontFile", program: Array(standard.utf8)) == ["Afi"])
        // Differences and ToUnicode come before the program.
        let differing = simple.replacingOccurrences(of: ">>", with: "/Encoding<</Differences[65/zero]>>>>")
        #expect(text("(AB)", font: differing, descriptor: "FontFile", program: Array(program.utf8)) == ["0é"])
    }

    /// A CFF font of three glyphs: .notdef, `Scaron` (a standard string) and a name of its own.
    private func cff(_ own: String) -> [UInt8] {
        func index(_ entries: [[UInt8]]) -> [UInt8] {
            if entries.isEmpty { return [0, 0] }
            var offsets: [UInt8] = [1]
            for entry in entries { offsets.append(offsets[offsets.count - 1] + UInt8(entry.count)) }
            return [0, UInt8(entries.count), 1] + offsets + entries.flatMap { $0 }
        }
        func integer(_ value: Int) -> [UInt8] { [28, UInt8(value >> 8), UInt8(value & 255)] }
        let names = index([Array("Own".utf8)])
        let strings = index([Array(own.utf8)])
        func top(_ charset: Int, _ encoding: Int, _ glyphs: Int) -> [UInt8] {
            index([integer(charset) + [15] + integer(encoding) + [16] + integer(glyphs) + [17]])
        }
        let start = 4 + names.count + top(0, 0, 0).count + strings.count + 2
        let charset: [UInt8] = [0, 0, 192, 1, 135]  // Scaron is string 192; 391 the first of the font's own
        let encoding: [UInt8] = [0, 2, 0x41, 0x42]
        return [1, 0, 4, 1] + names + top(start, start + 5, start + 9) + strings + [0, 0] + charset + encoding + index([[14], [14], [14]])
    }

    @Test("CFF names its glyphs by standard strings and its own, for codes and for CIDs")
    func compactFont() {
        #expect(FontProgram(cff("uni20AC")).glyphs == [0, 0x160, 0x20AC])
        let codes = text("(AB)", font: simple, descriptor: "FontFile3", program: cff("uni20AC"), entries: "/Subtype/Type1C")
        #expect(codes == ["Š€"])
        let glyphs = text("<00010002>", font: composite, descriptor: "FontFile3", program: cff("f_i"), entries: "/Subtype/CIDFontType0C")
        #expect(glyphs == ["Šf"])
    }

    /// A TrueType font with a Unicode map of format 4 (A…C are glyphs 5…7) and a Macintosh one of format 0 (code 1 is glyph 6).
    private var trueType: [UInt8] {
        func two(_ values: Int...) -> [UInt8] { values.flatMap { [UInt8($0 >> 8 & 255), UInt8($0 & 255)] } }
        let segments = two(4, 32, 0, 4, 4, 1, 0) + two(0x43, 0xFFFF, 0, 0x41, 0xFFFF) + two(5 - 0x41 + 65_536, 1) + two(0, 0)
        var old = two(0, 262, 0) + [UInt8](repeating: 0, count: 256)
        old[6 + 1] = 6
        let cmap = two(0, 2) + two(1, 0, 0, 20) + two(3, 1, 0, 20 + old.count) + old + segments
        return [0, 1, 0, 0] + two(1, 0, 0, 0) + Array("cmap".utf8) + two(0, 0, 0, 28, 0, cmap.count) + cmap
    }

    @Test("a TrueType program's maps tell characters of glyphs and of codes")
    func trueTypeMaps() {
        let program = trueType
        let font = FontProgram(program)
        #expect(font.glyphs == [0, 0, 0, 0, 0, 0x41, 0x42, 0x43])
        #expect(text("<000500060007>", font: composite, descriptor: "FontFile2", program: program) == ["ABC"])
        let plain = "<</Type/Font/Subtype/TrueType/BaseFont/Own/FontDescriptor 7 0 R>>"
        #expect(text("<01>", font: plain, descriptor: "FontFile2", program: program) == ["B"])
        // What the maps don't hold goes by the Macintosh's encoding.
        #expect(text("<01A5>", font: plain, descriptor: "FontFile2", program: program) == ["B•"])
    }

    @Test("no cut of a program does harm")
    func damagedPrograms() {
        for whole in [cff("uni20AC"), trueType] {
            for end in whole.indices { _ = FontProgram(Array(whole[..<end])) }
            for place in whole.indices {
                for byte: UInt8 in [0, 1, 0x7F, 0xFF] {
                    var changed = whole
                    changed[place] = byte
                    _ = FontProgram(changed)
                }
            }
        }
    }

    @Test("an embedded CMap of one byte a code")
    func embeddedMap() {
        var file = SamplePDF.page(
            "BT /F1 10 Tf (AB) Tj ET", font: "<</Type/Font/Subtype/Type0/Encoding 6 0 R/ToUnicode 8 0 R/DescendantFonts[9 0 R]>>")
        file.addFlate(6, "begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 begincidrange <00> <FF> 0 endcidrange endcmap")
        file.addFlate(
            8, "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0041> <0042> <0078> endbfrange endcmap")
        file.add(9, "<</Type/Font/Subtype/CIDFontType2/W[65[300 400]]>>")
        let run = read(file.finished()).finals.first?.runs.first
        #expect(run?.text == "xy")
        #expect(run.map { abs($0.endX - 7) < 1e-9 } == true)
    }

    @Test("a predefined CMap is read from the machine, or its absence is said")
    func predefined() {
        var file = SamplePDF.page(
            "BT /F1 10 Tf 0 100 Td <93FA967B41> Tj ET", font: "<</Type/Font/Subtype/Type0/Encoding/90ms-RKSJ-V/DescendantFonts[9 0 R]>>")
        file.add(9, "<</Type/Font/Subtype/CIDFontType0/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>")
        let reading = read(file.finished())
        if FileManager.default.fileExists(atPath: "\(CharacterCollections.directory)/cMap/Adobe-Japan1/90ms-RKSJ-V") {
            #expect(reading.texts == ["日本A"])
        } else {
            #expect(reading.warnings.first?.detail.contains("poppler-data") == true)
        }
        // Vertical writing: an em a glyph, downwards.
        let run = reading.finals.first?.runs.first
        #expect(run?.x == run?.endX)
        #expect(run.map { $0.endY < $0.y } == true)
    }

    @Test("glyphs of vertical writing move the pen by /W2 and /DW2")
    func verticalAdvances() {
        func length(_ entries: String) -> Double? {
            let vertical = "<</Type/Font/Subtype/Type0/Encoding/Identity-V/DescendantFonts[9 0 R]>>"
            var file = SamplePDF.page("BT /F1 10 Tf 0 100 Td <000100020005> Tj ET", font: vertical)
            file.add(9, "<</Type/Font/Subtype/CIDFontType0\(entries)>>")
            return read(file.finished()).finals.first?.runs.first.map { ($0.y - $0.endY).rounded() }
        }
        #expect(length("") == 30)
        #expect(length("/DW2[880 -500]") == 15)
        #expect(length("/W2[1[-900 250 880 -800 250 880]]") == 27)
        #expect(length("/W2[1 4 -700 250 880 5 5 -100 0 0]/DW2[880 -2000]") == 15)
        #expect(length("/W2[1 4]") == 30)
    }

    @Test("a name that leads out of the folder of CMaps is not followed")
    func unsafeNames() {
        let collections = CharacterCollections(limits: PDFLimits())
        #expect(collections.map(named: "../../../../etc/passwd") == nil && collections.characters(of: "../x") == nil)
    }

    @Test(
        "a simple font with a Chinese name in GBK has GBK strings",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/poppler/cMap")))
    func chineseNames() {
        let font = "<</Type/Font/Subtype/TrueType/BaseFont/#CB#CE#CC#E5/Encoding/WinAnsiEncoding>>"
        #expect(texts("BT /F1 10 Tf <D6D0CEC441> Tj ET", font: font) == ["中文A"])
    }

    @Test("Symbol, ZapfDingbats and expert encodings; numbers in the names of glyphs")
    func specialEncodings() {
        func simple(_ name: String, _ entries: String = "") -> String { "<</Type/Font/Subtype/Type1/BaseFont/\(name)\(entries)>>" }
        #expect(texts("BT /F1 10 Tf (abW\\267) Tj ET", font: simple("Symbol")) == ["αβΩ•".replacingOccurrences(of: "Ω", with: "\u{2126}")])
        #expect(texts("BT /F1 10 Tf (!4) Tj ET", font: simple("ZapfDingbats")) == ["✁✔"])
        #expect(texts("BT /F1 10 Tf (\\141V) Tj ET", font: simple("Own", "/Encoding/MacExpertEncoding")) == ["Aff"])
        #expect(texts("BT /F1 10 Tf (!\") Tj ET", font: simple("Own", "/Encoding<</Differences[33/a73/g100]>>")) == ["Id"])
        #expect(texts("BT /F1 10 Tf (!) Tj ET", font: simple("ZapfDingbats", "/Encoding<</Differences[33/a20]>>")) == ["✔"])
        #expect(GlyphNames.scalars(of: "afii10017")?.first == "А" && GlyphNames.scalars(of: "Omegatonos")?.first == "Ώ")
    }

    @Test("the standard fonts have widths for all their characters")
    func standardWidths() {
        #expect(StandardWidths(ofFontNamed: "Times-Roman")?.width(of: Array("é—".utf8)) == 1.444)
        #expect(StandardWidths(ofFontNamed: "Symbol")?.width(of: Array("α".utf8)) == 0.631)
        #expect(StandardWidths(ofFontNamed: "Own") == nil)
    }
}
