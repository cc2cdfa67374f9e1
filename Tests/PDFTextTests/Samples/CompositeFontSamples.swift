import PDFText

/// Point 4: composite fonts (ISO 32000-1, 9.7) with multi-byte codes.
extension PDFSample {
    static let ordering = "/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"

    static let compositeFonts: [PDFSample] = [
        shown(
            "font-identity", "Identity-H, characters by ToUnicode, widths by /W and /DW", "<0104 0105 0000 0106>", "ab c",
            composite("/Identity-H", "/ToUnicode 6 0 R")
        ) { file in
            file.addStream(6, map("2 beginbfrange <0104> <0110> <0061> <0000> <0000> <0020> endbfrange", codespace: "<0000> <FFFF>"))
            file.add(9, "<</Type/Font/Subtype/CIDFontType2\(ordering)/DW 500/W[260[600 700] 262 263 250]>>")
        },
        shown(
            "font-mixed-lengths", "codes of one byte and of two", "<41 8141 42>", "axb", composite(" 6 0 R", "/ToUnicode 8 0 R")
        ) { file in
            let spaces = "<00> <80> <8140> <9FFC>"
            file.addStream(6, map("2 begincidrange <00> <80> 1 <8140> <817E> 633 endcidrange", codespace: spaces))
            file.addStream(8, map("2 beginbfchar <41> <0061> <42> <0062> <8141> <0078> endbfchar", codespace: spaces))
            file.add(9, "<</Type/Font/Subtype/CIDFontType0\(ordering)>>")
        },
        shown(
            "font-embedded-cmap", "a CMap of the document's own, codes of one byte", "(AB)", "xy", composite(" 6 0 R", "/ToUnicode 8 0 R")
        ) { file in
            file.addStream(6, map("1 begincidrange <00> <FF> 0 endcidrange"))
            file.addStream(8, map("1 beginbfrange <0041> <0042> <0078> endbfrange", codespace: "<0000> <FFFF>"))
            file.add(9, "<</Type/Font/Subtype/CIDFontType2\(ordering)/W[65[300 400]]>>")
        },
        shown(
            "font-predefined-cmap", "a predefined CMap, codes in Shift-JIS", "<93FA967B41>", "日本A", composite("/90ms-RKSJ-H"),
            needsCMaps: true
        ) { file in
            file.add(9, "<</Type/Font/Subtype/CIDFontType0/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>")
        },
        shown(
            "font-collection", "Identity-H over the characters of Adobe-GB1", "<0022 0023>", "AB", composite(), needsCMaps: true
        ) { file in
            file.add(9, "<</Type/Font/Subtype/CIDFontType0/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>>>")
        },
        shown(
            "font-unicode-cmap", "a predefined CMap whose codes are Unicode: nothing need be installed", "<00E9 65E5>", "é日",
            composite("/UniJIS-UCS2-H")
        ) { file in
            file.add(9, "<</Type/Font/Subtype/CIDFontType0/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)>>>>")
        },
        shown(
            "font-gbk-name", "a simple font with a Chinese name: its strings are GBK", "<D6D0CEC441>", "中文A",
            "<</Type/Font/Subtype/TrueType/BaseFont/#CB#CE#CC#E5/Encoding/WinAnsiEncoding>>", needsCMaps: true),
        shown(
            "font-truetype-glyphs", "glyphs that only the embedded TrueType program explains", "<000500060007>", "ABC", composite()
        ) { file in
            file.add(7, "<</Type/FontDescriptor/FontFile2 8 0 R>>")
            file.addStream(8, SampleFont.trueType, entries: "/Length1 \(SampleFont.trueType.count)")
            file.add(9, "<</Type/Font/Subtype/CIDFontType2\(ordering)/FontDescriptor 7 0 R/CIDToGIDMap/Identity>>")
        },
        shown(
            "font-cid-to-glyph", "a CIDToGIDMap stream between codes and the program's glyphs", "<000100020003>", "CBA", composite()
        ) { file in
            file.add(7, "<</Type/FontDescriptor/FontFile2 8 0 R>>")
            file.add(9, "<</Type/Font/Subtype/CIDFontType2\(ordering)/FontDescriptor 7 0 R/CIDToGIDMap 10 0 R>>")
            file.addStream(8, SampleFont.trueType, entries: "/Length1 \(SampleFont.trueType.count)")
            file.addStream(10, [0, 0, 0, 7, 0, 6, 0, 5])
        },
        shown("font-cff-glyphs", "glyphs that only the embedded CFF program explains", "<00010002>", "Š€", composite()) { file in
            file.add(7, "<</Type/FontDescriptor/FontFile3 8 0 R>>")
            file.addStream(8, SampleFont.compact(naming: "uni20AC"), entries: "/Subtype/CIDFontType0C")
            file.add(9, "<</Type/Font/Subtype/CIDFontType0\(ordering)/FontDescriptor 7 0 R>>")
        },
        PDFSample("font-vertical", "vertical writing: columns of text, from right to left", "上下\n左右") { file in
            file.start(font: composite("/Identity-V", "/ToUnicode 6 0 R"))
            file.addStream(
                6, map("4 beginbfchar <0001> <4E0A> <0002> <4E0B> <0003> <5DE6> <0004> <53F3> endbfchar", codespace: "<0000> <FFFF>"))
            file.add(9, "<</Type/Font/Subtype/CIDFontType0\(ordering)/DW2[880 -1000]/W2[1[-900 250 880]]>>")
            file.addStream(5, "BT /F1 10 Tf 100 700 Td <0001> Tj <0002> Tj -20 0 Td <00030004> Tj ET")
            file.finish()
        },
    ]
}

/// Minimal font programs that map characters.
enum SampleFont {
    /// CFF with three glyphs: .notdef, `Scaron` (a standard string) and a name of its own.
    static func compact(naming own: String) -> [UInt8] {
        func index(_ entries: [[UInt8]]) -> [UInt8] {
            var offsets: [UInt8] = [1]
            for entry in entries { offsets.append(offsets[offsets.count - 1] + UInt8(entry.count)) }
            return [0, UInt8(entries.count), 1] + offsets + entries.flatMap { $0 }
        }
        func integer(_ value: Int) -> [UInt8] { [28, UInt8(value >> 8), UInt8(value & 255)] }
        func top(_ charset: Int, _ encoding: Int, _ glyphs: Int) -> [UInt8] {
            index([integer(charset) + [15] + integer(encoding) + [16] + integer(glyphs) + [17]])
        }
        let names = index([Array("Own".utf8)])
        let strings = index([Array(own.utf8)])
        let start = 4 + names.count + top(0, 0, 0).count + strings.count + 2
        let charset: [UInt8] = [0, 0, 192, 1, 135]  // Scaron is string 192; 391 the first of the font's own
        let encoding: [UInt8] = [0, 2, 0x41, 0x42]
        return [1, 0, 4, 1] + names + top(start, start + 5, start + 9) + strings + [0, 0] + charset + encoding + index([[14], [14], [14]])
    }

    /// TrueType with a Unicode map of format 4 (A…C are glyphs 5…7) and a Macintosh one of format 0 (code 1 is glyph 6).
    static var trueType: [UInt8] {
        func two(_ values: Int...) -> [UInt8] { values.flatMap { [UInt8($0 >> 8 & 255), UInt8($0 & 255)] } }
        let segments = two(4, 32, 0, 4, 4, 1, 0) + two(0x43, 0xFFFF, 0, 0x41, 0xFFFF) + two(5 - 0x41 + 65_536, 1) + two(0, 0)
        var old = two(0, 262, 0) + [UInt8](repeating: 0, count: 256)
        old[6 + 1] = 6
        let cmap = two(0, 2) + two(1, 0, 0, 20) + two(3, 1, 0, 20 + old.count) + old + segments
        return [0, 1, 0, 0] + two(1, 0, 0, 0) + Array("cmap".utf8) + two(0, 0, 0, 28, 0, cmap.count) + cmap
    }
}
