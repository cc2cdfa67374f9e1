/// A page of HTML, whole, as a value: for rows by a plain path (`//table[@id='x']//tr`), each an `Element`.
///
/// Read and mended as a `Document` is, by the same parser, and bounded likewise; but kept in one compact storage, where a `Document`
/// allocates each node and each text. What takes more of XPath takes a `Document`.
public struct Page: Sendable {
    private let storage: ElementStorage

    /// - Parameter charset: What HTTP says the charset is.
    public init(html bytes: [UInt8], charset: String? = nil, limits: MarkupLimits = MarkupLimits()) throws(MarkupError) {
        storage = try HTMLParser.storage(of: Document.text(ofHTML: bytes, charset, limits).text, limits: limits)
    }

    /// The elements that a path leads to from the top, in the document's order; nil if it takes a `Document` (`XPath.leadsToElements`).
    public func elements(at path: XPath) -> [Element]? {
        guard path.leadsToElements else { return nil }
        return path.location?.places(in: storage).map { Element(storage: storage, index: $0) }
    }
}
