/// The result of an expression. Nodes are in document order, without duplicates.
enum PathValue {
    case nodes([PathNode])
    case text([UInt8])
    case number(Double)
    case flag(Bool)
}

/// An evaluation of an XPath 1.0 expression. Each step consumes budget, so evaluation ends for every document.
///
/// Unless a condition depends on positions, a path step handles all nodes at once: no node is visited twice, and a path costs its steps
/// times the document. Comparing sets takes time proportional to their sum, not their product.
struct PathEvaluation {
    let tree: PathTree
    let map: NodeMap
    var budget: PathBudget

    init(_ tree: PathTree, _ budget: PathBudget) { (self.tree, map, self.budget) = (tree, tree.map, budget) }

    /// The context of an expression.
    struct Context {
        let node: PathNode
        var position = 1
        var size = 1
    }

    /// How much of a set is needed.
    enum Extent {
        case all
        /// Its first node in document order.
        case first
        /// Whether it is non-empty.
        case any
    }

    mutating func value(_ expression: PathExpression, _ context: Context) throws(MarkupError) -> PathValue {
        switch expression {
        case .text(let text): return .text(text)
        case .number(let number): return .number(number)
        case .negative(let value, let isEven):
            let number = try number(value, context)
            return .number(isEven ? number : -number)
        case .call(.id, let values): return .nodes(try identified(values, context))
        case .call(let function, let values): return try call(function, values, context)
        case .chain(let first, let links): return try chain(first, links, context)
        case .union, .path: return .nodes(try nodes(expression, context))
        }
    }

    mutating func nodes(_ expression: PathExpression, _ context: Context, _ extent: Extent = .all) throws(MarkupError) -> [PathNode] {
        switch expression {
        case .union(let branches):
            var all: [PathNode] = []
            for branch in branches {
                all += try nodes(branch, context, extent)
                if extent == .any, !all.isEmpty { return all }
            }
            return try inOrder(all)
        case .path(let start, let predicates, let steps):
            let isLast = steps.isEmpty
            var found: [PathNode]
            switch start {
            case .context: found = [context.node]
            case .document: found = [PathNode(NodeMap.document)]
            case .expression(let expression):
                let isFirst = predicates.first?.position == 1
                found = try nodes(expression, context, isFirst ? .first : isLast && predicates.isEmpty ? extent : .all)
            }
            for predicate in predicates { found = try kept(found, predicate) }
            return try self.steps(steps, from: found, extent)
        case .call(.id, let values): return try identified(values, context)
        default: return []
        }
    }

    /// The candidates, in counting order, for which a condition holds.
    mutating func kept(_ candidates: [PathNode], _ predicate: PathExpression.Predicate) throws(MarkupError) -> [PathNode] {
        if let position = predicate.position { return position <= candidates.count ? [candidates[position - 1]] : [] }
        var kept: [PathNode] = []
        for (index, node) in candidates.enumerated() {
            let context = Context(node: node, position: index + 1, size: candidates.count)
            if try holds(predicate, context) { kept.append(node) }
        }
        return kept
    }

    mutating func holds(_ predicate: PathExpression.Predicate, _ context: Context) throws(MarkupError) -> Bool {
        if predicate.condition.type == .number { return try number(predicate.condition, context) == Double(context.position) }
        return try flag(predicate.condition, context)
    }

    // MARK: Values of a type

    mutating func flag(_ expression: PathExpression, _ context: Context) throws(MarkupError) -> Bool {
        if expression.type == .nodes { return try !nodes(expression, context, .any).isEmpty }
        switch try value(expression, context) {
        case .flag(let flag): return flag
        case .number(let number): return number != 0 && !number.isNaN
        case .text(let text): return !text.isEmpty
        case .nodes(let nodes): return !nodes.isEmpty
        }
    }

    mutating func number(_ expression: PathExpression, _ context: Context) throws(MarkupError) -> Double {
        if expression.type == .nodes { return PathNumber.value(try text(expression, context)) }
        return try number(try value(expression, context))
    }

    mutating func number(_ value: PathValue) throws(MarkupError) -> Double {
        switch value {
        case .number(let number): return number
        case .flag(let flag): return flag ? 1 : 0
        case .text, .nodes:
            let text = try text(value)
            try budget.spend(text.count / 16)
            return PathNumber.value(text)
        }
    }

    mutating func text(_ expression: PathExpression, _ context: Context) throws(MarkupError) -> [UInt8] {
        if expression.type == .nodes { return try text(.nodes(try nodes(expression, context, .first))) }
        return try text(try value(expression, context))
    }

    mutating func text(_ value: PathValue) throws(MarkupError) -> [UInt8] {
        switch value {
        case .text(let text): return text
        case .number(let number): return Array(PathNumber.text(number).utf8)
        case .flag(let flag): return Array((flag ? "true" : "false").utf8)
        case .nodes(let nodes):
            guard let first = nodes.first else { return [] }
            return try text(of: first)
        }
    }

    /// The string-value of a node.
    mutating func text(of node: PathNode) throws(MarkupError) -> [UInt8] {
        if let declaration = node.declaration {
            return declaration < 0 ? Array(XPath.xmlNamespace.utf8) : map.bytes(of: declaration)
        }
        let content = map.content(of: node.place)
        try budget.spend(1 + content.count)
        let text = map.bytes(of: node.place)
        try budget.spend(text.count / 16)
        return text
    }

    // MARK: Operators

    private mutating func chain(
        _ first: PathExpression, _ links: [PathExpression.Link], _ context: Context
    ) throws(MarkupError) -> PathValue {
        switch links.first?.operation {
        case .or?:
            if try flag(first, context) { return .flag(true) }
            for link in links { if try flag(link.operand, context) { return .flag(true) } }
            return .flag(false)
        case .and?:
            guard try flag(first, context) else { return .flag(false) }
            for link in links { guard try flag(link.operand, context) else { return .flag(false) } }
            return .flag(true)
        case .plus?, .minus?, .times?, .div?, .mod?:
            var number = try number(first, context)
            for link in links { number = Self.computed(number, link.operation, try self.number(link.operand, context)) }
            return .number(number)
        default:
            var value = try value(first, context)
            for link in links { value = .flag(try compare(value, link.operation, try self.value(link.operand, context))) }
            return value
        }
    }

    private static func computed(_ one: Double, _ operation: PathExpression.Operation, _ other: Double) -> Double {
        switch operation {
        case .plus: one + other
        case .minus: one - other
        case .times: one * other
        case .div: one / other
        default: one.truncatingRemainder(dividingBy: other)
        }
    }

    /// Section 3.4.
    private mutating func compare(
        _ one: PathValue, _ operation: PathExpression.Operation, _ other: PathValue
    ) throws(MarkupError) -> Bool {
        let isEquality = operation == .equal || operation == .unequal
        switch (one, other) {
        case (.nodes(let nodes), .nodes(let others)):
            return isEquality ? try compareTexts(nodes, operation, others) : try compareNumbers(nodes, operation, others)
        case (.nodes(let nodes), .flag(let flag)): return Self.compare(nodes.isEmpty ? 0 : 1, operation, flag ? 1 : 0)
        case (.flag(let flag), .nodes(let nodes)): return Self.compare(flag ? 1 : 0, operation, nodes.isEmpty ? 0 : 1)
        case (.nodes(let nodes), .text(let text)) where isEquality, (.text(let text), .nodes(let nodes)) where isEquality:
            return try contains(nodes, text, operation == .equal)
        case (.nodes(let nodes), _):
            let number = try number(other)
            for node in nodes where Self.compare(PathNumber.value(try text(of: node)), operation, number) { return true }
            return false
        case (_, .nodes(let nodes)):
            let number = try number(one)
            for node in nodes where Self.compare(number, operation, PathNumber.value(try text(of: node))) { return true }
            return false
        case (.flag(let flag), _) where isEquality: return flag == truth(other) ? operation == .equal : operation == .unequal
        case (_, .flag(let flag)) where isEquality: return flag == truth(one) ? operation == .equal : operation == .unequal
        case (.text(let text), .text(let second)) where isEquality: return (text == second) == (operation == .equal)
        default: return Self.compare(try number(one), operation, try number(other))
        }
    }

    private func truth(_ value: PathValue) -> Bool {
        switch value {
        case .flag(let flag): flag
        case .number(let number): number != 0 && !number.isNaN
        case .text(let text): !text.isEmpty
        case .nodes(let nodes): !nodes.isEmpty
        }
    }

    private static func compare(_ one: Double, _ operation: PathExpression.Operation, _ other: Double) -> Bool {
        switch operation {
        case .equal: one == other
        case .unequal: one != other
        case .less: one < other
        case .lessOrEqual: one <= other
        case .greater: one > other
        default: one >= other
        }
    }

    /// Whether a node of one set has the same text as a node of the other set, or a different text.
    private mutating func compareTexts(
        _ nodes: [PathNode], _ operation: PathExpression.Operation, _ others: [PathNode]
    ) throws(MarkupError) -> Bool {
        let (few, many) = nodes.count < others.count ? (nodes, others) : (others, nodes)
        if few.count == 1 { return try contains(many, try text(of: few[0]), operation == .equal) }
        var texts: Set<[UInt8]> = []
        for node in few { texts.insert(try text(of: node)) }
        guard !texts.isEmpty else { return false }
        // The cost of building a set of them.
        try budget.spend(8 * nodes.count + 8 * others.count)
        for node in many {
            let text = try text(of: node)
            if operation == .equal ? texts.contains(text) : texts.count > 1 || !texts.contains(text) { return true }
        }
        return false
    }

    /// Whether a node has this text, or a different one.
    private mutating func contains(_ nodes: [PathNode], _ text: [UInt8], _ isEqual: Bool) throws(MarkupError) -> Bool {
        for node in nodes {
            try budget.spend(1 + map.content(of: node).count + text.count / 16)
            let isSame = node.declaration == nil ? map.isText(text, of: node.place) : try self.text(of: node) == text
            if isSame == isEqual { return true }
        }
        return false
    }

    /// Only the minimum and maximum are relevant.
    private mutating func compareNumbers(
        _ nodes: [PathNode], _ operation: PathExpression.Operation, _ others: [PathNode]
    ) throws(MarkupError) -> Bool {
        let isLess = operation == .less || operation == .lessOrEqual
        guard let one = try extreme(of: nodes, isLeast: isLess), let other = try extreme(of: others, isLeast: !isLess) else { return false }
        return Self.compare(one, operation, other)
    }

    private mutating func extreme(of nodes: [PathNode], isLeast: Bool) throws(MarkupError) -> Double? {
        var extreme: Double?
        for node in nodes {
            let number = PathNumber.value(try text(of: node))
            if number.isNaN { continue }
            extreme = extreme.map { isLeast ? min($0, number) : max($0, number) } ?? number
        }
        return extreme
    }
}
