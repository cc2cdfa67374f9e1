package import Records

/// One way from bytes to records, with its options read from a board file: `pdf`, and in time the other formats.
///
/// An extractor is the plan, a value made once for a board; `begin` gives the run for one fetch. To add a format: one file
/// with both, one line in `Extractors.swift`.
package protocol Extractor: Sendable {
    /// The key in a board's `extract`.
    static var name: String { get }
    /// What it reads, in a few words, for lists and error messages.
    static var about: String { get }

    init(options: Declaration, schema: Schema) throws(DeclarationError)

    func begin(_ hints: DocumentHints) -> any ExtractionRun

    /// Whether rows can be certain earlier when parts of the document further on are known first.
    static var looksAhead: Bool { get }
}

extension Extractor {
    package static var looksAhead: Bool { false }

    package func begin() -> any ExtractionRun { begin(DocumentHints()) }
}

/// What is known of a document before its first byte: what the answer's head says of it.
package struct DocumentHints: Sendable {
    /// The charset of Content-Type, as written there.
    package var charset: String?
    /// `application/json`, without parameters.
    package var mediaType: String?

    package init() {}
}

/// The reading of one document: chunks of bytes in order, of any size, come in; records go out as soon as each is known.
///
/// However the bytes are cut, the same records come out. `finish` throws if the document was not whole: a truncated input is
/// never a silent success. After a throw the run is over.
package protocol ExtractionRun {
    /// Takes a part of the document that was fetched before anything else; it comes again with `append`. The first is its end.
    mutating func foresee(_ bytes: [UInt8], at offset: Int) throws
    /// Which parts of a document of so many bytes are worth foreseeing next, after those that were; none, as a rule.
    mutating func partsWorthForeseeing(size: Int) -> [Range<Int>]

    /// What the document said of when to come back; nil, as a rule: nothing.
    var pacing: Pacing? { get }

    mutating func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws
    mutating func finish(_ receive: (Extracted) throws -> Void) throws
}

extension ExtractionRun {
    package mutating func foresee(_ bytes: [UInt8], at offset: Int) throws {}
    package mutating func partsWorthForeseeing(size: Int) -> [Range<Int>] { [] }
    package var pacing: Pacing? { nil }
}

/// What a run tells of one row. Rows are numbered from 0 in the order they were first seen, which is the document's.
package enum Extracted: Hashable, Sendable {
    /// The row is certain as far as the document has been read; it may have been provisional before. Only an update at the end
    /// of a PDF withdraws such a row again, and may then tell another under its number.
    case final(row: Int, Record)
    /// The row was read before everything about it was known (a PDF's font comes later): to be shown, not to be stored.
    case provisional(row: Int, Record)
    /// The row of this number is none after all.
    case withdrawn(row: Int)
}

extension Extracted {
    package var row: Int {
        switch self {
        case .final(let row, _), .provisional(let row, _), .withdrawn(let row): row
        }
    }

    /// The same of a row that stands so many further on.
    func numbered(from start: Int) -> Extracted {
        switch self {
        case .final(let row, let record): .final(row: start + row, record)
        case .provisional(let row, let record): .provisional(row: start + row, record)
        case .withdrawn(let row): .withdrawn(row: start + row)
        }
    }
}

/// Why a document gave no records: where, and what was found.
package struct ExtractionError: Error, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// Not a document of this kind at all.
        case wrongFormat
        /// The document ends before it is complete.
        case truncated
        /// A part of it cannot be read.
        case damaged
        /// A row is incomplete or a value does not fit its field.
        case row
        /// It holds no record, where there were some.
        case empty
        /// One of our limits was hit.
        case limit
        /// Valid, but beyond what we read.
        case unsupported
    }

    package let code: Code
    package let detail: String
    /// The field that a value does not fit, if that is what is wrong.
    package let field: String?

    package init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
        field = nil
    }

    /// A value that does not fit, in the row that `place` names; `hint` follows the reason.
    package init(_ error: FieldError, in place: String, hint: String = "") {
        code = .row
        detail = "\(place): \(error)\(hint)"
        field = error.field
    }

    private init(_ code: Code, _ detail: String, field: String?) {
        (self.code, self.detail, self.field) = (code, detail, field)
    }

    /// The same, of a part of the document or of another one.
    package func inside(_ place: String) -> ExtractionError { ExtractionError(code, "\(place): \(detail)", field: field) }

    package var description: String { detail }
}
