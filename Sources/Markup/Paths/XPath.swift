/// A validated XPath 1.0 expression (https://www.w3.org/TR/1999/REC-xpath-19991116/), as a sendable value.
///
/// Supports all of XPath 1.0 except variables; every evaluation is bounded (`MarkupLimits.pathOperations`). Plain paths (`title`, `a/b[2]`,
/// `.//c[@x='y']/@d`, unions of them) take a direct path that is several times faster.
public struct XPath: Hashable, Sendable, CustomStringConvertible {
    /// As written.
    public let source: String
    /// URIs by prefix. A name without prefix is in no namespace: to match a document's default namespace, define a prefix here.
    public let namespaces: [String: String]
    let expression: PathExpression
    /// nil if it isn't plain or is absolute.
    let plain: LocationPath?

    static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

    /// Throws an error with its position.
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

    /// As written.
    public var description: String { source }

    /// Checks prefixes and functions.
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
