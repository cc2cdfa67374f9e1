/// The limits for one document. Every buffer and loop of `PDFText` has a limit; exceeding it throws a `PDFError` with code `.limit` that
/// names it. The defaults accept every reasonable file and keep memory below about 64 MB for any input, below 16 MB for most.
public struct PDFLimits: Sendable {
    /// Decoded bytes of one stream, counted after each filter of its chain.
    public var streamBytes = 75_000_000
    /// Decoded bytes of all streams of the document.
    public var documentBytes = 512_000_000
    /// Decoded bytes per stored byte of a stream, checked after the first `ratioFreeBytes`.
    public var ratio = 1_000
    /// Decoded bytes of a stream before `ratio` is checked.
    public var ratioFreeBytes = 1_000_000
    /// Decoded bytes of a stream that is buffered whole: an object stream or a ToUnicode map.
    public var wholeStreamBytes = 16_000_000
    /// Filters per stream.
    public var filters = 8
    /// The nesting depth of arrays and dictionaries. Deeper values are dropped with a warning.
    public var nesting = 100
    /// Bytes of a string or other token.
    public var tokenBytes = 1_000_000
    /// Values per object, including nested ones; twelve bytes of a string or name count as one.
    public var objectValues = 500_000
    /// Objects of the document, including redefinitions.
    public var objects = 4_000_000
    /// Approximate bytes of all kept objects: pages, resources, fonts.
    public var objectBytes = 24_000_000
    /// Operators of one page's contents.
    public var pageOperators = 10_000_000
    /// Glyphs shown by one page.
    public var pageGlyphs = 1_000_000
    /// Forms drawn by a page, including nested ones. Further forms are dropped with a warning.
    public var pageForms = 5_000
    /// Bytes of one page's text operators in their compact form.
    public var pageTextBytes = 6_000_000
    /// Bytes of the text operators of all pages that wait for their page object or fonts.
    public var heldTextBytes = 16_000_000
    /// Bytes of text operators kept after their page is final, for updates and for late pages that share them.
    public var sharedTextBytes = 2_000_000
    /// Bytes of streams held as stored until the encryption is known.
    public var heldStreamBytes = 16_000_000
    /// Nodes of the page tree.
    public var pageTreeNodes = 100_000
    /// Characters and ranges of one ToUnicode map.
    public var mapEntries = 100_000
    /// Values examined to find and build fonts, for all pages together.
    public var fontWork = 100_000_000
    /// Bytes of text operators run for all pages together, because many pages may share long contents.
    public var runTextBytes = 512_000_000

    /// The defaults.
    public init() {}
}
