/// A parsed XPath 1.0 expression. Every expression has a static type, because there are no variables.
indirect enum PathExpression: Hashable, Sendable {
    case text([UInt8])
    case number(Double)
    case call(PathFunction, [PathExpression])
    /// Even an even number of minus signs is kept, because it converts to a number.
    case negative(PathExpression, isEven: Bool)
    /// Left-associative operators of equal precedence.
    case chain(PathExpression, [Link])
    case union([PathExpression])
    /// The start of a path, its conditions, and its steps.
    case path(Start, [Predicate], [Step])

    struct Link: Hashable, Sendable {
        let operation: Operation
        let operand: PathExpression
    }

    enum Operation: String, Hashable, Sendable {
        case or, and, div, mod
        case equal = "="
        case unequal = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case plus = "+"
        case minus = "-"
        case times = "*"

        /// By precedence, lowest first.
        static let ranks: [[Operation]] = [
            [.or], [.and], [.equal, .unequal], [.less, .lessOrEqual, .greater, .greaterOrEqual], [.plus, .minus], [.times, .div, .mod],
        ]
    }

    enum Start: Hashable, Sendable {
        case context
        case document
        case expression(PathExpression)
    }

    struct Step: Hashable, Sendable {
        let axis: Axis
        let test: Test
        var predicates: [Predicate] = []
    }

    enum Axis: String, Hashable, Sendable {
        case ancestor, attribute, child, descendant, following, namespace, parent, preceding
        case itself = "self"
        case ancestorOrSelf = "ancestor-or-self"
        case descendantOrSelf = "descendant-or-self"
        case followingSibling = "following-sibling"
        case precedingSibling = "preceding-sibling"

        /// Whether positions count in reverse document order.
        var isReverse: Bool { [.ancestor, .ancestorOrSelf, .preceding, .precedingSibling].contains(self) }
    }

    enum Test: Hashable, Sendable {
        case node, text, comment
        /// With this target; nil for any.
        case instruction(String?)
        case any
        case anyName(namespace: String)
        case name(local: String, namespace: String?)
    }

    struct Predicate: Hashable, Sendable {
        let condition: PathExpression

        /// The single position it selects; nil for other conditions.
        var position: Int? {
            guard case .number(let number) = condition, let position = Int(exactly: number), position > 0 else { return nil }
            return position
        }

        /// Whether it depends on a node's position.
        var isPositional: Bool { condition.type == .number || condition.asksForPosition }
    }

    enum ValueType {
        case nodes, text, number, flag
    }

    var type: ValueType {
        switch self {
        case .text: .text
        case .number, .negative: .number
        case .call(let function, _): function.signature.result
        case .union, .path: .nodes
        case .chain(_, let links):
            switch links.first?.operation {
            case .plus, .minus, .times, .div, .mod: .number
            default: .flag
            }
        }
    }

    /// Whether it contains `position()` or `last()` outside nested conditions.
    var asksForPosition: Bool {
        switch self {
        case .text, .number: false
        case .call(let function, let values): function == .position || function == .last || values.contains(where: \.asksForPosition)
        case .negative(let value, _): value.asksForPosition
        case .chain(let first, let links): first.asksForPosition || links.contains(where: \.operand.asksForPosition)
        case .union(let branches): branches.contains(where: \.asksForPosition)
        case .path(.expression(let start), _, _): start.asksForPosition
        case .path: false
        }
    }
}

/// The functions of XPath 1.0 (section 4), by name.
enum PathFunction: String, Hashable, Sendable {
    case last, position, count, id, name, string, concat, contains, substring, translate, boolean, not, lang, number, sum, floor, ceiling
    case round
    case localName = "local-name"
    case namespaceURI = "namespace-uri"
    case startsWith = "starts-with"
    case substringBefore = "substring-before"
    case substringAfter = "substring-after"
    case stringLength = "string-length"
    case normalizeSpace = "normalize-space"
    case isTrue = "true"
    case isFalse = "false"

    /// The result type, the number of arguments, and whether they must be nodes.
    var signature: (result: PathExpression.ValueType, counts: ClosedRange<Int>, takesNodes: Bool) {
        switch self {
        case .last, .position: (.number, 0...0, false)
        case .count, .sum: (.number, 1...1, true)
        case .id: (.nodes, 1...1, false)
        case .localName, .namespaceURI, .name: (.text, 0...1, true)
        case .string, .normalizeSpace: (.text, 0...1, false)
        case .concat: (.text, 2...Int.max, false)
        case .startsWith, .contains: (.flag, 2...2, false)
        case .substringBefore, .substringAfter: (.text, 2...2, false)
        case .substring: (.text, 2...3, false)
        case .stringLength, .number: (.number, 0...1, false)
        case .translate: (.text, 3...3, false)
        case .boolean, .not, .lang: (.flag, 1...1, false)
        case .isTrue, .isFalse: (.flag, 0...0, false)
        case .floor, .ceiling, .round: (.number, 1...1, false)
        }
    }
}
