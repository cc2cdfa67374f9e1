public import FoundationEssentials

/// A whole PDF: its pages in order, with metadata, outline and labels. Uses the engine of `PDFTextStream`, so a page's text is the same as
/// from the stream.
///
/// `init` reads everything; warnings report problems that were worked around. Throws the errors of the stream; but if a limit of
/// `PDFLimits` is reached and pages are known, the document has those pages and a warning. A value that can be shared between tasks.
///
///     let document = try PDFDocument(bytes: bytes)
///     print(document.metadata.title ?? "untitled", document.pageCount)
///     for page in document.pages { print(page.lines.joined(separator: "\n")) }
public struct PDFDocument: Sendable {
    /// The pages in document order, each with its `pageNumber`.
    public let pages: [PDFPageText]
    /// The document's metadata.
    public let metadata: PDFMetadata
    /// The entries of the outline (bookmarks) in order, nested entries after their parent.
    public let outline: [PDFOutlineEntry]
    /// The page labels ("iv", "A-3"), one for each page; "1", "2", … if the document has none.
    public let pageLabels: [String]
    /// Damage that was worked around.
    public let warnings: [PDFWarning]

    /// The number of pages.
    public var pageCount: Int { pages.count }

    /// The page at an index from 0; nil if there is none.
    public func page(at index: Int) -> PDFPageText? { pages.indices.contains(index) ? pages[index] : nil }

    /// Reads a file. The whole file is loaded into memory.
    public init(
        contentsOf url: URL, limits: PDFLimits = PDFLimits(), password: String = "", includesAnnotations: Bool = true,
        includesRules: Bool = false
    ) throws {
        try self.init(
            bytes: [UInt8](Data(contentsOf: url)), limits: limits, password: password, includesAnnotations: includesAnnotations,
            includesRules: includesRules)
    }

    /// Reads a document from bytes.
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

/// A document's metadata (ISO 32000-1, 14.3.3).
public struct PDFMetadata: Sendable, Hashable {
    /// The document's title.
    public var title: String?
    /// The author.
    public var author: String?
    /// The subject.
    public var subject: String?
    /// Keywords.
    public var keywords: String?
    /// The program in which it was written.
    public var creator: String?
    /// The program that produced the PDF.
    public var producer: String?
    /// The creation date as stored: `D:20260427153000+01'00'`.
    public var creationDate: String?
    /// The date of the last change, as stored.
    public var modificationDate: String?
}

/// An entry of a document's outline (ISO 32000-1, 12.3.3).
public struct PDFOutlineEntry: Sendable, Hashable {
    /// The title.
    public let title: String
    /// The nesting depth, from 0.
    public let level: Int
    /// The index of the target page, from 0; nil if there is no target in the document.
    public let pageIndex: Int?
}
