/// A query over a JSON document, of the whole language of RFC 9535: `$.stations[?@.open == true].prices.e5`.
///
/// Read and checked once, then asked of any number of documents. What is not well-formed or not well-typed is refused with its place
/// (`JSONPathError`); a query that runs is bounded in what it looks at (`JSONPathLimits`).
package struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    package let source: String
    let segments: [Segment]

    package init(_ source: String) throws(JSONPathError) {
        var parser = JSONPathParser(source)
        self.source = source
        segments = try parser.path()
    }

    init(source: String, segments: [Segment]) {
        self.source = source
        self.segments = segments
    }

    package var description: String { source }
    package static func == (left: Self, right: Self) -> Bool { left.source == right.source }
    package func hash(into hasher: inout Hasher) { hasher.combine(source) }

    /// The nodes that the query selects, in the order of the standard; a node may be there more than once.
    package func nodes(in document: JSONDocument) throws(JSONPathError) -> [JSONNode] {
        var search = JSONPathSearch(document: document, query: source)
        return try search.nodes(segments, from: 0).map { JSONNode(document: document, node: $0) }
    }
}

/// One value that a query selected, and where it stands.
package struct JSONNode: Sendable {
    package let value: JSONValue

    init(document: JSONDocument, node: Int) { value = JSONValue(document: document, node: node) }

    /// The normalized path (RFC 9535, section 2.7): `$['stations'][0]`.
    package var path: String {
        var (path, at) = ("$", 0)
        let document = value.document
        // Down from the root, always into the child whose nodes hold ours.
        while at != value.node {
            let children = document.children(of: at)
            guard let index = children.lastIndex(where: { $0.value <= value.node }) else { break }
            path += children[index].name.map { "['\(Self.escaped(document.text(of: $0)))']" } ?? "[\(index)]"
            at = children[index].value
        }
        return path
    }

    private static func escaped(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "'": text += "\\'"
            case "\\": text += "\\\\"
            case "\u{8}": text += "\\b"
            case "\t": text += "\\t"
            case "\n": text += "\\n"
            case "\u{C}": text += "\\f"
            case "\r": text += "\\r"
            case "\0"..."\u{1F}": text += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

// What a query consists of, in the words of the standard.
extension JSONPath {
    struct Segment: Sendable {
        let isDescendant: Bool
        let selectors: [Selector]
    }

    enum Selector: Sendable {
        /// In UTF-8: names are compared by their characters' numbers, without normalization.
        case name([UInt8])
        case wildcard
        case index(Int)
        case slice(start: Int?, end: Int?, step: Int)
        case filter(Condition)
    }

    indirect enum Condition: Sendable {
        case any([Condition])
        case all([Condition])
        case not(Condition)
        case comparison(Comparable, Comparison, Comparable)
        case exists(Query)
        case holds(Call)
    }

    enum Comparison: String, CaseIterable, Sendable {
        case equal = "=="
        case notEqual = "!="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"
    }

    /// A query inside a filter: from the node under test (`@`) or from the root (`$`).
    struct Query: Sendable {
        let isRelative: Bool
        /// Where it begins in its path, which tells it from the others.
        let place: Int
        let segments: [Segment]

        /// Selects at most one node in any document (section 2.3.5.1).
        var isSingular: Bool { segments.allSatisfy { !$0.isDescendant && $0.selectors.count == 1 && $0.selectors[0].isSingular } }
    }

    enum Literal: Sendable {
        case null
        case flag(Bool)
        case number(Double)
        case string([UInt8])
    }

    enum Comparable: Sendable {
        case literal(Literal)
        case query(Query)
        case call(Call)
    }

    /// A call of a function, well-typed (section 2.4.3): the parser has seen to it.
    enum Call: Sendable {
        indirect case length(Comparable)
        case count(Query)
        case value(Query)
        /// `match` if it has to be the whole text, else `search`. The pattern is made once where it is written out.
        indirect case match(Comparable, Comparable, isWhole: Bool, pattern: IRegexp?)
    }
}

extension JSONPath.Selector {
    var isSingular: Bool {
        switch self {
        case .name, .index: true
        case .wildcard, .slice, .filter: false
        }
    }
}

/// What is wrong with a query, and where; or which of its bounds a document has hit.
package struct JSONPathError: Error, Hashable, CustomStringConvertible {
    package let path: String
    /// Byte in the query, from 0; nil if it is not the query that is wrong.
    package let offset: Int?
    package let detail: String

    package var description: String {
        "JSONPath '\(path)'" + (offset.map { ", character \($0 + 1)" } ?? "") + ": \(detail)"
    }
}

/// Bounds on queries.
enum JSONPathLimits {
    /// Values looked at in one search.
    static let steps = 50_000_000
    /// Nodes selected by one search.
    static let nodes = 1_000_000
    /// Parentheses, brackets and functions inside each other.
    static let depth = 64
    static let bytes = 10_000
}
