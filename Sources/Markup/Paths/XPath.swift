/// An XPath 1.0 expression (https://www.w3.org/TR/1999/REC-xpath-19991116/), checked when it is made: a value that may go anywhere.
///
/// All of XPath 1.0 is evaluated but for variables, and every evaluation is bounded (`MarkupLimits.pathOperations`). Plain paths
/// (`title`, `a/b[2]`, `.//c[@x='y']/@d`, unions of them) are followed directly, which is several times faster.
public struct XPath: Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    public let source: String
    /// URIs by prefix. A name without prefix is in no namespace: a default namespace of the document needs a prefix here.
    public let namespaces: [String: String]
    let expression: PathExpression
    /// nil if it is not plain, or goes from the top.
    let plain: LocationPath?

    static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

    /// Throws what is wrong with it and at which character.
    public init(_ source: String, namespaces: [String: String] = [:]) throws(MarkupError) {
        self.source = source
        self.namespaces = namespaces
        guard source.utf8.count <= 4096 else { throw MarkupError(.path, "the path is longer than 4,096 bytes") }
        let words = try PathLexer.words(of: source)
        guard !words.isEmpty else { throw MarkupError(.path, "the path is empty") }
        try Self.check(words, namespaces: namespaces)
        expression = try PathParser.expression(source, words, namespaces: namespaces)
        let location = LocationPath(words, namespaces: namespaces)
        plain = location?.branches.contains(where: \.isAbsolute) == true ? nil : location
    }

    /// As it was written.
    public var description: String { source }

    /// Prefixes and functions.
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
        case .number(let number): PathNumber.text(number)
        case .flag(let flag): flag ? "true" : "false"
        }
    }
}
