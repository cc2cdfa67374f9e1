/// The bounds of one document. Every buffer and every loop of `PDFText` has one; a bound that is hit is named in a
/// `PDFError` of code `.limit`. The defaults let every sane file through and keep the memory of any input under some 64 MB, of most under 16.
public struct PDFLimits: Sendable {
    /// Decoded bytes of one stream, counted after each filter of its chain.
    public var streamBytes = 75_000_000
    /// Decoded bytes of all streams of the document.
    public var documentBytes = 512_000_000
    /// Decoded bytes per stored byte of one stream, looked at after the first `ratioFreeBytes`.
    public var ratio = 1_000
    /// Decoded bytes of a stream for which `ratio` is not looked at.
    public var ratioFreeBytes = 1_000_000
    /// Decoded bytes of a stream that is held whole: an object stream or a ToUnicode map.
    public var wholeStreamBytes = 16_000_000
    /// Filters of one stream.
    public var filters = 8
    /// Arrays and dictionaries inside each other. What lies deeper is left out, with a warning that says so.
    public var nesting = 100
    /// Bytes of one string or other token.
    public var tokenBytes = 1_000_000
    /// Values of one object, those inside its arrays and dictionaries counted; twelve bytes of a string or name count as one.
    public var objectValues = 500_000
    /// Objects of the document, all definitions counted.
    public var objects = 4_000_000
    /// Bytes, roughly, of all objects that are kept: pages, resources, fonts.
    public var objectBytes = 24_000_000
    /// Operators of one page's contents.
    public var pageOperators = 10_000_000
    /// Glyphs shown by one page.
    public var pageGlyphs = 1_000_000
    /// Forms that one page draws, those inside forms counted. More are left out, with a warning that says so.
    public var pageForms = 5_000
    /// Bytes of one page's text operators in their compact form.
    public var pageTextBytes = 6_000_000
    /// Bytes of the text operators of all pages that wait for their page object or fonts.
    public var heldTextBytes = 16_000_000
    /// Bytes of text operators that are kept after their page is final, for pages that come late and share them, and updates.
    public var sharedTextBytes = 2_000_000
    /// Bytes of streams that are kept as they are stored until it is known whether the document is encrypted, and how.
    public var heldStreamBytes = 16_000_000
    /// Nodes of the page tree.
    public var pageTreeNodes = 100_000
    /// Characters and ranges of one ToUnicode map.
    public var mapEntries = 100_000
    /// Values looked at while fonts are found and built, all pages of the document together.
    public var fontWork = 100_000_000
    /// Bytes of text operators that are run, all pages together: many pages may share long contents.
    public var runTextBytes = 512_000_000

    /// The defaults.
    public init() {}
}
