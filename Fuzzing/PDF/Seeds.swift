import DemoPublishing

/// The files that mutations begin with, all made here: one for each thing that the reader knows.
enum Seeds {
    /// The file of a number, made anew so that its streams may differ.
    static func file(_ number: Int, _ chance: Chance, spoils: Bool) -> [UInt8] {
        let makers = hand.count
        switch number % count {
        case let place where place < makers:
            var file = SeedFile(chance, spoils: spoils)
            hand[place](&file)
            return file.bytes
        case let place where place < makers + lists.count: return lists[place - makers]
        case let place: return sealed[place - makers - lists.count]
        }
    }

    static var count: Int { hand.count + lists.count + sealed.count }

    private static let sealed = EncryptedSamples.all.keys.sorted().map { EncryptedSamples.bytes($0) }

    private static let lists: [[UInt8]] = VisaListPDF.Strings.allCases.flatMap { strings in
        VisaListPDF.Length.allCases.flatMap { length in
            [(VisaListPDF.Fonts.first, true), (.last, true), (.first, false)].map { fonts, compressed in
                let end: VisaListPDF.LineEnd = fonts == .last ? .crlf : .lf
                return VisaListPDF(pages: 3, strings: strings, lineEnd: end, length: length, fonts: fonts, compressed: compressed)
                    .bytes(of: VisaList(rows: 24, seed: 7))
            }
        }
    }

    private static let text =
        "BT /F1 9 Tf 50 700 Td (20110029648 Issued) Tj 0 -12 Td [(Re)-20(fus)30(ed)-2000(2012-03-07)]TJ T* (next) ' 1 2 (last) \" ET"

    private static let hand: [@Sendable (inout SeedFile) -> Void] = [
        { file in  // simple text, everything that says facts
            file.page(text, filter: .none)
            file.add(20, "<</First 21 0 R/Last 22 0 R/Count 2>>")
            file.add(21, "<</Title(One)/Parent 20 0 R/Next 22 0 R/Dest[3 0 R/Fit]>>")
            file.add(22, "<</Title<FEFF00540077006F>/Parent 20 0 R/Prev 21 0 R/A<</S/GoTo/D[3 0 R/XYZ 0 0 0]>>>>")
            file.add(23, "<</Title(A \\(list\\))/Author<FEFF00E9>/CreationDate(D:20260427153000+01'00')>>")
            file.finish("/Info 23 0 R")
        },
        { file in  // every filter, one stream each
            file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
            file.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1/Resources<</Font<</F1 4 0 R>>>>>>")
            file.add(3, "<</Type/Page/Parent 2 0 R/Contents[8 0 R 9 0 R 10 0 R 11 0 R 12 0 R 13 0 R 14 0 R 15 0 R]>>")
            file.add(4, SeedFile.helvetica)
            for (index, packing) in Packing.allCases.enumerated() { file.stream(8 + index, text, filter: packing) }
            file.finish()
        },
        { file in  // objects in a stream, a cross-reference stream
            let objects = [
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>", SeedFile.helvetica,
            ]
            var heads = ""
            var bodies = ""
            for (index, object) in objects.enumerated() {
                heads += "\(index + 1) \(bodies.utf8.count) "
                bodies += object + " "
            }
            file.stream(6, heads + bodies, "/Type/ObjStm/N 4/First \(heads.utf8.count)")
            file.stream(5, text, filter: .predicted)
            let start = file.bytes.count
            let rows: [UInt8] = [0, 0, 0, 0, 2, 0, 6, 0, 2, 0, 6, 1, 2, 0, 6, 2, 2, 0, 6, 3, 1, 1, 0, 0, 1, 0, 9, 0]
            file.stream(7, rows, "/Type/XRef/W[1 2 1]/Size 7/Root 1 0 R", filter: .flate)
            file.add("startxref\n\(start)\n%%EOF\n")
        },
        { file in  // forms in forms, form fields
            file.page("q 2 0 0 2 9 9 cm /X Do Q BT /F1 9 Tf (c) Tj ET /Y Do", more: "/Annots[9 0 R 10 0 R]")
            let own = "/Subtype/Form/BBox[0 0 9 9]/Matrix[1 0 0 1 5 7]/Resources<</Font<</F1 4 0 R>>/XObject<</X 6 0 R/Y 7 0 R>>>>"
            file.stream(6, text + " /Y Do", own)
            file.stream(7, "BT /F1 5 Tf (two) Tj ET /X Do", own)
            file.add(9, "<</Type/Annot/Subtype/Widget/F 4/Rect[100 200 140 220]/AS/On/AP<</N<</On 8 0 R/Off 7 0 R>>>>>>")
            file.stream(8, "/Tx BMC BT /F1 10 Tf 2 4 Td (Ada) Tj ET EMC", "/Subtype/Form/BBox[0 0 20 10]")
            file.add(10, "<</Type/Annot/Subtype/FreeText/Rect[1 2 3 4]/AP<</N 8 0 R>>>>")
            file.finish()
        },
        { file in  // codes of two bytes and their map
            file.page("BT /F1 9 Tf 9 9 Td <00010002000300410042> Tj ET", font: composite)
            file.stream(6, toUnicode)
            let widths = "/DW 900/W[1[300 400]65 80 500]/DW2[880 -900]/W2[1[-900 1 2]]"
            file.add(9, "<</Type/Font/Subtype/CIDFontType2/CIDSystemInfo<</Ordering(Identity)>>\(widths)>>")
            file.finish()
        },
        { file in  // the map before, the font after the page; identity
            file.stream(6, toUnicode)
            file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
            file.stream(5, "BT /F1 9 Tf 9 9 Td [<0001>-50<0041>]TJ ET")
            file.add(3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
            file.add(9, "<</Type/Font/Subtype/CIDFontType0/CIDSystemInfo<</Ordering(Japan1)>>/W[1 9 300]>>")
            file.add(4, composite)
            file.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
            file.finish()
        },
        { file in  // a CMap of the document's own
            file.page("BT /F1 10 Tf (AB) Tj ET", font: "<</Type/Font/Subtype/Type0/Encoding 6 0 R/ToUnicode 8 0 R/DescendantFonts[9 0 R]>>")
            file.stream(6, "begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 begincidrange <00> <FF> 0 endcidrange endcmap")
            file.stream(8, toUnicode)
            file.add(9, "<</Type/Font/Subtype/CIDFontType2/W[65[300 400]]>>")
            file.finish()
        },
        { file in  // a predefined one, vertical
            let font = "<</Type/Font/Subtype/Type0/Encoding/90ms-RKSJ-V/DescendantFonts[9 0 R]>>"
            file.page("BT /F1 10 Tf 0 100 Td <93FA967B41> Tj ET", font: font)
            let heights = "/DW2[880 -1000]/W2[1 20 -500 250 880]"
            file.add(9, "<</Type/Font/Subtype/CIDFontType0/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)>>\(heights)>>")
            file.finish()
        },
        { file in
            let program = "%!FontType1\n/Encoding 256 array\ndup 65 /Omega put\ndup 8#102/eacute put\nreadonly def eexec"
            Seeds.program(&file, "FontFile", Array(program.utf8))
        },
        { file in program(&file, "FontFile3", FontSeeds.compact, "/Subtype/Type1C") },
        { file in program(&file, "FontFile2", FontSeeds.trueType) },
        { file in  // glyph numbers that only the program explains
            file.page(
                "BT /F1 10 Tf <000500060007> Tj ET", font: "<</Type/Font/Subtype/Type0/Encoding/Identity-H/DescendantFonts[9 0 R]>>")
            file.add(7, "<</Type/FontDescriptor/FontFile2 8 0 R>>")
            file.stream(8, FontSeeds.trueType)
            file.add(9, "<</Type/Font/Subtype/CIDFontType2/FontDescriptor 7 0 R/CIDToGIDMap 10 0 R>>")
            file.stream(10, [0, 0, 0, 5, 0, 6, 0, 7, 0, 5, 0, 6, 0, 7])
            file.finish()
        },
        { file in  // a Type 3 font, names of glyphs, widths
            let font =
                "<</Type/Font/Subtype/Type3/FontMatrix[.001 0 0 .001 0 0]/FirstChar 65/Widths[500 600]/CharProcs<</A 6 0 R>>"
                + "/Encoding<</Type/Encoding/BaseEncoding/MacRomanEncoding/Differences[65/uni20AC/f_i 67/u1F600/Aacute.sc]>>>>"
            file.page("BT /F1 10 Tf 50 Tz 2 Tc 3 Tw 1 Ts (ABC) Tj ET", font: font)
            file.stream(6, "500 0 d0 BT /F1 9 Tf (x) Tj ET")
            file.finish()
        },
        { file in  // turned, invisible, right to left, images, marked content
            file.page(
                "BT /F1 9 Tf 0 1 -1 0 300 300 Tm (up) Tj 3 Tr (unseen) Tj 0 Tr ET BI /W 2/H 2/BPC 8/CS/G ID \u{1}\u{2}\u{3}\u{4} EI "
                    + "/Span<</ActualText<FEFF05D005D1>>>BDC BT /F1 9 Tf 1 0 0 1 9 9 Tm (ab) Tj ET EMC /Span/P1 BDC BT (c) Tj ET EMC",
                font: "<</Type/Font/Subtype/Type1/BaseFont/Own/Encoding<</Differences[97/afii57664/afii57665]>>>>")
            file.finish()
        },
        { file in  // an update that changes a page and adds one
            file.page(text)
            file.finish()
            file.stream(5, "BT /F1 9 Tf (new) Tj ET")
            file.add(2, "<</Type/Pages/Kids[3 0 R 12 0 R 13 0 R]/Count 3>>")
            file.add(12, "<</Type/Page/Parent 2 0 R/Contents[5 0 R]/Resources<</Font<</F1 4 0 R>>>>>>")
            file.add(13, "<</Type/Pages/Parent 2 0 R/Kids[12 0 R 3 0 R]/Count 2>>")
            file.finish("/Prev 9")
        },
        { file in  // columns and a table, for the layout
            var content = "BT /F1 9 Tf "
            for row in 0..<12 {
                for column in 0..<3 { content += "1 0 0 1 \(50 + column * 160) \(700 - row * 14) Tm (Cell \(row)-\(column) hyphen-) Tj " }
            }
            file.page(content + "ET", filter: .none)
            file.finish()
        },
    ]

    private static let composite = "<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[9 0 R]>>"

    private static let toUnicode =
        "/CIDInit/ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange "
        + "2 beginbfchar <0001> <00660069> <0002> <D83DDE00> endbfchar 2 beginbfrange <0003> <0005> [<0061> <0062> <0063>] "
        + "<0041> <005A> <0061> endbfrange endcmap"

    private static func program(_ file: inout SeedFile, _ key: String, _ program: [UInt8], _ entries: String = "") {
        file.page("BT /F1 10 Tf (ABC) Tj ET", font: "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Own/FontDescriptor 7 0 R>>")
        file.add(7, "<</Type/FontDescriptor/\(key) 8 0 R>>")
        file.stream(8, program, entries)
        file.finish()
    }
}

/// The smallest font programs that tell characters.
enum FontSeeds {
    /// CFF with three glyphs: .notdef, `Scaron` and `uni20AC`.
    static var compact: [UInt8] {
        func index(_ entry: [UInt8]) -> [UInt8] { [0, 1, 1, 1, UInt8(entry.count + 1)] + entry }
        func integer(_ value: Int) -> [UInt8] { [28, UInt8(value >> 8), UInt8(value & 255)] }
        func top(_ charset: Int, _ encoding: Int, _ glyphs: Int) -> [UInt8] {
            index(integer(charset) + [15] + integer(encoding) + [16] + integer(glyphs) + [17])
        }
        let names = index(Array("Own".utf8))
        let strings = index(Array("uni20AC".utf8))
        let start = 4 + names.count + top(0, 0, 0).count + strings.count + 2
        return [1, 0, 4, 1] + names + top(start, start + 5, start + 9) + strings + [0, 0, 0, 0, 192, 1, 135, 0, 2, 0x41, 0x42]
            + [0, 3, 1, 1, 2, 3, 4, 14, 14, 14]
    }

    /// TrueType with a Unicode map of format 4 and a Macintosh one of format 0.
    static var trueType: [UInt8] {
        func two(_ values: Int...) -> [UInt8] { values.flatMap { [UInt8($0 >> 8 & 255), UInt8($0 & 255)] } }
        let segments = two(4, 32, 0, 4, 4, 1, 0) + two(0x43, 0xFFFF, 0, 0x41, 0xFFFF) + two(5 - 0x41 + 65_536, 1) + two(0, 0)
        var old = two(0, 262, 0) + [UInt8](repeating: 0, count: 256)
        old[6 + 1] = 6
        let cmap = two(0, 2) + two(1, 0, 0, 20) + two(3, 1, 0, 20 + old.count) + old + segments
        return [0, 1, 0, 0] + two(1, 0, 0, 0) + Array("cmap".utf8) + two(0, 0, 0, 28, 0, cmap.count) + cmap
    }
}
