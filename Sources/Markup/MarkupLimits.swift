/// The resource limits for one document. The error names the exceeded one.
public struct MarkupLimits: Hashable, Sendable {
    /// Bytes of a document held in memory (`Document`), after decoding. Row streams have no such limit.
    public var documentBytes = 64 << 20
    /// Elements, attributes and texts of a document held in memory.
    public var documentNodes = 2_000_000
    /// The nesting depth of elements.
    public var depth = 256
    /// Attributes and namespace declarations per element; namespaces in scope at one position; attributes with defaults in the document
    /// type.
    public var attributes = 512
    /// Text and attribute values of one row, in bytes.
    public var rowBytes = 8 << 20
    /// Elements, attributes and texts of one row.
    public var rowNodes = 200_000
    /// Distinct names of elements and attributes, with their namespaces, in a document or its rows.
    public var names = 65_536
    /// Bytes of attribute values defaulted by the document's own declarations.
    public var defaultedBytes = 1 << 20
    /// Steps per XPath evaluation: nodes visited, and the cost of texts, comparisons and sorting.
    public var pathOperations = 20_000_000
    /// Steps of all evaluations over a document; or over all rows of one `RowPaths`, in addition to one visit of every node per path.
    public var allPathOperations = 200_000_000

    /// The default limits.
    public init() {}
}
