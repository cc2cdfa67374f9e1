/// Why a document, path or label was rejected: the kind of fault, its position, and a plain description.
public struct MarkupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: String, Sendable {
        /// There is only white space.
        case empty
        /// The document ends before its root element does.
        case truncated
        /// It breaks the grammar of XML or of its namespaces.
        case malformed
        /// Bytes that are invalid in its charset, or an unknown charset.
        case encoding
        /// It uses an entity other than XML's five.
        case entity
        /// A limit of `MarkupLimits` was exceeded.
        case limit
        /// A path is invalid or not permitted.
        case path
    }

    /// The kind of fault.
    public let code: Code
    /// Line and column, base 1, if known. A path has no line; its column is a character position.
    public var line: Int?
    /// In characters, as far as libxml2 counts them.
    public var column: Int?
    /// A description, as half a sentence.
    public let detail: String

    /// A fault with or without a position.
    public init(_ code: Code, line: Int? = nil, column: Int? = nil, _ detail: String) {
        self.code = code
        self.line = line
        self.column = column
        self.detail = detail
    }

    /// The position and the description.
    public var description: String {
        if let line { return "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": \(detail)" }
        return (column.map { "character \($0): " } ?? "") + detail
    }
}
