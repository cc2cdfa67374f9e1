import JSONReading

/// One search of one document: selects the nodes of a query (RFC 9535, sections 2.3 to 2.5).
///
/// Nodes are indices into the document's flat list. Every visited or skipped value counts towards `JSONPathLimits.steps`, since nested
/// filters may visit more values than any document contains. Long texts count by length.
struct JSONPathSearch {
    let document: JSONDocument
    let query: String
    /// The value of `$`: the document's root, or a row that is treated as the root.
    let root: Int
    private let stepLimit: Int
    private var steps = 0
    /// Patterns from the document, each compiled once.
    private var patterns: [[UInt8]: IRegexp?] = [:]
    /// By offset in the path: the result of a query from the root, which is the same for all values that a filter tests.
    private var found: [Int: [Int]] = [:]

    init(document: JSONDocument, query: String, root: Int = 0, stepLimit: Int = JSONPathLimits.steps) {
        self.document = document
        self.query = query
        self.root = root
        self.stepLimit = stepLimit
    }

    mutating func nodes(_ segments: [JSONPath.Segment], from start: Int) throws(JSONPathError) -> [Int] {
        var nodes = [start]
        for segment in segments {
            var selected: [Int] = []
            for node in nodes {
                if segment.isDescendant {
                    try descend(from: node, segment.selectors, into: &selected)
                } else {
                    for selector in segment.selectors { try select(selector, of: node, into: &selected) }
                }
            }
            nodes = selected
        }
        return nodes
    }

    /// The node itself, then each of its children with all its descendants.
    private mutating func descend(from node: Int, _ selectors: [JSONPath.Selector], into selected: inout [Int]) throws(JSONPathError) {
        for selector in selectors { try select(selector, of: node, into: &selected) }
        for child in try children(of: node) { try descend(from: child.value, selectors, into: &selected) }
    }

    private mutating func select(_ selector: JSONPath.Selector, of node: Int, into selected: inout [Int]) throws(JSONPathError) {
        try count(1)
        switch selector {
        case .name(let name):
            var walked = 0
            if let child = document.member(name, of: node, &walked) { selected.append(child) }
            try count(walked)
        case .index(let index):
            var walked = 0
            if let child = document.element(index, of: node, &walked) { selected.append(child) }
            try count(walked)
        case .wildcard:
            for child in try children(of: node) { selected.append(child.value) }
        case .slice(let start, let end, let step):
            guard document.nodes[node].kind == .array, step != 0 else { return }
            let children = try children(of: node)
            for index in Self.places(start, end, step, of: children.count) { selected.append(children[index].value) }
        case .filter(let condition):
            for child in try children(of: node) where try holds(condition, at: child.value) { selected.append(child.value) }
        }
        guard selected.count <= JSONPathLimits.nodes else { throw limit("more than \(JSONPathLimits.nodes) values selected") }
    }

    /// Section 2.3.4.2.2.
    private static func places(_ start: Int?, _ end: Int?, _ step: Int, of count: Int) -> StrideTo<Int> {
        func normal(_ index: Int) -> Int { index >= 0 ? index : count + index }
        if step > 0 {
            let lower = min(max(normal(start ?? 0), 0), count)
            let upper = min(max(normal(end ?? count), 0), count)
            return stride(from: lower, to: upper, by: step)
        }
        let upper = min(max(start.map(normal) ?? count - 1, -1), count - 1)
        let lower = min(max(end.map(normal) ?? -1, -1), count - 1)
        return stride(from: upper, to: lower, by: step)
    }

    private mutating func holds(_ condition: JSONPath.Condition, at node: Int) throws(JSONPathError) -> Bool {
        try count(1)
        switch condition {
        case .any(let conditions):
            for condition in conditions where try holds(condition, at: node) { return true }
            return false
        case .all(let conditions):
            for condition in conditions where try !holds(condition, at: node) { return false }
            return true
        case .not(let condition): return try !holds(condition, at: node)
        case .exists(let query): return try !nodes(query, at: node).isEmpty
        case .holds(let call):
            if case .literal(.flag(true)) = try result(of: call, at: node) { return true }
            return false
        case .comparison(let left, let comparison, let right):
            return try compare(try operand(left, at: node), comparison, try operand(right, at: node))
        }
    }

    private mutating func nodes(_ query: JSONPath.Query, at node: Int) throws(JSONPathError) -> [Int] {
        if query.isRelative { return try nodes(query.segments, from: node) }
        if let known = found[query.place] { return known }
        let nodes = try nodes(query.segments, from: root)
        if query.isSingular { found[query.place] = nodes }
        return nodes
    }

    private mutating func children(of node: Int) throws(JSONPathError) -> [(name: Int?, value: Int)] {
        var walked = 0
        let children = document.children(of: node, &walked)
        try count(walked)
        return children
    }

    /// The value of an operand or argument: a value of the document, a literal, or nothing (section 2.4.1).
    private enum Operand {
        case nothing
        case node(Int)
        case literal(JSONPath.Literal)
    }

    private mutating func operand(_ comparable: JSONPath.Comparable, at node: Int) throws(JSONPathError) -> Operand {
        switch comparable {
        case .literal(let literal): return .literal(literal)
        case .query(let query):
            guard let found = try nodes(query, at: node).first else { return .nothing }
            return try simple(found)
        case .call(let call): return try result(of: call, at: node)
        }
    }

    /// The value of a node that isn't an array or object.
    private mutating func simple(_ node: Int) throws(JSONPathError) -> Operand {
        switch document.nodes[node].kind {
        case .null: return .literal(.null)
        case .true: return .literal(.flag(true))
        case .false: return .literal(.flag(false))
        case .number: return .literal(.number(Double(document.text(of: node)) ?? .nan))
        case .string, .name:
            try count(document.nodes[node].range.count / Self.bytesPerStep)
            return .literal(.string(document.utf8(of: node)))
        case .array, .object: return .node(node)
        }
    }

    private mutating func result(of call: JSONPath.Call, at node: Int) throws(JSONPathError) -> Operand {
        switch call {
        case .length(let argument):
            switch try operand(argument, at: node) {
            case .literal(.string(let text)):
                return .literal(.number(Double(text.count { $0 & 0xC0 != 0x80 })))
            case .node(let node): return .literal(.number(Double(try children(of: node).count)))
            case .literal, .nothing: return .nothing
            }
        case .count(let query): return .literal(.number(Double(try nodes(query, at: node).count)))
        case .value(let query):
            let nodes = try nodes(query, at: node)
            return try nodes.count == 1 ? simple(nodes[0]) : .nothing
        case .match(let text, let source, let isWhole, let written):
            guard case .literal(.string(let text)) = try operand(text, at: node),
                case .literal(.string(let source)) = try operand(source, at: node)
            else { return .literal(.flag(false)) }
            try count(1 + text.count / 16)
            let pattern = written ?? pattern(source, isWhole: isWhole)
            return .literal(.flag(pattern?.matches(text) ?? false))
        }
    }

    private mutating func pattern(_ source: [UInt8], isWhole: Bool) -> IRegexp? {
        let key = [isWhole ? 1 : 0] + source
        if let known = patterns[key] { return known }
        let pattern = IRegexp(source, isWhole: isWhole)
        if patterns.count < 100 { patterns[key] = .some(pattern) }
        return pattern
    }

    /// Section 2.3.5.2.2: `<` applies to two numbers or two strings; other values can only be equal or not.
    private mutating func compare(_ left: Operand, _ comparison: JSONPath.Comparison, _ right: Operand) throws(JSONPathError) -> Bool {
        switch comparison {
        case .equal: return try areEqual(left, right)
        case .notEqual: return try !areEqual(left, right)
        case .less: return isLess(left, right)
        case .greater: return isLess(right, left)
        case .lessOrEqual: return isLess(left, right) ? true : try areEqual(left, right)
        case .greaterOrEqual: return isLess(right, left) ? true : try areEqual(left, right)
        }
    }

    private mutating func areEqual(_ left: Operand, _ right: Operand) throws(JSONPathError) -> Bool {
        switch (left, right) {
        case (.nothing, .nothing), (.literal(.null), .literal(.null)): return true
        case (.literal(.flag(let left)), .literal(.flag(let right))): return left == right
        case (.literal(.number(let left)), .literal(.number(let right))): return left == right
        case (.literal(.string(let left)), .literal(.string(let right))): return left == right
        case (.node(let left), .node(let right)):
            for node in [left, right] {
                try count(Int(document.nodes[node].next) - node + document.nodes[node].range.count / Self.bytesPerStep)
            }
            return JSONValue(document: document, node: left) == JSONValue(document: document, node: right)
        default: return false
        }
    }

    private func isLess(_ left: Operand, _ right: Operand) -> Bool {
        switch (left, right) {
        case (.literal(.number(let left)), .literal(.number(let right))): left < right
        // UTF-8 sorts like code points.
        case (.literal(.string(let left)), .literal(.string(let right))): left.lexicographicallyPrecedes(right)
        default: false
        }
    }

    /// This much text counts as a value.
    private static let bytesPerStep = 64

    private mutating func count(_ more: Int) throws(JSONPathError) {
        steps += more
        guard steps <= stepLimit else { throw limit("more than \(stepLimit) values looked at") }
    }

    private func limit(_ detail: String) -> JSONPathError { JSONPathError(path: query, offset: nil, detail: detail) }
}
