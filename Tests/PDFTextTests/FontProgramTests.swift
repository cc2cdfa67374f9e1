import Foundation
import Testing

@testable import PDFText

@Suite("Embedded programs and predefined maps tell characters")
struct FontProgramTests {
    /// A page of one string in a font with descriptor object 7 and program object 8; both come last.
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
        let standard = "%!FontType1\n/Encoding StandardEncoding def eexec"
        #expect(text("<41 AE>", font: simple, descriptor: "FontFile", program: Array(standard.utf8)) == ["Afi"])
        // Differences and ToUnicode take precedence over the program.
        let differing = simple.replacingOccurrences(of: ">>", with: "/Encoding<</Differences[65/zero]>>>>")
        #expect(text("(AB)", font: differing, descriptor: "FontFile", program: Array(program.utf8)) == ["0é"])
    }

    @Test("CFF names its glyphs by standard strings and its own, for codes and for CIDs")
    func compactFont() {
        #expect(FontProgram(SampleFont.compact(naming: "uni20AC")).glyphs == [0, 0x160, 0x20AC])
        let glyphs = text(
            "<00010002>", font: composite, descriptor: "FontFile3", program: SampleFont.compact(naming: "f_i"),
            entries: "/Subtype/CIDFontType0C")
        #expect(glyphs == ["Šf"])
    }

    @Test("a TrueType program's maps tell characters of glyphs and of codes")
    func trueTypeMaps() {
        let program = SampleFont.trueType
        let font = FontProgram(program)
        #expect(font.glyphs == [0, 0, 0, 0, 0, 0x41, 0x42, 0x43])
        let plain = "<</Type/Font/Subtype/TrueType/BaseFont/Own/FontDescriptor 7 0 R>>"
        #expect(text("<01>", font: plain, descriptor: "FontFile2", program: program) == ["B"])
    }

    @Test("maps of a TrueType program that share one place are read")
    func sharedMaps() {
        let head: [UInt8] = [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0] + Array("cmap".utf8) + [0, 0, 0, 0, 0, 0, 0, 28, 0, 0, 1, 2]
        let entries = (0..<30).flatMap { kind -> [UInt8] in [0, 0, 0, UInt8(kind), 0, 0, 0, 244] }
        let map: [UInt8] = [0, 6, 0, 14, 0, 0, 0, 0x41, 0, 2, 0, 5, 0, 6]
        #expect(FontProgram(head + [0, 0, 0, 30] + entries + map).glyphs == [0, 0, 0, 0, 0, 0x41, 0x42])
    }

    @Test("no cut of a program does harm")
    func damagedPrograms() {
        for whole in [SampleFont.compact(naming: "uni20AC"), SampleFont.trueType] {
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
        // Vertical writing: one em per glyph, downwards.
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
        #expect(collections.map(named: "../../../../etc/passwd") == nil)
        #expect(collections.characters(of: "../x") == nil)
    }

    @Test("the standard fonts have widths for all their characters")
    func standardWidths() {
        #expect(StandardWidths(ofFontNamed: "Times-Roman")?.width(of: Array("é—".utf8)) == 1.444)
        #expect(StandardWidths(ofFontNamed: "Symbol")?.width(of: Array("α".utf8)) == 0.631)
        #expect(StandardWidths(ofFontNamed: "Own") == nil)
    }
}
