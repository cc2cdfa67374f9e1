/// Why a document, a path or a label was refused: whose fault, where, and what is wrong in plain words.
public struct MarkupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is.
    public enum Code: String, Sendable {
        /// There is nothing but white space.
        case empty
        /// The document ends before its root element does.
        case truncated
        /// It breaks the grammar of XML or of its namespaces.
        case malformed
        /// Bytes that its charset does not have, or a charset that is not known.
        case encoding
        /// It wants an entity expanded that is none of XML's own five.
        case entity
        /// One of `MarkupLimits` was hit.
        case limit
        /// A path is wrong, or beyond what may be asked.
        case path
    }

    /// What kind of fault it is.
    public let code: Code
    /// Both from 1, as far as they are known. A path stands on no line; its column is the character in it.
    public var line: Int?
    /// Counted in characters, as far as libxml2 does.
    public var column: Int?
    /// What is wrong, half a sentence.
    public let detail: String

    /// A fault at a place, or at none.
    public init(_ code: Code, line: Int? = nil, column: Int? = nil, _ detail: String) {
        self.code = code
        self.line = line
        self.column = column
        self.detail = detail
    }

    /// The place and what is wrong.
    public var description: String {
        if let line { return "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": \(detail)" }
        return (column.map { "character \($0): " } ?? "") + detail
    }
}
