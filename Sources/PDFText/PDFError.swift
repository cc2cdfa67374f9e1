/// Why a document's text can't be read completely. Texts already returned as `.final` stay valid.
public struct PDFError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of error.
    public enum Code: String, Sendable, Hashable {
        /// Neither `%PDF-` nor an object within the first 1,024 bytes. The detail says what it looks like.
        case notPDF
        /// The document is encrypted, and the password is missing or wrong.
        case needsPassword
        /// The document uses something that is not supported yet. The detail says what.
        case unsupported
        /// A limit of `PDFLimits` was exceeded. The detail names it and its value.
        case limit
        /// `append` or `finish` was called after `finish`.
        case finished
    }

    /// The kind of this error.
    public let code: Code
    /// The file offset where it was detected, base 0; nil if it has no position.
    public let offset: Int?
    /// The message for the log, without the position.
    public let detail: String
    /// Whether the limit concerns a single stream or page: if no known page needs it, it is skipped and the rest is read.
    private(set) var isOfOne = false

    init(_ code: Code, at offset: Int? = nil, _ detail: String) {
        self.code = code
        self.offset = offset
        self.detail = detail
    }

    static func limit(_ name: String, _ value: Int, at offset: Int? = nil) -> PDFError {
        PDFError(.limit, at: offset, "limit reached: \(name), \(value)")
    }

    /// A limit of a single stream or page.
    static func limitOfOne(_ name: String, _ value: Int, at offset: Int? = nil) -> PDFError {
        var error = limit(name, value, at: offset)
        error.isOfOne = true
        return error
    }

    /// The message with its position.
    public var description: String { offset.map { "\(detail) (at byte \($0))" } ?? detail }
}

/// Damage that was worked around. Intact text is returned; the warning says what may be missing or wrong.
public struct PDFWarning: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of damage.
    public enum Code: String, Sendable, Hashable {
        /// The file ends too early: no `%%EOF`, or in the middle of an object or a stream.
        case truncated
        /// A stream could be decoded only in part.
        case corruptStream
        /// A stream uses an unsupported format and was skipped.
        case unsupported
        /// An object, object stream or map violates the format and was skipped or read in part.
        case damagedObject
        /// Part of the text was dropped because a limit of `PDFLimits` was exceeded. The detail says which.
        case limit
        /// A font doesn't map its glyphs to characters; they became U+FFFD.
        case unreadableFont
        /// A font's object is missing from the file: its text is read as plain Latin text, which may be wrong.
        case missingFont
        /// A page shows text, or may do so, but none could be read. The detail says why.
        case noText
    }

    /// The kind of this damage.
    public let code: Code
    /// The file offset where it was detected, base 0; nil if it has no position.
    public let offset: Int?
    /// The message for the log, without the position.
    public let detail: String
    /// Whether text that a reader would miss may be missing or unreadable.
    public let losesText: Bool

    init(_ code: Code, at offset: Int? = nil, _ detail: String, losesText: Bool = true) {
        self.code = code
        self.offset = offset
        self.detail = detail
        self.losesText = losesText
    }

    /// The message with its position.
    public var description: String { offset.map { "\(detail) (at byte \($0))" } ?? detail }
}
