import PDFText

/// Point 4: mapping codes of simple fonts to characters (ISO 32000-1, 9.6 and 9.10).
extension PDFSample {
    static let simpleFonts: [PDFSample] = [
        shown("font-winansi", "WinAnsiEncoding", "<80 93 E9 DF 27 60>", "€“éß'`", named("Own", "/Encoding/WinAnsiEncoding")),
        shown("font-macroman", "MacRomanEncoding", "<80 8E A7 D2 DE>", "Äéß“fi", named("Own", "/Encoding/MacRomanEncoding")),
        shown("font-standard", "StandardEncoding", "<27 60 AE E1 FB D0>", "’‘fiÆß—", named("Own", "/Encoding/StandardEncoding")),
        shown("font-macexpert", "MacExpertEncoding", "<61 56>", "Aff", named("Own", "/Encoding/MacExpertEncoding")),
        shown("font-symbol", "the font Symbol's own encoding", "(ab\\267)", "αβ•", named("Symbol")),
        shown("font-zapfdingbats", "the font ZapfDingbats' own encoding", "(!4)", "✁✔", named("ZapfDingbats")),
        shown(
            "font-differences", "an encoding with /Differences over a /BaseEncoding", "(!\"A\\351)", "20Aé",
            named("Own", "/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[33/two/zero]>>")),
        shown(
            "font-glyph-names", "names of glyphs: uniXXXX, uXXXXX, suffixes, components, ligatures, numbers", "(!\"#$%&')", "é€😀afiffiI",
            named("Own", "/Encoding<</Differences[33/eacute/uni20AC/u1F600/a.sc/fi/f_f_i/a73]>>")),
        shown(
            "font-base-encoding-only", "an encoding dictionary that is nothing but a /BaseEncoding", "<63 61 66 E9>", "café",
            named("Own", "/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding>>")),
        shown(
            "font-tounicode-characters", "ToUnicode: characters, several for one, surrogates, a long one", "<01 02 03 04 42>",
            "Aff😀ABCDEFGHB", named("Own", "/Encoding/WinAnsiEncoding/ToUnicode 6 0 R")
        ) { file in
            let targets = "<01> <0041> <02> <00660066> <03> <D83DDE00> <04> <00410042004300440045004600470048>"
            file.addStream(6, map("4 beginbfchar \(targets) endbfchar"))
        },
        shown(
            "font-tounicode-ranges", "ToUnicode: ranges, arrays, ligatures", "<101112 202122>", "abcxyzfi", named("Own", "/ToUnicode 6 0 R")
        ) { file in
            file.addStream(6, map("2 beginbfrange <10> <12> <0061> <20> <22> [<0078> <0079007A> <FB01>] endbfrange"))
        },
        shown(
            "font-standard-widths", "a standard font without /Widths: where the next word stands", "(Iiii) Tj 0 0 Td ( WWW)", "Iiii WWW",
            named("Times-Roman")),
        shown(
            "font-type1-program", "no encoding but that of the embedded Type 1 program", "(ABC)", "ΩéC",
            named("Own", "/FontDescriptor 7 0 R")
        ) { file in
            file.add(7, "<</Type/FontDescriptor/FontFile 8 0 R>>")
            let program = "%!FontType1\n/Encoding 256 array\ndup 65 /Omega put\ndup 8#102/eacute put\nreadonly def eexec"
            file.addStream(8, program, entries: "/Length1 \(program.utf8.count)")
        },
        shown(
            "font-cff-program", "no encoding but that of the embedded CFF program", "(AB)", "Š€", named("Own", "/FontDescriptor 7 0 R")
        ) { file in
            file.add(7, "<</Type/FontDescriptor/FontFile3 8 0 R>>")
            file.addStream(8, SampleFont.compact(naming: "uni20AC"), entries: "/Subtype/Type1C")
        },
        shown(
            "font-truetype-program", "no encoding but the Macintosh map of the embedded TrueType program", "<01A5>", "B•",
            "<</Type/Font/Subtype/TrueType/BaseFont/Own/FontDescriptor 7 0 R>>"
        ) { file in
            file.add(7, "<</Type/FontDescriptor/FontFile2 8 0 R>>")
            file.addStream(8, SampleFont.trueType, entries: "/Length1 \(SampleFont.trueType.count)")
        },
        shown(
            "font-type3", "a Type 3 font: names of glyphs, widths by its /FontMatrix; what its glyphs are drawn with is not text",
            "(ABA)", "€fi€",
            "<</Type/Font/Subtype/Type3/FontMatrix[.01 0 0 .01 0 0]/FirstChar 65/LastChar 66/Widths[50 60]/CharProcs<</uni20AC 6 0 R>>"
                + "/Resources<</Font<</F1 4 0 R>>>>/Encoding<</Differences[65/uni20AC/f_i]>>>>"
        ) { file in
            file.addStream(6, "50 0 d0 BT /F1 9 Tf (hidden) Tj ET")
        },
        PDFSample("font-code-32", "a font whose code 32 is a letter: the gap before it is a blank all the same", "138 YES", style: .lines) {
            file in
            file.start(font: named("Own", "/ToUnicode 6 0 R"))
            file.addStream(5, "BT /F1 10 Tf 50 700 Td [<010203>-785<200405>] TJ ET")
            file.addStream(6, map("6 beginbfchar <01> <0031> <02> <0033> <03> <0038> <20> <0059> <04> <0045> <05> <0053> endbfchar"))
            file.finish()
        },
        PDFSample("font-missing", "a font whose object is missing: plain Latin text and a warning", "201 é", warnings: [.missingFont]) {
            file in
            file.start(resources: "/Font<</F1 9 0 R>>")
            file.addStream(5, "BT /F1 10 Tf 50 700 Td (201 \\351) Tj ET")
            file.finish()
        },
        PDFSample("font-unreadable", "a font that tells nothing: U+FFFD and a warning", "\u{FFFD}\u{FFFD}", warnings: [.unreadableFont]) {
            file in
            file.start(font: composite())
            file.add(9, "<</Type/Font/Subtype/CIDFontType2\(ordering)>>")
            file.addStream(5, "BT /F1 10 Tf 50 700 Td <00410042> Tj ET")
            file.finish()
        },
    ]

    static func named(_ name: String, _ entries: String = "") -> String { "<</Type/Font/Subtype/Type1/BaseFont/\(name)\(entries)>>" }

    static func composite(_ encoding: String = "/Identity-H", _ entries: String = "") -> String {
        "<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding\(encoding)/DescendantFonts[9 0 R]\(entries)>>"
    }

    /// A ToUnicode map, or a CMap, with these entries.
    static func map(_ body: String, codespace: String = "<00> <FF>") -> String {
        "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange \(codespace) endcodespacerange \(body) endcmap end"
    }

    /// A page that shows a string in a font whose other objects come last.
    static func shown(
        _ name: String, _ shows: String, _ string: String, _ text: String, _ font: String, needsCMaps: Bool = false,
        _ rest: (inout SamplePDF) -> Void = { _ in }
    ) -> PDFSample {
        PDFSample(name, shows, text, needsCMaps: needsCMaps) { file in
            file.start(font: font)
            file.addStream(5, "BT /F1 10 Tf 50 700 Td \(string) Tj ET")
            rest(&file)
            file.finish()
        }
    }
}
