/// A union of plain location paths, the subset of XPath 1.0 evaluated without libxml2: `a/b`, `.//a`, `@x`, `text()`, `.`, `a[2]`,
/// `a[@x='y']`, and unions of them. Other paths yield nil, not an error.
struct LocationPath: Hashable, Sendable {
    enum Axis: Hashable, Sendable {
        case child, descendant, attribute
    }

    enum Test: Hashable, Sendable {
        case name(local: String, namespace: String?)
        case anyName(namespace: String?)
        case any
        case text
    }

    enum Condition: Hashable, Sendable {
        /// From 1.
        case position(Int)
        case attribute(local: String, namespace: String?, value: String?)
    }

    struct Step: Hashable, Sendable {
        var axis: Axis
        var test: Test
        var conditions: [Condition] = []
    }

    struct Branch: Hashable, Sendable {
        var isAbsolute = false
        /// Empty: the context itself.
        var steps: [Step] = []
    }

    private(set) var branches: [Branch] = []

    init?(_ words: [PathLexer.Word], namespaces: [String: String]) {
        var reader = Reader(tokens: words.map(\.token), namespaces: namespaces)
        while true {
            guard let branch = reader.branch() else { return nil }
            branches.append(branch)
            if reader.isAtEnd { break }
            guard reader.accept("|") else { return nil }
        }
    }

    private struct Reader {
        let tokens: [PathLexer.Token]
        let namespaces: [String: String]
        var at = 0

        var isAtEnd: Bool { at == tokens.count }

        mutating func accept(_ sign: String) -> Bool {
            guard at < tokens.count, tokens[at] == .sign(sign) else { return false }
            at += 1
            return true
        }

        mutating func branch() -> Branch? {
            var branch = Branch()
            var axis = Axis.child
            if accept("//") {
                (branch.isAbsolute, axis) = (true, .descendant)
            } else if accept("/") {
                branch.isAbsolute = true
            } else if accept(".") {
                if isAtEnd || tokens[at] == .sign("|") { return branch }
                guard accept("//") || accept("/") else { return nil }
                axis = tokens[at - 1] == .sign("//") ? .descendant : .child
            }
            while true {
                guard branch.steps.last?.axis != .attribute, branch.steps.last?.test != .text, let step = step(axis) else { return nil }
                branch.steps.append(step)
                if accept("//") { axis = .descendant } else if accept("/") { axis = .child } else { return branch }
            }
        }

        private mutating func step(_ axis: Axis) -> Step? {
            let isAttribute = accept("@")
            // `//@x` includes the context's own attributes: left to libxml2.
            if isAttribute, axis == .descendant { return nil }
            guard at < tokens.count, case .name(let prefix, let local) = tokens[at] else { return nil }
            at += 1
            if accept("(") {
                guard local == "text", prefix == nil, !isAttribute, accept(")") else { return nil }
                return isAtEnd || tokens[at] == .sign("|") ? Step(axis: axis, test: .text) : nil
            }
            guard let test = test(prefix, local) else { return nil }
            var step = Step(axis: isAttribute ? .attribute : axis, test: test)
            while accept("[") {
                guard let condition = condition(), accept("]") else { return nil }
                // `//a[2]` and `a[@x][2]` don't count by the step's own names.
                if case .position = condition, step.axis != .child || !step.conditions.isEmpty { return nil }
                step.conditions.append(condition)
            }
            return step
        }

        private func test(_ prefix: String?, _ local: String) -> Test? {
            guard let prefix else { return local == "*" ? .any : .name(local: local, namespace: nil) }
            guard let namespace = namespaces[prefix] else { return nil }
            return local == "*" ? .anyName(namespace: namespace) : .name(local: local, namespace: namespace)
        }

        private mutating func condition() -> Condition? {
            guard at < tokens.count else { return nil }
            if case .number(let text) = tokens[at], let position = Int(text), position > 0 {
                at += 1
                return .position(position)
            }
            guard accept("@"), at < tokens.count, case .name(let prefix, let local) = tokens[at], local != "*",
                case .name(_, let namespace)? = test(prefix, local)
            else { return nil }
            at += 1
            guard accept("=") else { return .attribute(local: local, namespace: namespace, value: nil) }
            guard at < tokens.count, case .literal(let value) = tokens[at] else { return nil }
            at += 1
            return .attribute(local: local, namespace: namespace, value: value)
        }
    }
}
