/// The events of a `PDFTextStream`, in the order in which they become known.
public enum PDFTextEvent: Sendable, Hashable {
    /// The text of a page whose fonts haven't arrived, read as plain single-byte text. The `.final` with the same `id` replaces it; without
    /// one, it wasn't the text of a page.
    case provisional(PDFPageText)
    /// The text of a page, based on all bytes so far. Returned once per page, unless a later part of the file (an incremental update, ISO
    /// 32000-1, 7.5.6) changes the text: then again with the same `id`, and the last one is valid.
    case final(PDFPageText)
    /// The final page with this `id` isn't part of the document: an update removed it, or it never was in the page tree. Returned only at
    /// the end.
    case withdrawn(id: Int)
    /// The ids of all pages in document order: at the end, if the page tree is known. Pages below a damaged node are listed at its
    /// position.
    case pages([Int])
    /// Damage that was worked around.
    case warning(PDFWarning)
}

/// The text of one page, as runs in drawing order.
public struct PDFPageText: Sendable, Hashable {
    /// Identifies a page within the document; the same for its provisional and final text.
    public let id: Int
    /// The page's number from 1; nil if the page tree wasn't known before the text. `.pages` gives the order at the end, which takes
    /// precedence after an update.
    public let pageNumber: Int?
    /// The runs of each show operator, in order.
    public let runs: [TextRun]
    /// The page's fonts in order of first use, and how well they map to characters.
    public let fonts: [PDFFontUse]
    /// Straight horizontal and vertical lines drawn by the page, each a box without width or without height; empty unless requested
    /// (`includesRules`). `PDFTable` uses them as edges of cells.
    public let rules: [PDFBox]

    /// A page with the given runs, for tests.
    public init(id: Int, pageNumber: Int? = nil, runs: [TextRun], fonts: [PDFFontUse] = [], rules: [PDFBox] = []) {
        self.id = id
        self.pageNumber = pageNumber
        self.runs = runs
        self.fonts = fonts
        self.rules = rules
    }
}

extension PDFPageText {
    /// The page without invisible text, for readers that need only what is seen.
    public var visible: PDFPageText {
        PDFPageText(id: id, pageNumber: pageNumber, runs: runs.filter { !$0.isInvisible }, fonts: fonts, rules: rules)
    }

    /// The share of the page's glyphs, 0 to 1, that no source could map to a character and that became U+FFFD. If it is high, check the
    /// page or read its image instead.
    public var unmappedShare: Double {
        let all = fonts.reduce(0) { $0 + $1.glyphs }
        return all > 0 ? Double(fonts.reduce(0) { $0 + $1.unmappedGlyphs }) / Double(all) : 0
    }
}

/// A font as used by a page, and how well it maps to characters.
public struct PDFFontUse: Sendable, Hashable {
    /// The font's name (/BaseFont), including a subset's tag; empty if it has none.
    public let name: String
    /// The number of glyphs shown in it.
    public let glyphs: Int
    /// The number of these glyphs that no source could map to a character.
    public let unmappedGlyphs: Int
    /// Their share, 0 to 1.
    public var unmappedShare: Double { glyphs > 0 ? Double(unmappedGlyphs) / Double(glyphs) : 0 }
}

/// The text of one show operator: a whole `TJ` array is one run, unless a gap of 1.5 em or more divides it.
public struct TextRun: Sendable, Hashable {
    /// The characters in drawing order, with Latin ligatures expanded. Arabic characters are presentation forms, which lines and layouts
    /// convert to letters in reading order.
    public let text: String
    /// The start of the run: user space, points, origin at the page's lower left.
    public let x: Double
    /// The baseline at the start of the run.
    public let y: Double
    /// The `x` at the end of the run, including the last glyph's advance.
    public let endX: Double
    /// The baseline at the end of the run: equals `y` for horizontal text.
    public let endY: Double
    /// The height of the em in user space.
    public let fontSize: Double
    /// Whether the text is invisible (text rendering modes 3 and 7, ISO 32000-1, 9.3.6): the text layer of a scanned page.
    public let isInvisible: Bool
    /// Whether the glyphs are mirrored: the lines of such text follow each other upwards.
    let isMirrored: Bool
    /// The start and end of each space in `text`, in order, as fractions of the run's length; empty if no space divides words, or if they
    /// aren't known.
    let blanks: [Float]

    /// The text with Arabic letters instead of presentation forms.
    public var letters: String { RightToLeft.occurs(in: text) ? ArabicForms.folded(text) : text }

    /// A run, for tests.
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
