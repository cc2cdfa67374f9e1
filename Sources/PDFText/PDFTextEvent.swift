/// What a `PDFTextStream` hands out, in the order in which it becomes known.
public enum PDFTextEvent: Sendable, Hashable {
    /// The text of a page whose fonts have not come yet, read as plain single-byte text. The `.final` of the same `id`
    /// replaces it; if none comes, it was not the text of a page.
    case provisional(PDFPageText)
    /// The text of a page, as sure as the bytes so far make it. Once a page, unless a later part of the file (an incremental
    /// update, ISO 32000-1, 7.5.6) changes its text: then again with the same `id`, and the last one counts.
    case final(PDFPageText)
    /// The page of this `id`, which was final, is not of the document: an update took it out, or it never was in its tree of
    /// pages. Comes at the end only.
    case withdrawn(id: Int)
    /// The ids of all pages in the order of the document, base 0: at the end, where the tree of pages is known. Pages below a damaged node
    /// of it stand where that is.
    case pages([Int])
    /// Damage that was worked around.
    case warning(PDFWarning)
}

/// The text of one page, as runs in the order in which the page draws them.
public struct PDFPageText: Sendable, Hashable {
    /// The same for the provisional and the final text of a page, and for no other page of the document.
    public let id: Int
    /// The page's place in the document, base 1; nil unless the page tree was known before the text. `.pages` tells the
    /// order at the end, and counts where an update has changed it.
    public let pageNumber: Int?
    /// What each show operator draws, in order.
    public let runs: [TextRun]
    /// The fonts that the page is set in, in the order of their first use, and how well they tell their characters.
    public let fonts: [PDFFontUse]
    /// Straight lines across and down that the page draws, each a box without width or without height; empty unless they were
    /// asked for (`includesRules`). `PDFTable` takes them for the edges of its cells.
    public let rules: [PDFBox]

    /// A page of given runs, for tests of what reads them.
    public init(id: Int, pageNumber: Int? = nil, runs: [TextRun], fonts: [PDFFontUse] = [], rules: [PDFBox] = []) {
        self.id = id
        self.pageNumber = pageNumber
        self.runs = runs
        self.fonts = fonts
        self.rules = rules
    }
}

extension PDFPageText {
    /// The page without text that isn't painted, for readers that want what is seen.
    public var visible: PDFPageText {
        PDFPageText(id: id, pageNumber: pageNumber, runs: runs.filter { !$0.isInvisible }, fonts: fonts, rules: rules)
    }

    /// The share of the page's glyphs that no source could map to a character: they came out as U+FFFD. 0 to 1; where it is high, the
    /// page is to be looked at, or read from its image, instead of trusted.
    public var unmappedShare: Double {
        let all = fonts.reduce(0) { $0 + $1.glyphs }
        return all > 0 ? Double(fonts.reduce(0) { $0 + $1.unmappedGlyphs }) / Double(all) : 0
    }
}

/// A font as a page uses it, and how well it tells its characters.
public struct PDFFontUse: Sendable, Hashable {
    /// The font's name (/BaseFont), a subset's tag before it; empty where it has none.
    public let name: String
    /// Glyphs that the page shows in it.
    public let glyphs: Int
    /// Those of them that no source could map to a character.
    public let unmappedGlyphs: Int
    /// The share of them, 0 to 1.
    public var unmappedShare: Double { glyphs > 0 ? Double(unmappedGlyphs) / Double(glyphs) : 0 }
}

/// What one show operator draws: a whole `TJ` array is one run, unless a gap of 1.5 em or more divides it.
public struct TextRun: Sendable, Hashable {
    /// The characters, Latin ligatures expanded, in the order in which they are shown; Arabic ones are the forms that are drawn, which lines
    /// and layouts write out in the order of reading.
    public let text: String
    /// Where the run begins: user space, points, origin at the page's lower left.
    public let x: Double
    /// The baseline where the run begins.
    public let y: Double
    /// The `x` where the run ends, the last glyph's advance included.
    public let endX: Double
    /// The height where the run ends: `y`, but for text that doesn't run from left to right or right to left.
    public let endY: Double
    /// The height of the em in user space.
    public let fontSize: Double
    /// Whether nothing is painted (text rendering modes 3 and 7, ISO 32000-1, 9.3.6): the text layer of a scanned page.
    public let isInvisible: Bool
    /// Whether the glyphs are drawn as in a mirror: the lines of such text follow each other upwards.
    let isMirrored: Bool
    /// Where each blank of `text` begins and ends, one after the other, as shares of the way from the run's begin to its end; empty where no
    /// blank divides words, or where that isn't known.
    let blanks: [Float]

    /// The text with Arabic letters in place of the forms that are drawn.
    public var letters: String { RightToLeft.occurs(in: text) ? ArabicForms.folded(text) : text }

    /// A run, for tests of what reads them.
    public init(
        text: String, x: Double, y: Double, endX: Double, endY: Double? = nil, fontSize: Double, isInvisible: Bool = false
    ) {
        self.init(text: text, x: x, y: y, endX: endX, endY: endY ?? y, fontSize: fontSize, isInvisible: isInvisible, blanks: [])
    }

    init(
        text: String, x: Double, y: Double, endX: Double, endY: Double, fontSize: Double, isInvisible: Bool, isMirrored: Bool = false,
        blanks: [Float]
    ) {
        self.text = text
        self.x = x
        self.y = y
        self.endX = endX
        self.endY = endY
        self.fontSize = fontSize
        self.isInvisible = isInvisible
        self.isMirrored = isMirrored
        self.blanks = blanks
    }
}
