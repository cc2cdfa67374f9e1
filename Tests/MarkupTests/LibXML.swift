import CXml2
import Glibc

@testable import Markup

/// libxml2's own tree and XPath, for comparison.
final class LibXML {
    private let tree: xmlDocPtr
    private let context: xmlXPathContextPtr

    convenience init?(xml: String) {
        xmlInitParser()
        let options = [XML_PARSE_NOENT, XML_PARSE_NONET, XML_PARSE_NOCDATA, XML_PARSE_NOERROR].reduce(0) { $0 | Int32($1.rawValue) }
        self.init(xmlReadMemory(xml, Int32(xml.utf8.count), nil, "UTF-8", options))
    }

    /// A page in UTF-8, as our parser gets it.
    convenience init?(html: [UInt8]) {
        xmlInitParser()
        let options = [HTML_PARSE_RECOVER, HTML_PARSE_NOERROR, HTML_PARSE_NOWARNING, HTML_PARSE_NONET, HTML_PARSE_IGNORE_ENC]
        let text = html.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }
        let tree = text.withUnsafeBytes { raw in
            htmlReadMemory(
                raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(raw.count), nil, "UTF-8",
                options.reduce(0) { $0 | Int32($1.rawValue) })
        }
        self.init(tree)
    }

    private init?(_ tree: xmlDocPtr?) {
        guard let tree, let context = xmlXPathNewContext(tree) else { return nil }
        (self.tree, self.context) = (tree, context)
        context.pointee.error = { _, _ in }
    }

    deinit {
        xmlXPathFreeContext(context)
        xmlFreeDoc(tree)
    }

    enum Value: Equatable, CustomStringConvertible {
        /// Names and texts, in document order.
        case nodes([String])
        case text(String)
        case number(Double)
        case flag(Bool)

        var description: String {
            switch self {
            case .nodes(let nodes): "\(nodes.count) nodes \(nodes)"
            case .text(let text): "'\(text)'"
            case .number(let number): "\(number)"
            case .flag(let flag): "\(flag)"
            }
        }

        static func == (one: Value, other: Value) -> Bool {
            switch (one, other) {
            case (.nodes(let one), .nodes(let other)): one == other
            case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
            case (.number(let one), .number(let other)): one == other || (one.isNaN && other.isNaN)
            case (.flag(let one), .flag(let other)): one == other
            default: false
            }
        }
    }

    /// Returns nil if the path isn't valid XPath.
    /// - Parameter isAtRoot: Whether the context is the root element instead of the document.
    func evaluate(_ path: String, namespaces: [String: String] = [:], isAtRoot: Bool = false) -> Value? {
        for (prefix, uri) in namespaces { xmlXPathRegisterNs(context, prefix, uri) }
        begin(at: isAtRoot ? xmlDocGetRootElement(tree) : nil)
        guard let result = xmlXPathEvalExpression(path, context) else { return nil }
        defer { xmlXPathFreeObject(result) }
        switch result.pointee.type {
        case XPATH_STRING: return .text(String(cString: result.pointee.stringval))
        case XPATH_NUMBER: return .number(result.pointee.floatval)
        case XPATH_BOOLEAN: return .flag(result.pointee.boolval != 0)
        default: break
        }
        guard let set = result.pointee.nodesetval, let table = set.pointee.nodeTab else { return .nodes([]) }
        xmlXPathNodeSetSort(set)
        return .nodes(
            (0..<Int(set.pointee.nodeNr)).compactMap { index in
                guard let node = table[index], node.pointee.type != XML_NAMESPACE_DECL else { return nil }
                return "\(Self.name(node))=\(Self.text(node))"
            })
    }

    /// The elements that a path matches, serialised.
    func elements(_ path: String) -> [String] {
        begin(at: nil)
        guard let result = xmlXPathEvalExpression(path, context) else { return [] }
        defer { xmlXPathFreeObject(result) }
        guard let set = result.pointee.nodesetval, let table = set.pointee.nodeTab else { return [] }
        xmlXPathNodeSetSort(set)
        return (0..<Int(set.pointee.nodeNr)).compactMap { table[$0].map { Self.written($0) } }
    }

    private func begin(at node: xmlNodePtr?) {
        context.pointee.node = node ?? UnsafeMutableRawPointer(tree).assumingMemoryBound(to: xmlNode.self)
        (context.pointee.contextSize, context.pointee.proximityPosition) = (1, 1)
    }

    private static func name(_ node: xmlNodePtr) -> String {
        guard node.pointee.type == XML_ELEMENT_NODE || node.pointee.type == XML_ATTRIBUTE_NODE else { return "" }
        return String(cString: node.pointee.name)
    }

    private static func text(_ node: xmlNodePtr) -> String {
        guard let text = xmlXPathCastNodeToString(node) else { return "" }
        defer { free(text) }
        return String(cString: text)
    }

    private static func written(_ node: xmlNodePtr) -> String {
        if node.pointee.type == XML_TEXT_NODE || node.pointee.type == XML_CDATA_SECTION_NODE { return "(\(text(node)))" }
        guard node.pointee.type == XML_ELEMENT_NODE else { return "" }
        var text = "<\(name(node))"
        var attribute = node.pointee.properties
        while let found = attribute {
            let node = UnsafeMutableRawPointer(found).assumingMemoryBound(to: xmlNode.self)
            text += " \(name(node))=\"\(Self.text(node))\""
            attribute = found.pointee.next
        }
        text += ">"
        var child = node.pointee.children
        while let found = child {
            text += written(found)
            child = found.pointee.next
        }
        return text + "</>"
    }
}

extension LibXML.Value {
    /// Our result, in the same form.
    init(_ value: XPathValue) {
        switch value {
        case .nodes(let nodes): self = .nodes(nodes.map { "\($0.name)=\($0.text)" })
        case .string(let text): self = .text(text)
        case .number(let number): self = .number(number)
        case .flag(let flag): self = .flag(flag)
        }
    }
}
