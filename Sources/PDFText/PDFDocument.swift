public import FoundationEssentials

/// A whole PDF: its pages in order, and what it says of itself. Reads with the engine of `PDFTextStream`, so that a page's
/// text is the same as from the stream.
///
/// Everything is read once, in `init`; warnings tell what was worked around. Throws what the stream throws; but where a bound of `PDFLimits`
/// is hit and pages are known, it has those, and a warning. A value: it may be shared between tasks.
///
///     let document = try PDFDocument(bytes: bytes)
///     print(document.metadata.title ?? "untitled", document.pageCount)
///     for page in document.pages { print(page.lines.joined(separator: "\n")) }
public struct PDFDocument: Sendable {
    /// The pages in the order of the document, each with its `pageNumber`.
    public let pages: [PDFPageText]
    /// What the document says of itself.
    public let metadata: PDFMetadata
    /// The entries of the outline (bookmarks) in the order in which they stand, those inside others after them.
    public let outline: [PDFOutlineEntry]
    /// What the document calls its pages ("iv", "A-3"), one for each page; "1", "2", … where it says nothing.
    public let pageLabels: [String]
    /// Damage that was worked around.
    public let warnings: [PDFWarning]

    /// How many pages there are.
    public var pageCount: Int { pages.count }

    /// The page at an index, base 0; nil where there is none.
    public func page(at index: Int) -> PDFPageText? { pages.indices.contains(index) ? pages[index] : nil }

    /// A file's document. The whole file is read into memory.
    public init(
        contentsOf url: URL, limits: PDFLimits = PDFLimits(), password: String = "", includesAnnotations: Bool = true,
        includesRules: Bool = false
    ) throws {
        try self.init(
            bytes: [UInt8](Data(contentsOf: url)), limits: limits, password: password, includesAnnotations: includesAnnotations,
            includesRules: includesRules)
    }

    /// The document that these bytes are.
    public init(
        bytes: [UInt8], limits: PDFLimits = PDFLimits(), password: String = "", includesAnnotations: Bool = true,
        includesRules: Bool = false
    ) throws {
        func begin() -> PDFTextStream {
            PDFTextStream(
                limits: limits, password: password, includesAnnotations: includesAnnotations, includesRules: includesRules, keepsFacts: true
            )
        }
        var stream = begin()
        if !stream.looksAhead(inFileOf: bytes.count, { Array(bytes[$0]) }) { stream = begin() }
        var kept = KeptPages()
        var warnings: [PDFWarning] = []
        func take(_ event: PDFTextEvent) {
            kept.take(event)
            if case .warning(let warning) = event { warnings.append(warning) }
        }
        do {
            try stream.append(bytes, take)
            try stream.finish(take)
        } catch let error as PDFError where error.code == .limit && !kept.inOrder.isEmpty {
            warnings.append(PDFWarning(.limit, at: error.offset, error.detail))
        }
        pages = kept.inOrder.enumerated().map {
            PDFPageText(id: $1.id, pageNumber: $0 + 1, runs: $1.runs, fonts: $1.fonts, rules: $1.rules)
        }
        if let offset = stream.engine.facts?.leftOutAt {
            let what = "bytes of title, outline and labels, \(limits.objectBytes); what comes later is left out"
            warnings.append(PDFWarning(.limit, at: offset, "limit reached: \(what)", losesText: false))
        }
        self.warnings = warnings
        let reader = FactReader(stream.engine, pageIDs: pages.map(\.id))
        metadata = reader.metadata
        outline = reader.outline
        pageLabels = reader.labels(count: pages.count)
    }
}

/// What a document says of itself (ISO 32000-1, 14.3.3).
public struct PDFMetadata: Sendable, Hashable {
    /// The document's title.
    public var title: String?
    /// Who wrote it.
    public var author: String?
    /// What it is about.
    public var subject: String?
    /// Words to find it by.
    public var keywords: String?
    /// The program in which it was written.
    public var creator: String?
    /// The program that made the PDF.
    public var producer: String?
    /// When it was made, as it is stored: `D:20260427153000+01'00'`.
    public var creationDate: String?
    /// When it was changed last, as it is stored.
    public var modificationDate: String?
}

/// An entry of a document's outline (ISO 32000-1, 12.3.3).
public struct PDFOutlineEntry: Sendable, Hashable {
    /// What it says.
    public let title: String
    /// How many entries it stands inside of.
    public let level: Int
    /// The page it leads to, base 0; nil where it leads elsewhere or nowhere.
    public let pageIndex: Int?
}
