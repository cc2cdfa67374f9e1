import CXml2

/// A whole document as a tree, XML or HTML, to be asked by XPath.
///
/// For what is small, and for HTML, whose tree is certain only at the end. XML must be well-formed, as with `MarkupReader`; HTML is
/// mended as libxml2 does it (HTML 4 with the elements of 5), names in lower case, in no namespace. Bounded by `MarkupLimits`; nothing
/// is loaded from anywhere. Not thread-safe; its nodes keep it alive. For plain paths over HTML, `Page` is several times cheaper.
public final class Document {
    private let tree: xmlDocPtr
    private let context: xmlXPathContextPtr
    /// By source: compiling costs more than a small evaluation.
    private var compiled: [String: xmlXPathCompExprPtr] = [:]
    private let limits: MarkupLimits
    /// How many times U+FFFD was put in place of bytes that the charset of a page of HTML does not have.
    public let replacements: Int

    /// - Parameter charset: What HTTP says the charset is.
    public convenience init(xml bytes: [UInt8], charset: String? = nil, limits: MarkupLimits = MarkupLimits()) throws(MarkupError) {
        guard bytes.contains(where: { $0 > 0x20 }) else { throw MarkupError(.empty, "the document is empty") }
        let charset = try Charset.detect(bytes, isWhole: true, http: charset, syntax: .xml) ?? .utf8
        let text = try Self.decoded(bytes, charset, .refuse, limits).text
        let parser = try XMLParser(rows: nil, limits: limits)
        do {
            try parser.append(text) {}
            try parser.finish {}
        } catch {
            throw error as? MarkupError ?? MarkupError(.malformed, "\(error)")
        }
        guard let tree = parser.takeTree() else { throw MarkupError(.malformed, "the document gives no tree") }
        try self.init(tree: tree, limits: limits, replacements: 0)
    }

    /// - Parameter charset: What HTTP says the charset is.
    public convenience init(html bytes: [UInt8], charset: String? = nil, limits: MarkupLimits = MarkupLimits()) throws(MarkupError) {
        let (text, replacements) = try Self.text(ofHTML: bytes, charset, limits)
        try self.init(tree: try HTMLParser.tree(of: text, limits: limits), limits: limits, replacements: replacements)
    }

    /// A document of one element: its row's, whatever stood around it.
    public convenience init(_ element: Element, limits: MarkupLimits = MarkupLimits()) throws(MarkupError) {
        guard let tree = TreeMaker.tree(of: element) else { throw MarkupError(.limit, "there is no memory for a tree") }
        try self.init(tree: tree, limits: limits, replacements: 0)
    }

    private init(tree: xmlDocPtr, limits: MarkupLimits, replacements: Int) throws(MarkupError) {
        Library.start()
        guard let context = xmlXPathNewContext(tree) else {
            xmlFreeDoc(tree)
            throw MarkupError(.limit, "there is no memory for paths")
        }
        (self.tree, self.context, self.limits, self.replacements) = (tree, context, limits, replacements)
        // Silent: what went wrong is read from `lastError`.
        context.pointee.error = { _, _ in }
        context.pointee.opLimit = UInt(limits.pathOperations)
    }

    deinit {
        for expression in compiled.values { xmlXPathFreeCompExpr(expression) }
        xmlXPathFreeContext(context)
        xmlFreeDoc(tree)
    }

    /// The root element.
    public var root: Node? { xmlDocGetRootElement(tree).map { Node(document: self, raw: $0) } }

    /// - Parameter node: What the path begins at; nil: the document.
    public func evaluate(_ path: XPath, at node: Node? = nil) throws(MarkupError) -> XPathValue {
        guard let expression = compiled[path.source] ?? xmlXPathCtxtCompile(context, path.source) else {
            throw MarkupError(pathFault: context.pointee.lastError, in: path.source)
        }
        compiled[path.source] = expression
        xmlXPathRegisteredNsCleanup(context)
        for (prefix, uri) in path.namespaces { xmlXPathRegisterNs(context, prefix, uri) }
        context.pointee.opCount = 0
        // A document begins with the fields of a node (tree.h), so that it may be one.
        context.pointee.node = node?.raw ?? UnsafeMutableRawPointer(tree).assumingMemoryBound(to: xmlNode.self)
        guard let result = xmlXPathCompiledEval(expression, context) else {
            throw MarkupError(pathFault: context.pointee.lastError, in: path.source)
        }
        defer { xmlXPathFreeObject(result) }
        switch result.pointee.type {
        case XPATH_STRING: return .string(result.pointee.stringval.map { String(cString: $0) } ?? "")
        case XPATH_NUMBER: return .number(result.pointee.floatval)
        case XPATH_BOOLEAN: return .flag(result.pointee.boolval != 0)
        default: return .nodes(nodes(of: result.pointee.nodesetval))
        }
    }

    /// Nodes for namespaces, which are not the document's, are left out.
    private func nodes(of set: xmlNodeSetPtr?) -> [Node] {
        guard let set, let table = set.pointee.nodeTab else { return [] }
        xmlXPathNodeSetSort(set)
        return (0..<Int(set.pointee.nodeNr)).compactMap { index in
            guard let node = table[index], node.pointee.type != XML_NAMESPACE_DECL else { return nil }
            return Node(document: self, raw: node)
        }
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

/// A node of a `Document`: an element, an attribute, a text, a comment.
public struct Node {
    /// Whose it is; kept alive by it.
    public let document: Document
    /// Lives as long as the document, which nothing changes.
    let raw: xmlNodePtr

    /// The local name of an element or attribute; empty for other nodes.
    public var name: String {
        guard raw.pointee.type == XML_ELEMENT_NODE || raw.pointee.type == XML_ATTRIBUTE_NODE else { return "" }
        return raw.pointee.name.map { String(cString: $0) } ?? ""
    }

    /// Where it stands in the document, from 1; 0 if that is not known.
    public var line: Int { max(0, xmlGetLineNo(raw)) }

    /// Its string-value: of an element all text in it and below.
    public var text: String { TreeMaker.content(of: raw) { String(decoding: $0, as: UTF8.self) } }

    /// The text of the first node that a path leads to from here, as XPath's `string()` makes it; empty where it leads to none.
    public func text(at path: XPath) throws(MarkupError) -> String {
        guard let plain = path.plain else { return try document.evaluate(path, at: self).text }
        return plain.firstNode(from: raw).map { Node(document: document, raw: $0).text } ?? ""
    }

    /// The element as a value of its own; nil if it is another kind of node.
    public var element: Element? { raw.pointee.type == XML_ELEMENT_NODE ? TreeMaker.element(of: raw) : nil }
}
