import CXml2

/// An XPath 1.0 expression (https://www.w3.org/TR/1999/REC-xpath-19991116/), checked when it is made: a value that may go anywhere.
///
/// All of XPath 1.0 is evaluated, by libxml2, but for variables. Plain paths (`title`, `a/b[2]`, `.//c[@x='y']/@d`, unions of them)
/// are followed on an `Element` or a `Node` directly, which is many times faster.
public struct XPath: Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    public let source: String
    /// URIs by prefix. A name without prefix is in no namespace: a default namespace of the document needs a prefix here.
    public let namespaces: [String: String]
    /// nil if it takes libxml2.
    let location: LocationPath?
    /// The same, if it goes from a row and not from the top.
    let plain: LocationPath?

    /// Throws what is wrong with it and at which character.
    public init(_ source: String, namespaces: [String: String] = [:]) throws(MarkupError) {
        self.source = source
        self.namespaces = namespaces
        let words = try PathLexer.words(of: source)
        guard !words.isEmpty else { throw MarkupError(.path, "the path is empty") }
        try Self.check(words, namespaces: namespaces)
        try Self.compile(source)
        location = LocationPath(words, namespaces: namespaces)
        plain = location?.branches.contains(where: \.isAbsolute) == true ? nil : location
    }

    /// Whether it is followed from an `Element` directly.
    public var isPlain: Bool { plain != nil }

    /// Whether it is followed from the top of a `Page`, to elements alone.
    public var leadsToElements: Bool {
        location?.branches.allSatisfy { branch in branch.steps.last.map { $0.axis != .attribute && $0.test != .text } ?? false } ?? false
    }

    /// As it was written.
    public var description: String { source }

    /// Prefixes and functions, which libxml2 looks at only when it comes to them.
    static func check(_ words: [PathLexer.Word], namespaces: [String: String]) throws(MarkupError) {
        for (index, word) in words.enumerated() {
            guard case .name(let prefix, let local) = word.token else { continue }
            let isCalled = index + 1 < words.count && words[index + 1].token == .sign("(")
            if isCalled, !functions.contains(local) || prefix != nil {
                let name = prefix.map { "\($0):\(local)" } ?? local
                throw MarkupError(.path, column: word.column, "there is no function \(name)() in XPath 1.0")
            }
            if let prefix, prefix != "xml", namespaces[prefix] == nil {
                let known = namespaces.isEmpty ? "none is declared" : "there are \(namespaces.keys.sorted().joined(separator: ", "))"
                throw MarkupError(.path, column: word.column, "the prefix '\(prefix)' is not declared; \(known)")
            }
        }
    }

    private static let functions: Set<String> = [
        "last", "position", "count", "id", "local-name", "namespace-uri", "name", "string", "concat", "starts-with", "contains",
        "substring-before", "substring-after", "substring", "string-length", "normalize-space", "translate", "boolean", "not", "true",
        "false", "lang", "number", "sum", "floor", "ceiling", "round", "comment", "text", "processing-instruction", "node",
    ]

    private static func compile(_ source: String) throws(MarkupError) {
        Library.start()
        guard source.utf8.count <= 4096 else { throw MarkupError(.path, "the path is longer than 4,096 bytes") }
        guard let context = xmlXPathNewContext(nil) else { throw MarkupError(.limit, "there is no memory for a path") }
        defer { xmlXPathFreeContext(context) }
        context.pointee.error = { _, _ in }
        if let compiled = xmlXPathCtxtCompile(context, source) { return xmlXPathFreeCompExpr(compiled) }
        throw MarkupError(pathFault: context.pointee.lastError, in: source)
    }
}

/// What an XPath gives.
public enum XPathValue {
    case nodes([Node])
    case string(String)
    case number(Double)
    case flag(Bool)

    /// Of nodes each one's text, else the one that it is.
    public var texts: [String] {
        if case .nodes(let nodes) = self { return nodes.map(\.text) }
        return [text]
    }

    /// As XPath's `string()` makes it: of nodes the first one's text.
    public var text: String {
        switch self {
        case .nodes(let nodes): nodes.first?.text ?? ""
        case .string(let text): text
        case .number(let number):
            if number.isNaN {
                "NaN"
            } else if let whole = Int64(exactly: number) {
                String(whole)
            } else {
                String(number)
            }
        case .flag(let flag): flag ? "true" : "false"
        }
    }
}

extension MarkupError {
    init(pathFault error: xmlError, in source: String) {
        // XPath's own codes are counted on from this one.
        let code = Int(error.code) - Int(XML_XPATH_EXPRESSION_OK.rawValue)
        if code == Int(XPATH_OP_LIMIT_EXCEEDED.rawValue) || code == Int(XPATH_RECURSION_LIMIT_EXCEEDED.rawValue) {
            self.init(.limit, "the path '\(source)' takes too many steps")
        } else {
            let fault = Self.pathFaults[code] ?? "this is not XPath 1.0"
            self.init(.path, column: error.int1 > 0 ? Int(error.int1) + 1 : nil, "\(fault) in '\(source.shortened)'")
        }
    }

    private static let pathFaults: [Int: String] = [
        Int(XPATH_EXPR_ERROR.rawValue): "a step or a value is missing, or there is one too many,",
        Int(XPATH_UNCLOSED_ERROR.rawValue): "a bracket is not closed",
        Int(XPATH_INVALID_PREDICATE_ERROR.rawValue): "a condition in [ ] is not right",
        Int(XPATH_INVALID_TYPE.rawValue): "a function gets a value of the wrong type",
        Int(XPATH_INVALID_ARITY.rawValue): "a function gets too many or too few values",
        Int(XPATH_INVALID_OPERAND.rawValue): "an operator gets a value that does not fit",
    ]
}

/// The values of several paths in one row after the other: the plain ones on the row itself, for all others a small document of it.
public final class RowPaths {
    private let paths: [XPath]
    private let limits: MarkupLimits

    /// Paths in the order in which their values are wanted.
    public init(_ paths: [XPath], limits: MarkupLimits = MarkupLimits()) {
        self.paths = paths
        self.limits = limits
    }

    /// A text for each path, in their order, as XPath's `string()` makes it; nil where a path leads to no node.
    public func texts(in row: Element) throws(MarkupError) -> [String?] {
        var document: Document?
        var texts: [String?] = []
        texts.reserveCapacity(paths.count)
        for path in paths {
            if let plain = path.plain {
                texts.append(plain.firstText(in: row))
                continue
            }
            let value = try evaluate(path, in: row, &document)
            if case .nodes(let nodes) = value, nodes.isEmpty { texts.append(nil) } else { texts.append(value.text) }
        }
        return texts
    }

    /// For those paths, by their places, the texts of all nodes that they lead to, in the document's order.
    public func allTexts(in row: Element, of places: [Int]) throws(MarkupError) -> [[String]] {
        var document: Document?
        var texts: [[String]] = []
        for place in places {
            if let plain = paths[place].plain {
                texts.append(plain.texts(in: row))
            } else {
                texts.append(try evaluate(paths[place], in: row, &document).texts)
            }
        }
        return texts
    }

    private func evaluate(_ path: XPath, in row: Element, _ document: inout Document?) throws(MarkupError) -> XPathValue {
        let whole: Document
        if let document { whole = document } else { whole = try Document(row, limits: limits) }
        document = whole
        return try whole.evaluate(path, at: whole.root)
    }
}
