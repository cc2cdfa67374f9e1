/// Why a document's text can't be read, or can't be read to its end. What was handed out as `.final` before stays true.
public struct PDFError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Whose fault it is, and what can be done.
    public enum Code: String, Sendable, Hashable {
        /// Neither `%PDF-` nor an object within the first 1,024 bytes. The detail says what it looks like.
        case notPDF
        /// The document is encrypted and needs a password: none, or a wrong one, was given.
        case needsPassword
        /// The document uses something that is not supported yet. The detail says what.
        case unsupported
        /// A bound of `PDFLimits` was hit. The detail says which, and its value.
        case limit
        /// `append` or `finish` was called after `finish`.
        case finished
    }

    /// What kind of error this is.
    public let code: Code
    /// The byte of the file, base 0, where it was noticed; nil where there is no such place.
    public let offset: Int?
    /// The sentence for the log, without the place.
    public let detail: String
    /// Whether it is a bound of one stream or page: what no page is known to need is left out for it, and the rest read.
    private(set) var isOfOne = false

    init(_ code: Code, at offset: Int? = nil, _ detail: String) {
        self.code = code
        self.offset = offset
        self.detail = detail
    }

    static func limit(_ name: String, _ value: Int, at offset: Int? = nil) -> PDFError {
        PDFError(.limit, at: offset, "limit reached: \(name), \(value)")
    }

    /// A bound of one stream or page.
    static func limitOfOne(_ name: String, _ value: Int, at offset: Int? = nil) -> PDFError {
        var error = limit(name, value, at: offset)
        error.isOfOne = true
        return error
    }

    /// What, and where.
    public var description: String { offset.map { "\(detail) (at byte \($0))" } ?? detail }
}

/// Damage that was worked around. The text of what is whole is handed out; this says what may be missing or wrong.
public struct PDFWarning: Sendable, Hashable, CustomStringConvertible {
    /// What kind of damage it is.
    public enum Code: String, Sendable, Hashable {
        /// The file ends too early: no `%%EOF`, or in the middle of an object or a stream.
        case truncated
        /// A stream could be decoded in part only.
        case corruptStream
        /// A stream is stored in a way that is not supported yet, and was left out.
        case unsupported
        /// An object, object stream or map is not what the format asks for, and was left out or read in part.
        case damagedObject
        /// A part of the file's text was left out because a bound of `PDFLimits` was hit. The detail says which.
        case limit
        /// A font doesn't tell which characters it shows; they came out as U+FFFD.
        case unreadableFont
        /// The object of a font is not in the file: text that is set in it is read as plain Latin text, which it may not be.
        case missingFont
        /// The contents of a page show text, or can't be told, and nothing of it came out. The detail says why.
        case noText
    }

    /// What kind of damage it is.
    public let code: Code
    /// The byte of the file, base 0, where it was noticed; nil where there is no such place.
    public let offset: Int?
    /// The sentence for the log, without the place.
    public let detail: String
    /// Whether something may be missing, or unreadable, that a reader of the document would miss.
    public let losesText: Bool

    init(_ code: Code, at offset: Int? = nil, _ detail: String, losesText: Bool = true) {
        self.code = code
        self.offset = offset
        self.detail = detail
        self.losesText = losesText
    }

    /// What, and where.
    public var description: String { offset.map { "\(detail) (at byte \($0))" } ?? detail }
}
