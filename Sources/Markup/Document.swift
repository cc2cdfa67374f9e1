/// A whole document, XML or HTML, to be asked by XPath.
///
/// For what is small, and for HTML, whose elements are certain only at the end. XML must be well-formed, as with `MarkupReader`; HTML is
/// mended as libxml2 does it (HTML 4 with the elements of 5), names in lower case, in no namespace. Bounded by `MarkupLimits`, what its
/// paths may take included; nothing is loaded from anywhere. Used from one task at a time.
public final class Document {
    let tree: PathTree
    let limits: MarkupLimits
    private var budget: PathBudget
    /// How many times U+FFFD was put in place of bytes that the charset of a page of HTML does not have.
    public let replacements: Int

    /// - Parameter charset: What HTTP says the charset is.
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

    /// - Parameter charset: What HTTP says the charset is.
    public convenience init(html bytes: [UInt8], charset: String? = nil, limits: MarkupLimits = MarkupLimits()) throws(MarkupError) {
        let (text, replacements) = try Self.text(ofHTML: bytes, charset, limits)
        self.init(try HTMLParser.storage(of: text, limits: limits), limits: limits, replacements: replacements)
    }

    /// A page.
    init(_ storage: ElementStorage, limits: MarkupLimits, replacements: Int) {
        tree = PathTree(storage, 0..<storage.nodes.count, identifiers: .html)
        (self.limits, budget) = (limits, PathBudget(limits, textBytes: 4 * limits.documentBytes))
        self.replacements = replacements
    }

    /// A document of one element: its row's, whatever stood around it.
    public init(_ element: Element, limits: MarkupLimits = MarkupLimits()) {
        tree = PathTree(element)
        (self.limits, budget) = (limits, PathBudget(limits, textBytes: 4 * limits.documentBytes))
        replacements = 0
    }

    /// The address that a page's first `base` gives, by which its relative addresses are read (HTML 4.2.3); nil without one.
    public var base: String? {
        let storage = tree.storage
        for place in tree.places where storage.nodes[place].isElement && storage.name(place).local == "base" {
            if let address = Element(storage: storage, index: place)[attribute: "href"] { return address }
        }
        return nil
    }

    /// What its paths have taken so far, in steps, of `MarkupLimits.allPathOperations`.
    package var pathOperations: Int { budget.taken }

    /// The root element.
    public var root: Node? { tree.root.map { Node(document: self, place: $0) } }

    /// - Parameter node: What the path begins at; nil: the document.
    public func evaluate(_ path: XPath, at node: Node? = nil) throws(MarkupError) -> XPathValue {
        switch try tree.evaluate(path, at: node?.place ?? NodeMap.document, &budget) {
        case .text(let text): return .string(String(decoding: text, as: UTF8.self))
        case .number(let number): return .number(number)
        case .flag(let flag): return .flag(flag)
        case .nodes(let nodes):
            // Nodes for namespaces are not the document's.
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

    /// A page in UTF-8.
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
    /// Whose it is; kept alive by it.
    public let document: Document
    /// In the document's storage.
    let place: Int

    private var storage: ElementStorage { document.tree.storage }
    private var isDocument: Bool { place == NodeMap.document }

    /// The local name of an element or attribute; empty for other nodes.
    public var name: String {
        guard !isDocument, storage.nodes[place].isElement || storage.nodes[place].isAttribute else { return "" }
        return storage.name(place).local
    }

    /// Its place in its document, the same as that of its `element`.
    package var number: Int { place }

    /// Where its element begins in the document, from 1; 0 if that is not known.
    public var line: Int { document.tree.map.line(of: place) }

    /// Its string-value: of an element all text in it and below.
    public var text: String { document.tree.map.text(of: place) }

    /// The text of the first node that a path leads to from here, as people read it (`Element.shownText`), or the text that a function makes; empty where
    /// the path leads to none.
    public func text(at path: XPath) throws(MarkupError) -> String { try document.text(path, at: self) }

    /// The same of all nodes that a path leads to from here.
    public func texts(at path: XPath) throws(MarkupError) -> [String] { try document.texts(path, at: self) }

    /// The lines of the texts of all nodes that a path leads to from here: parted where lines, blocks, list items and cells part words, and
    /// in `pre` at line feeds. White space counts as one blank, and empty lines are left out.
    public func lines(at path: XPath) throws(MarkupError) -> [String] { try document.lines(path, at: self) }

    /// The element as a value of its own; nil if it is another kind of node.
    public var element: Element? {
        isDocument || !storage.nodes[place].isElement ? nil : Element(storage: storage, index: place)
    }
}
