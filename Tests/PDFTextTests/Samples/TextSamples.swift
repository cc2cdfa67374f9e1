import PDFText

/// A font whose glyphs are all a tenth of an em wide.
private let narrow =
    "<</Type/Font/Subtype/TrueType/BaseFont/Own/FirstChar 32/LastChar 126/Widths[\(Array(repeating: "100", count: 95).joined(separator: " "))]"
    + "/Encoding/WinAnsiEncoding>>"

/// Point 5: text positions (ISO 32000-1, 9.3 and 9.4), and the words, lines and spaces derived from them.
extension PDFSample {
    static let state: [PDFSample] = [
        drawn(
            "text-moving", "Td, TD, T* and Tm", "a\nb\nc\nd\ne",
            "50 700 Td (a) Tj 5 -12 TD (b) Tj T* (c) Tj 1 0 0 1 50 600 Tm (d) Tj 1 -20 Td (e) Tj"),
        drawn("text-quotes", "' and \" go to the next line, \" with spacings", "a\nb c\nd", "12 TL 50 700 Td (a) ' 2 1 (b c) \" (d) '"),
        drawn(
            "text-spacing", "Tc, Tw, Tz, Ts: what follows stands where they have led to", "a b next\nstretched out",
            "50 700 Td 1 Tc 2 Tw (a b) Tj 0 Tc 0 Tw ( next) Tj 0 -20 Td 150 Tz 2 Ts (stretched) Tj 0 Ts ( out) Tj"),
        drawn("text-following", "a string stands where the last one ended", "one word", "50 700 Td (one) Tj ( wo) Tj (rd) Tj"),
        drawn(
            "text-arrays", "TJ: kerning inside a word, a blank for a wide kern, two for a column", "201100 Ready for it  next",
            "50 700 Td [(20)-30(11)12.5(00)] TJ [( Ready)-300(for)-250( it)-2000(next)] TJ"),
        drawn(
            "text-narrow-gaps", "TJ: a gap of 0.131 em divides numbers, one of 0.12 em is kerning", "17, 1903 V2",
            "50 700 Td [(17,)-131(1903)-300(V)-120(2)] TJ"),
        drawn(
            "text-letters", "letters placed one by one, and the words they make", "No 42",
            "50 700 Td (N) Tj 7.3 0 Td (o) Tj 8.5 0 Td (4) Tj 5.6 0 Td (2) Tj"),
        drawn(
            "text-strings", "strings: hexadecimal, octal, escaped and nested", "2011 20111 a(b)) c",
            "50 700 Td <32 30\n31 31> Tj ( \\062\\60\\\n1\\0611) Tj ( a(b)\\)) Tj ( c) Tj"),
        PDFSample("text-graphics-state", "q, Q and cm", "large\nsmall") { file in
            file.page("q 2 0 0 2 50 300 cm BT /F1 10 Tf 0 100 Td (large) Tj ET Q BT /F1 10 Tf 50 400 Td (small) Tj ET")
        },
        PDFSample("text-scripts", "raised and lowered small text stays on its line", "x2 + km") { file in
            file.page(
                "BT /F1 10 Tf 50 700 Td (x) Tj /F1 6 Tf 4 Ts (2) Tj 0 Ts /F1 10 Tf ( + k) Tj /F1 6 Tf -3 Ts (m) Tj ET")
        },
        drawn(
            "text-overprinted", "what is printed over the same again counts once", "Bold",
            "50 700 Td (Bold) Tj 0.3 0 Td (Bold) Tj 0 0.2 Td (Bold) Tj"),
        PDFSample(
            "text-all-outside", "a page all of whose text lies outside of it: empty, as a reader sees it, with a warning", "",
            warnings: [.noText]
        ) { file in
            file.page("BT /F1 10 Tf 900 700 Td (Bleed) Tj ET")
        },
        drawn(
            "text-ligatures", "ligatures come as their letters", "office", "50 700 Td (of) Tj (\\256) Tj (ce) Tj",
            font: named("Own", "/Encoding/StandardEncoding")),
        PDFSample("text-invisible", "text that isn't painted, as under a scan: left out on request", "seen", style: .visible) { file in
            file.page("BT /F1 10 Tf 50 700 Td q 3 Tr (scan) Tj Q 0 -20 Td (seen) Tj ET")
        },
        drawn(
            "text-wide-spacing",
            "character spacing: evenly spaced letters are a word, columns apart they are cells, and a gap where an array takes it back elsewhere",
            "Title 4 559 0  7",
            "50 700 Td 2 Tc (Title) Tj 0 Tc ( ) Tj 30 0 Td 3 Tc [(45) 300 (5) 300 (9) 300 ( )] TJ 30 0 Td 40 Tc (07) Tj"),
        drawn(
            "text-edge-gaps", "gaps before the first and behind the last string of an array", "20.5 31.7 4  5 6",
            "50 700 Td [(20.5)]TJ [-600(31.7)-700]TJ (4) Tj [-1600(5)]TJ [()-300()(6)]TJ"),
        drawn(
            "text-last-spacing", "character spacing behind the last glyph is a gap", "20.5 31.7",
            "50 700 Td (20.) Tj 8 Tc (5) Tj 0 Tc (31.7) Tj"),
        drawn(
            "text-word-spacing", "word spacing as wide as columns, and words of a run by their own widths", "100  -  -\ni  mm",
            "50 700 Td 60 Tw (100 - -) Tj 0 Tw 0 -20 Td [(i)-1600(mm)] TJ"),
        PDFSample(
            "text-printed-twice", "bold by printing twice, cut in other places, one of the copies in the same array", "2,00 Eight of 27",
            style: .layout(.reading)
        ) { file in
            file.page(
                "BT /F1 10 Tf 50 700 Td (2,00 Eight) Tj 0.2 0 Td (2) Tj 5.56 0 Td (,00 Ei) Tj "
                    + "-5.96 0 Td [(2,00 Eig)(ht) -300 (of) -300 (27)972(27)] TJ ET")
        },
        PDFSample(
            "text-shadow", "letters with a shadow, each placed by itself: the narrow ones count once too", "Saint-Illi",
            style: .layout(.reading)
        ) { file in
            let places = [0, 6.67, 12.23, 14.45, 20.01, 22.79, 26.12, 28.9, 31.12, 33.34]
            let letters = zip(places, "Saint-Illi").map { place, letter in "1 0 0 1 \(50 + place) 700 Tm (\(letter)) Tj" }
            let shadow = zip(places, "Saint-Illi").map { place, letter in "1 0 0 1 \(49 + place) 701 Tm (\(letter)) Tj" }
            file.page("BT /F1 10 Tf \(letters.joined(separator: " ")) \(shadow.joined(separator: " ")) ET")
        },
        drawn(
            "text-narrow-letters", "a narrow letter beside the same one, string by string: both count", "11  ll",
            "50 700 Td [(1)(1)] TJ 30 0 Td [(l)(l)] TJ", font: narrow),
        PDFSample(
            "text-no-widths", "a font whose glyphs have no width: its blanks divide words all the same", "Page 3 of 3",
            style: .layout(.reading)
        ) { file in
            file.page(
                "BT /F1 10 Tf 50 700 Td (Page 3 of 3) Tj ET",
                font: "<</Type/Font/Subtype/TrueType/BaseFont/Own/FirstChar 32/LastChar 33/Widths[0 0]/Encoding/WinAnsiEncoding>>")
        },
        PDFSample("text-outside-page", "text that lies outside of the page's /MediaBox is not on it", "inside") { file in
            file.page("BT /F1 9 Tf 50 700 Td (inside) Tj 0 -720 Td (below) Tj 900 0 Td (beside) Tj ET")
        },
        PDFSample(
            "text-over-the-edge", "a string that goes over the page's edges: its words that are on the page", "in all that\non it"
        ) { file in
            file.page("BT /F1 10 Tf 570 700 Td (in all that follows) Tj -635 -20 Td (all of this is on it) Tj ET")
        },
        PDFSample(
            "text-blank-alone", "a blank in a string of its own divides what stands closer to each other than words do", "Page.... 14",
            style: .layout(.reading)
        ) { file in
            file.page("BT /F1 10 Tf 50 700 Td (Page....) Tj ( ) Tj 1 0 0 1 85.6 700 Tm (14) Tj ET")
        },
        drawn(
            "text-ellipsis", "three dots, or a comma, with character spacing: what stands before and behind them are two words",
            "1, ... ,2\n3, x\n4,000", "50 700 Td 1.7 Tc 20 TL (1,...,2) Tj (3,x) ' (4,000) '"),
        drawn(
            "text-inline-image", "an inline image is stepped over, whatever its bytes say", "before\nafter",
            "50 700 Td (before) Tj ET BI /W 4 /H 1 /BPC 8 /CS /G ID (EI Tj\u{1}x EIx EI BT 50 680 Td (after) Tj"),
    ]

    /// Directions of writing.
    static let places: [PDFSample] = [
        PDFSample("text-rotated", "text that runs upwards, beside text that doesn't", "flat\nupwards\nsecond") { file in
            file.page(
                "BT /F1 10 Tf 50 700 Td (flat) Tj 0 1 -1 0 300 300 Tm (up) Tj (wards) Tj 0 1 -1 0 312 300 Tm (second) Tj ET")
        },
        PDFSample(
            "text-page-rotate", "a page with /Rotate 90 whose text runs upwards: read as it is seen", "first line\nsecond line",
            style: .layout(.reading)
        ) { file in
            file.start(more: "/Rotate 90")
            file.addStream(5, "BT /F1 10 Tf 0 1 -1 0 112 50 Tm (second line) Tj 0 1 -1 0 100 50 Tm (first line) Tj ET")
            file.finish()
        },
        drawn(
            "text-pressed", "letters pressed together by negative spacing that an array undoes", "Seven green boats",
            "-1.5 Tc -1.5 Tw 50 700 Td [" + "Seven green boats".map { "(\($0)) \($0 == " " ? -300 : -150) " }.joined() + "] TJ"),
        drawn(
            "text-number-meets-word", "a number that ends where the text of the next column begins", "1,250,000 Warehouse",
            "50 700 Td (1,250,000) Tj 45.68 0 Td (Warehouse) Tj"),
        drawn(
            "text-hebrew-visual", "Hebrew painted from left to right, its letters in the order of painting", "שלום 15 עולם",
            "50 700 Td (dcba 15 hgfe) Tj", font: hebrew),
        drawn(
            "text-hebrew-numbers", "numbers with signs in a Hebrew line: each sign stays with its number", "3.4% שלום -1.7 עולם",
            "50 700 Td (dcba -1.7 hgfe 3.4%) Tj", font: hebrew),
        PDFSample(
            "text-hebrew-layout", "Hebrew painted from left to right, in columns as they stand: each cell as it is read",
            "שלום עולם                     -1.7",
            style: .layout(.columns)
        ) { file in
            file.page("BT /F1 10 Tf 50 700 Td (dcba hgfe) Tj 130 0 Td (-1.7) Tj ET", font: hebrew)
        },
        PDFSample(
            "text-hebrew-layout-line",
            "a line of Hebrew, English and numbers, a little apart, in columns as they stand: one line, as it is read",
            "עולם Tel Aviv 2026 שלום", style: .layout(.columns)
        ) { file in
            file.start(font: hebrewLogical, resources: "/Font<</F1 4 0 R/F2 8 0 R>>")
            file.add(8, SamplePDF.helvetica)
            file.addStream(
                5, "BT /F1 12 Tf 450 700 Td (abcd) Tj /F2 12 Tf -83 0 Td (Tel Aviv 2026) Tj /F1 12 Tf -37 0 Td (efgh) Tj ET")
            file.finish()
        },
        PDFSample(
            "text-hebrew-date", "a date in two pieces in Hebrew that is stored as it is read", "עולם 24/11/2026 שלום"
        ) { file in
            file.start(font: hebrewLogical, resources: "/Font<</F1 4 0 R/F2 8 0 R>>")
            file.add(8, SamplePDF.helvetica)
            file.addStream(
                5, "BT /F1 10 Tf 450 700 Td (abcd) Tj /F2 10 Tf -54 0 Td (24/11/) Tj 27.8 0 Td (2026) Tj /F1 10 Tf -52.8 0 Td (efgh) Tj ET")
            file.finish()
        },
        drawn(
            "text-hebrew-logical", "Hebrew stored as it is read, word by word from the right", "שלום עולם",
            "90 700 Td (efgh) Tj -40 0 Td (abcd) Tj", font: hebrewLogical),
        drawn(
            "text-hebrew-mixed", "a Hebrew word in an English line", "say שלום now", "50 700 Td (say hgfe now) Tj", font: mixed),
    ]

    // a…d are the letters of one word from first to last, e…h those of the other.
    private static let hebrew = letters("05E2 05D5 05DC 05DD 05E9 05DC 05D5 05DD")
    private static let hebrewLogical = letters("05E2 05D5 05DC 05DD 05E9 05DC 05D5 05DD")
    private static let mixed = named(
        "Helvetica", "/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[101/uni05E9/uni05DC/uni05D5/uni05DD]>>")

    private static func letters(_ scalars: String) -> String {
        let names = scalars.split(separator: " ").map { "/uni\($0)" }.joined()
        return named("Helvetica", "/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[97\(names)]>>")
    }

    /// A page with one text object in /F1.
    private static func drawn(
        _ name: String, _ shows: String, _ text: String, _ operators: String, font: String = SamplePDF.helvetica
    ) -> PDFSample {
        PDFSample(name, shows, text) { $0.page("BT /F1 10 Tf \(operators) ET", font: font) }
    }
}
