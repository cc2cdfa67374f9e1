/// What a `PDFTextStream` hands out, in the order in which it becomes known.
public enum PDFTextEvent: Sendable, Hashable {
    /// The text of a page whose fonts have not come yet, read as plain single-byte text. The `.final` of the same `id`
    /// replaces it; if none comes, it was not the text of a page.
    case provisional(PDFPageText)
    /// The text of a page, as sure as it gets. Exactly one a page.
    case final(PDFPageText)
    /// Damage that was worked around.
    case warning(PDFWarning)
}

/// The text of one page, as runs in the order in which the page draws them.
public struct PDFPageText: Sendable, Hashable {
    /// The same for the provisional and the final text of a page, and for no other page of the document.
    public let id: Int
    /// The page's place in the document, base 1; nil unless the page tree was known before the text.
    public let pageNumber: Int?
    /// What each show operator draws, in order.
    public let runs: [TextRun]

    /// A page of given runs, for tests of what reads them.
    public init(id: Int, pageNumber: Int? = nil, runs: [TextRun]) {
        self.id = id
        self.pageNumber = pageNumber
        self.runs = runs
    }
}

/// What one show operator draws: a whole `TJ` array is one run, unless a gap of 1.5 em or more divides it.
public struct TextRun: Sendable, Hashable {
    /// The characters, ligatures expanded, in the order in which they are shown.
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

    /// A run, for tests of what reads them.
    public init(text: String, x: Double, y: Double, endX: Double, endY: Double? = nil, fontSize: Double) {
        self.text = text
        self.x = x
        self.y = y
        self.endX = endX
        self.endY = endY ?? y
        self.fontSize = fontSize
    }
}
