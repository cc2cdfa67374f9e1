/// What one document may cost. Whichever is hit is named in the error.
public struct MarkupLimits: Hashable, Sendable {
    /// Bytes of a document that is held whole (`Document`), after decoding. A stream of rows has no such limit.
    public var documentBytes = 64 << 20
    /// Elements, attributes and texts of a document that is held whole.
    public var documentNodes = 2_000_000
    /// Elements within elements.
    public var depth = 256
    /// Attributes and namespace declarations of one element; namespaces that are declared at one place of a document; attributes with a
    /// default that its document type declares.
    public var attributes = 512
    /// Text and attribute values of one row, in bytes.
    public var rowBytes = 8 << 20
    /// Elements, attributes and texts of one row.
    public var rowNodes = 200_000
    /// Different names of elements and attributes, with their namespaces, of a document or in rows.
    public var names = 65_536
    /// Bytes of attribute values that the document's own declarations supply by default.
    public var defaultedBytes = 1 << 20
    /// Steps of one evaluation of an XPath: nodes looked at, and what texts, comparisons and sorting take beside.
    public var pathOperations = 20_000_000
    /// Steps of all evaluations over one document; or over all rows of one `RowPaths`, beside one look at every node for each path.
    public var allPathOperations = 200_000_000

    /// The limits that stand unless they are changed.
    public init() {}
}
