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

    init(_ tree: PathTree, limits: MarkupLimits, replacements: Int = 0) {
        self.tree = tree
        (self.limits, budget) = (limits, PathBudget(limits, textBytes: 4 * limits.documentBytes))
        self.replacements = replacements
    }

    /// A document with one element of a row as its root, without the row's context.
    public convenience init(_ element: Element, limits: MarkupLimits = MarkupLimits()) {
        self.init(PathTree(element), limits: limits)
    }

    /// The address in a page's first `base`, against which relative addresses are resolved (HTML 4.2.3); nil if there is none.
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
}

/// The result of an XPath.
public enum XPathValue {
    case nodes([Node])
    case string(String)
    case number(Double)
    case flag(Bool)

    /// The text of each node, or the single result.
    public var texts: [String] {
        if case .nodes(let nodes) = self { return nodes.map(\.text) }
        return [text]
    }

    /// Like XPath's `string()`: for nodes, the text of the first.
    public var text: String {
        switch self {
        case .nodes(let nodes): nodes.first?.text ?? ""
        case .string(let text): text
        case .number(let number): PathNumber.text(number)
        case .flag(let flag): flag ? "true" : "false"
        }
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
