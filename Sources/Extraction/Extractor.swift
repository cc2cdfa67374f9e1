package import Foundation
package import Records

/// Converts the bytes of one format to records, with options from a board file.
///
/// An extractor is a value created once for a board; `begin` starts the run for one fetch. To add a format, write one file with both and
/// add a line to `Extractors.swift`.
package protocol Extractor: Sendable {
    /// The key in a board's `extract`.
    static var name: String { get }
    /// A short description of the format, for lists and error messages.
    static var about: String { get }

    init(options: Declaration, schema: Schema) throws(DeclarationError)

    func begin(_ hints: DocumentHints) -> any ExtractionRun

    /// Whether reading later parts of the document first can make rows certain earlier.
    static var looksAhead: Bool { get }
    /// Whether it can read an endless source: without a limit of rows and without storing what it has returned, if the hints say
    /// `isEndless`.
    static var readsStreams: Bool { get }
    /// Whether it may withdraw a row that it has reported as certain.
    var withdrawsCertainRows: Bool { get }
    /// Whether a field's own keys describe the notation of its values (`none`, `digits`, `separator` …); if not, the format does.
    var followsFields: Bool { get }
    /// Whether a document has only one row, which is always the same record.
    var isSingle: Bool { get }
}

extension Extractor {
    package static var looksAhead: Bool { false }
    package static var readsStreams: Bool { false }
    package var withdrawsCertainRows: Bool { false }
    package var followsFields: Bool { true }
    package var isSingle: Bool { false }

    package func begin() -> any ExtractionRun { begin(DocumentHints()) }
}

/// Information about a document from the head of the answer.
package struct DocumentHints: Sendable {
    /// The charset in Content-Type, as written.
    package var charset: String?
    /// `application/json`, without parameters.
    package var mediaType: String?
    /// The address after all redirects.
    package var address: URL?
    /// The source's own address, for documents whose address isn't known.
    package var source: URL?
    /// The feed's own address, relative to which pictures are loaded later.
    package var feed: URL?
    /// Whether the source never ends.
    package var isEndless = false
    /// Whether the answer announces its length, so its end is certainly the document's.
    package var isLengthKnown = false
    /// Maps a channel's id and its names in a guide to the name in a playlist; nil if the playlist uses the id or the first name, or lacks
    /// the channel.
    package var channelName: (@Sendable (_ id: String, _ names: [String]) -> String?)?

    package init() {}

    /// For a complete file.
    package static var wholeFile: DocumentHints {
        var hints = DocumentHints()
        hints.isLengthKnown = true
        return hints
    }

    /// The base of the document's relative addresses, unless it specifies its own.
    var base: URL? { address ?? source }

    /// For the same document if its server has already unpacked it: `26.dat.gz` becomes `26.dat`.
    var unpacked: DocumentHints {
        guard let address, ["gz", "xz"].contains(address.pathExtension.lowercased()) else { return self }
        var hints = self
        hints.address = address.deletingPathExtension()
        return hints
    }

    /// For the contents of the document, a file in an archive or all of it. The head's charset and media type describe only the packing.
    func packed(as name: String? = nil) -> DocumentHints {
        var hints = unpacked
        (hints.charset, hints.mediaType) = (nil, nil)
        if let name {
            let folder = (address ?? URL(fileURLWithPath: "/archive")).deletingLastPathComponent()
            hints.address = folder.appendingPathComponent(name, isDirectory: false)
        }
        return hints
    }
}

/// Reads one document: accepts chunks of bytes of any size in order and returns each record as soon as it is known.
///
/// The records don't depend on the chunks. `finish` throws if the document isn't complete, so truncated input never looks like success. A
/// run that has thrown can't be used again.
package protocol ExtractionRun {
    /// Accepts a part of the document before `append` reaches it; `append` gets the same bytes again. The first part is the end of the
    /// document.
    mutating func foresee(_ bytes: [UInt8], at offset: Int) throws
    /// The ranges of a document of `size` bytes to foresee next, after the previous ones. Most formats need none.
    mutating func partsWorthForeseeing(size: Int) -> [Range<Int>]

    /// The update interval that the document itself requests; nil for most documents.
    var pacing: Pacing? { get }
    /// The parts skipped and repaired so far.
    var notes: ReadingNotes { get }

    mutating func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws
    mutating func finish(_ receive: (Extracted) throws -> Void) throws
}

extension ExtractionRun {
    package mutating func foresee(_ bytes: [UInt8], at offset: Int) throws {}
    package mutating func partsWorthForeseeing(size: Int) -> [Range<Int>] { [] }
    package var pacing: Pacing? { nil }
    package var notes: ReadingNotes { ReadingNotes() }
}

/// An event of a run about one row. Rows are numbered in document order, base 0.
package enum Extracted: Hashable, Sendable {
    /// The row is certain, perhaps after being provisional. Only an update at the end of a PDF withdraws such a row, and may then report
    /// another one with the same number.
    case final(row: Int, Record)
    /// The row is readable but not certain, because a PDF's font comes later. Pages show it; it isn't stored.
    case provisional(row: Int, Record)
    /// The row with this number doesn't exist after all.
    case withdrawn(row: Int)
}

extension Extracted {
    package var row: Int {
        switch self {
        case .final(let row, _), .provisional(let row, _), .withdrawn(let row): row
        }
    }

    /// The same event with its row number increased by `start`.
    func numbered(from start: Int) -> Extracted {
        switch self {
        case .final(let row, let record): .final(row: start + row, record)
        case .provisional(let row, let record): .provisional(row: start + row, record)
        case .withdrawn(let row): .withdrawn(row: start + row)
        }
    }
}

/// Why a document gave no records: the place, and what was found there.
package struct ExtractionError: Error, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// The document has another format.
        case wrongFormat
        /// The document ends too early.
        case truncated
        /// Part of the document can't be read.
        case damaged
        /// A row is incomplete or a value doesn't fit its field.
        case row
        /// Nothing in the document is a row.
        case noRows
        /// One row is expected, and there are several.
        case severalRows
        /// The document has no records, and the feed had some before.
        case empty
        /// The document exceeds one of our limits.
        case limit
        /// The document is valid, but uses an unsupported feature.
        case unsupported
    }

    package let code: Code
    package let detail: String
    /// The name of the field that a value doesn't fit; nil for other errors.
    package let field: String?
    /// What may explain it, such as requests of the page that were refused; empty for most errors.
    package private(set) var remark = ""

    package init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
        field = nil
    }

    /// A value that doesn't fit its field, in the row described by `place`. `hint` follows the reason.
    package init(_ error: FieldError, in place: String, hint: String = "") {
        code = .row
        detail = "\(place): \(error)\(hint)"
        field = error.field
    }

    private init(_ code: Code, _ detail: String, field: String?) {
        (self.code, self.detail, self.field) = (code, detail, field)
    }

    /// The same error, located in a part of the document or in another document, whose rows aren't those of the board.
    package func inside(_ place: String) -> ExtractionError {
        ExtractionError(code == .noRows || code == .severalRows ? .row : code, "\(place): \(detail)", field: field)
    }

    /// The same error with a remark about the document.
    package func adding(_ words: String) -> ExtractionError {
        var error = self
        error.remark = words
        return error
    }

    package var description: String { remark.isEmpty ? detail : "\(detail); \(remark)" }
}
