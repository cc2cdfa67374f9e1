/// Parses the tokens of an XPath 1.0 expression (section 3 of the recommendation). Throws an error with its position.
struct PathParser {
    private let words: [PathLexer.Word]
    private let namespaces: [String: String]
    /// The column after the last character.
    private let end: Int
    private var at = 0
    private var depth = 0

    /// The maximum nesting depth.
    private static let depthLimit = 64

    static func expression(_ source: String, _ words: [PathLexer.Word], namespaces: [String: String]) throws(MarkupError) -> PathExpression
    {
        var parser = PathParser(words: words, namespaces: namespaces, end: source.count + 1)
        let expression = try parser.expression()
        guard parser.at == words.count else { throw parser.fault("a step or a value is missing, or there is one too many") }
        return expression
    }

    private init(words: [PathLexer.Word], namespaces: [String: String], end: Int) {
        (self.words, self.namespaces, self.end) = (words, namespaces, end)
    }

    // MARK: Operators

    private mutating func expression() throws(MarkupError) -> PathExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw fault("the path is nested deeper than \(Self.depthLimit)") }
        return try chain(rank: 0)
    }

    private mutating func chain(rank: Int) throws(MarkupError) -> PathExpression {
        guard rank < PathExpression.Operation.ranks.count else { return try signed() }
        let first = try chain(rank: rank + 1)
        var links: [PathExpression.Link] = []
        while let operation = takeOperation(rank) { links.append(.init(operation: operation, operand: try chain(rank: rank + 1))) }
        return links.isEmpty ? first : .chain(first, links)
    }

    private mutating func takeOperation(_ rank: Int) -> PathExpression.Operation? {
        guard case .sign(let sign)? = token, let operation = PathExpression.Operation(rawValue: sign),
            PathExpression.Operation.ranks[rank].contains(operation)
        else { return nil }
        at += 1
        return operation
    }

    private mutating func signed() throws(MarkupError) -> PathExpression {
        var signs = 0
        while accept("-") { signs += 1 }
        let value = try union()
        return signs == 0 ? value : .negative(value, isEven: signs.isMultiple(of: 2))
    }

    private mutating func union() throws(MarkupError) -> PathExpression {
        let column = self.column
        var branches = [try path()]
        while accept("|") { branches.append(try path()) }
        if branches.count == 1 { return branches[0] }
        guard branches.allSatisfy({ $0.type == .nodes }) else { throw wrongType(column) }
        return .union(branches)
    }

    // MARK: Paths

    private mutating func path() throws(MarkupError) -> PathExpression {
        if accept("//") { return .path(.document, [], Self.joined([Self.anything] + (try steps()))) }
        if accept("/") { return .path(.document, [], beginsStep ? Self.joined(try steps()) : []) }
        let column = self.column
        guard let primary = try primary() else { return .path(.context, [], Self.joined(try steps())) }
        let predicates = try self.predicates()
        var steps: [PathExpression.Step] = []
        if accept("//") { steps = [Self.anything] + (try self.steps()) } else if accept("/") { steps = try self.steps() }
        if predicates.isEmpty, steps.isEmpty { return primary }
        guard primary.type == .nodes else { throw wrongType(column) }
        return .path(.expression(primary), predicates, Self.joined(steps))
    }

    private static let anything = PathExpression.Step(axis: .descendantOrSelf, test: .node)

    /// `//a` as a single step, unless conditions depend on the parent.
    private static func joined(_ steps: [PathExpression.Step]) -> [PathExpression.Step] {
        steps.reduce(into: []) { joined, step in
            if joined.last == anything, step.axis == .child, !step.predicates.contains(where: \.isPositional) {
                joined[joined.count - 1] = .init(axis: .descendant, test: step.test, predicates: step.predicates)
            } else {
                joined.append(step)
            }
        }
    }

    /// Returns nil at a step of a path.
    private mutating func primary() throws(MarkupError) -> PathExpression? {
        switch token {
        case .literal(let text):
            at += 1
            return .text(Array(text.utf8))
        case .number(let text):
            guard text.utf8.count(where: { $0 == UInt8(ascii: ".") }) < 2 else { throw fault("'\(text)' isn't a number") }
            at += 1
            return .number(PathNumber.value(Array(text.utf8)))
        case .sign("("):
            at += 1
            let value = try expression()
            try expect(")")
            return value
        case .name(nil, let name):
            guard follows("("), let function = PathFunction(rawValue: name) else { return nil }
            return try call(function)
        default: return nil
        }
    }

    private mutating func call(_ function: PathFunction) throws(MarkupError) -> PathExpression {
        let column = self.column
        at += 2
        var values: [PathExpression] = []
        if !accept(")") {
            repeat { values.append(try expression()) } while accept(",")
            try expect(")")
        }
        guard function.signature.counts.contains(values.count) else {
            throw MarkupError(.path, column: column, "\(function.rawValue)() gets too many or too few values")
        }
        if function.signature.takesNodes, let value = values.first, value.type != .nodes { throw wrongType(column) }
        return .call(function, values)
    }

    private mutating func steps() throws(MarkupError) -> [PathExpression.Step] {
        var steps = [try step()]
        while true {
            if accept("//") {
                steps += [Self.anything, try step()]
            } else if accept("/") {
                steps.append(try step())
            } else {
                return steps
            }
        }
    }

    private mutating func step() throws(MarkupError) -> PathExpression.Step {
        if accept(".") { return .init(axis: .itself, test: .node) }
        if accept("..") { return .init(axis: .parent, test: .node) }
        let axis = try self.axis()
        let test = try self.test()
        return .init(axis: axis, test: test, predicates: try predicates())
    }

    private mutating func axis() throws(MarkupError) -> PathExpression.Axis {
        if accept("@") { return .attribute }
        guard case .name(nil, let name)? = token, follows("::") else { return .child }
        guard let axis = PathExpression.Axis(rawValue: name) else { throw fault("there is no axis \(name)::") }
        at += 2
        return axis
    }

    private mutating func test() throws(MarkupError) -> PathExpression.Test {
        guard case .name(let prefix, let name)? = token else { throw fault("a step or a value is missing") }
        if prefix == nil, follows("(") {
            at += 2
            var target: String?
            if name == "processing-instruction", case .literal(let text)? = token {
                at += 1
                target = text
            }
            try expect(")")
            switch name {
            case "node": return .node
            case "text": return .text
            case "comment": return .comment
            case "processing-instruction": return .instruction(target)
            default: throw fault("a function can't be a step")
            }
        }
        at += 1
        guard let prefix else { return name == "*" ? .any : .name(local: name, namespace: nil) }
        // `XPath.check` has verified that every prefix is declared.
        let namespace = prefix == "xml" ? XPath.xmlNamespace : namespaces[prefix] ?? ""
        return name == "*" ? .anyName(namespace: namespace) : .name(local: name, namespace: namespace)
    }

    private mutating func predicates() throws(MarkupError) -> [PathExpression.Predicate] {
        var predicates: [PathExpression.Predicate] = []
        while accept("[") {
            predicates.append(.init(condition: try expression()))
            try expect("]")
        }
        return predicates
    }

    // MARK: Words

    private var token: PathLexer.Token? { at < words.count ? words[at].token : nil }
    private var column: Int { at < words.count ? words[at].column : end }

    private var beginsStep: Bool {
        switch token {
        case .name, .sign("."), .sign(".."), .sign("@"): true
        default: false
        }
    }

    private func follows(_ sign: String) -> Bool { at + 1 < words.count && words[at + 1].token == .sign(sign) }

    private mutating func accept(_ sign: String) -> Bool {
        guard token == .sign(sign) else { return false }
        at += 1
        return true
    }

    private mutating func expect(_ sign: String) throws(MarkupError) {
        guard accept(sign) else { throw fault(at < words.count ? "'\(sign)' is missing before this" : "'\(sign)' is missing") }
    }

    private func fault(_ detail: String) -> MarkupError { MarkupError(.path, column: column, detail) }

    private func wrongType(_ column: Int) -> MarkupError {
        MarkupError(.path, column: column, "nodes are needed here, and this is a text, a number or a flag")
    }
}
