package import JSONReading

/// A query over a JSON document, in the complete language of RFC 9535: `$.stations[?@.open == true].prices.e5`.
///
/// Parsed and validated once, then applied to any number of documents. A query that isn't well-formed or well-typed is rejected with the
/// position (`JSONPathError`); the work of a running query is limited (`JSONPathLimits`).
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

    /// The nodes that the query selects, in the standard's order, possibly with duplicates.
    package func nodes(in document: JSONDocument) throws(JSONPathError) -> [JSONNode] {
        var search = JSONPathSearch(document: document, query: source)
        return try search.nodes(segments, from: 0).map { JSONNode(document: document, node: $0) }
    }
}

/// A value selected by a query, and its location.
package struct JSONNode: Sendable {
    package let value: JSONValue

    init(document: JSONDocument, node: Int) { value = JSONValue(document: document, node: node) }

    /// The normalized path (RFC 9535, section 2.7): `$['stations'][0]`.
    package var path: String {
        var (path, at) = ("$", 0)
        let document = value.document
        // From the root down, always into the child that contains our node.
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

// The parts of a query, in the terms of the standard.
extension JSONPath {
    struct Segment: Sendable {
        let isDescendant: Bool
        let selectors: [Selector]

        /// Whether it selects the member with a name.
        var isName: Bool { if !isDescendant, selectors.count == 1, case .name = selectors[0] { true } else { false } }
    }

    enum Selector: Sendable {
        /// In UTF-8: names are compared by code points, without normalization.
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
        /// Its offset in the path, which identifies it.
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

    /// A well-typed function call (section 2.4.3), as ensured by the parser.
    enum Call: Sendable {
        indirect case length(Comparable)
        case count(Query)
        case value(Query)
        /// `match` if it must match the whole text, otherwise `search`. A literal pattern is compiled once.
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

/// An error in a query and its position; or the limit that a document has exceeded.
package struct JSONPathError: Error, Hashable, CustomStringConvertible {
    package let path: String
    /// Byte offset in the query, base 0; nil if the query isn't at fault.
    package let offset: Int?
    package let detail: String

    package var description: String {
        "JSONPath '\(path)'" + (offset.map { ", character \($0 + 1)" } ?? "") + ": \(detail)"
    }
}

/// Limits of queries.
enum JSONPathLimits {
    /// Limit of values visited by one search.
    static let steps = 50_000_000
    /// Limit of nodes selected by one search.
    static let nodes = 1_000_000
    /// Limit of the nesting depth of parentheses, brackets and functions.
    static let depth = 64
    static let bytes = 10_000
}
