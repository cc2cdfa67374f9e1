/// A whole XML or HTML document, to be queried by XPath.
///
/// For small documents, and for HTML, whose elements are certain only at the end. XML must be well-formed, as with `MarkupReader`; HTML is
/// repaired as in libxml2 (HTML 4 with the elements of 5), with lower-case names in no namespace. `MarkupLimits` bounds the document and
/// its paths; nothing external is loaded. Use it from one task at a time.
public final class Document {
    let tree: PathTree
    let limits: MarkupLimits
    private var budget: PathBudget
    /// How many invalid bytes of an HTML page became U+FFFD.
    public let replacements: Int

    /// - Parameter charset: The charset according to HTTP.
    public init(xml bytes: [UInt8], charset: String? = nil, limits: MarkupLimits = MarkupLimits()) throws(MarkupError) {
        guard bytes.contains(where: { $0 > 0x20 }) else { throw MarkupError(.empty, "the document is empty") }
        let start = Array(bytes.prefix(Charset.detectionBytes))
        let charset = try Charset.detect(start, isWhole: start.count == bytes.count, http: charset, syntax: .xml) ?? .utf8
        let text = try Self.decoded(bytes, charset, .refuse, limits).text
        let parser = try XMLParser(rows: nil, limits: limits)
        do {
            try parser.append(text) {}
            try parser.finish {}
        } catch {
            throw error as? MarkupError ?? MarkupError(.malformed, "\(error)")
        }
        let storage = parser.state.pointee.takeStorage()
        tree = PathTree(storage, 0..<storage.nodes.count, identifiers: .declared(parser.state.pointee.identifiers))
        (self.limits, budget) = (limits, PathBudget(limits, textBytes: 4 * limits.documentBytes))
        replacements = 0
    }

    /// - Parameter charset: The charset according to HTTP.
    public convenience init(html bytes: [UInt8], charset: String? = nil, limits: MarkupLimits = MarkupLimits()) throws(MarkupError) {
        let (text, replacements) = try Self.text(ofHTML: bytes, charset, limits)
        self.init(try HTMLParser.storage(of: text, limits: limits), limits: limits, replacements: replacements)
    }

    /// An HTML page.
    init(_ storage: ElementStorage, limits: MarkupLimits, replacements: Int) {
        tree = PathTree(storage, 0..<storage.nodes.count, identifiers: .html)
        (self.limits, budget) = (limits, PathBudget(limits, textBytes: 4 * limits.documentBytes))
        self.replacements = replacements
    }

    /// A document with one element of a row as its root, without the row's context.
    public init(_ element: Element, limits: MarkupLimits = MarkupLimits()) {
        tree = PathTree(element)
        (self.limits, budget) = (limits, PathBudget(limits, textBytes: 4 * limits.documentBytes))
        replacements = 0
    }

    /// The address in a page's first `base`, to which relative addresses refer (HTML 4.2.3); nil if there is none.
    public var base: String? {
        let storage = tree.storage
        for place in tree.places where storage.nodes[place].isElement && storage.name(place).local == "base" {
            if let address = Element(storage: storage, index: place)[attribute: "href"] { return address }
        }
        return nil
    }

    /// The steps used by paths so far, of `MarkupLimits.allPathOperations`.
    package var pathOperations: Int { budget.taken }

    /// The root element.
    public var root: Node? { tree.root.map { Node(document: self, place: $0) } }

    /// - Parameter node: The context of the path; nil for the document.
    public func evaluate(_ path: XPath, at node: Node? = nil) throws(MarkupError) -> XPathValue {
        switch try tree.evaluate(path, at: node?.place ?? NodeMap.document, &budget) {
        case .text(let text): return .string(String(decoding: text, as: UTF8.self))
        case .number(let number): return .number(number)
        case .flag(let flag): return .flag(flag)
        case .nodes(let nodes):
            // Namespace nodes aren't part of the document.
            return .nodes(nodes.compactMap { $0.declaration == nil ? Node(document: self, place: $0.place) : nil })
        }
    }

    fileprivate func text(_ path: XPath, at node: Node) throws(MarkupError) -> String {
        try tree.text(path, at: node.place, &budget) ?? ""
    }

    fileprivate func texts(_ path: XPath, at node: Node) throws(MarkupError) -> [String] {
        try tree.texts(path, at: node.place, &budget)
    }

    fileprivate func lines(_ path: XPath, at node: Node) throws(MarkupError) -> [String] {
        guard case .nodes(let nodes) = try tree.evaluate(path, at: node.place, &budget) else { return [try text(path, at: node)] }
        var lines: [String] = []
        for node in nodes where node.declaration == nil && node.place >= 0 {
            try budget.spend(tree.storage.end(of: node.place) - node.place)
            let more = tree.storage.shownLines(at: node.place)
            try budget.handOut(more.reduce(0) { $0 + $1.utf8.count })
            lines += more
        }
        return lines
    }

    /// Converts a page to UTF-8.
    static func text(
        ofHTML bytes: [UInt8], _ charset: String?, _ limits: MarkupLimits
    ) throws(MarkupError) -> (text: [UInt8], replacements: Int) {
        guard bytes.contains(where: { $0 > 0x20 }) else { throw MarkupError(.empty, "the document is empty") }
        let charset = try Charset.detect(
            Array(bytes[..<min(bytes.count, Charset.detectionBytes)]), isWhole: bytes.count <= Charset.detectionBytes, http: charset,
            syntax: .html)
        return try decoded(bytes, charset ?? .windows1252, .replace, limits)
    }

    private static func decoded(
        _ bytes: [UInt8], _ charset: Charset, _ invalid: TextDecoder.InvalidBytes, _ limits: MarkupLimits
    ) throws(MarkupError) -> (text: [UInt8], replacements: Int) {
        guard bytes.count <= limits.documentBytes else { throw tooLarge(limits) }
        var decoder = TextDecoder(charset, invalidBytes: invalid)
        let text = try decoder.decode(bytes) + decoder.finish()
        guard text.count <= limits.documentBytes else { throw tooLarge(limits) }
        return (text, decoder.replacements)
    }

    private static func tooLarge(_ limits: MarkupLimits) -> MarkupError {
        MarkupError(.limit, "the document has more than \(limits.documentBytes) bytes")
    }
}

/// A node of a `Document`: an element, an attribute, a text, a comment, an instruction; or the document itself.
public struct Node {
    /// The node's document, which it keeps alive.
    public let document: Document
    /// The index in the document's storage.
    let place: Int

    private var storage: ElementStorage { document.tree.storage }
    private var isDocument: Bool { place == NodeMap.document }

    /// The local name of an element or attribute; empty for other nodes.
    public var name: String {
        guard !isDocument, storage.nodes[place].isElement || storage.nodes[place].isAttribute else { return "" }
        return storage.name(place).local
    }

    /// Its index in its document, the same as its `element`'s.
    package var number: Int { place }

    /// The line at which its element starts, from 1; 0 if unknown.
    public var line: Int { document.tree.map.line(of: place) }

    /// Its string-value: for an element, all text inside it.
    public var text: String { document.tree.map.text(of: place) }

    /// The text of a path's first node as displayed (`Element.shownText`), or a function's result; empty if the path matches nothing.
    public func text(at path: XPath) throws(MarkupError) -> String { try document.text(path, at: self) }

    /// The same for all nodes that a path matches.
    public func texts(at path: XPath) throws(MarkupError) -> [String] { try document.texts(path, at: self) }

    /// The lines of the displayed texts of all nodes that a path matches: split at lines, blocks, list items and cells, and in `pre` at
    /// line feeds. White space collapses to one space, and empty lines are dropped.
    public func lines(at path: XPath) throws(MarkupError) -> [String] { try document.lines(path, at: self) }

    /// The element as a separate value; nil for other kinds of node.
    public var element: Element? {
        isDocument || !storage.nodes[place].isElement ? nil : Element(storage: storage, index: place)
    }
}
