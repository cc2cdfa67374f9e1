/// Parses the filters of a query: conditions, comparisons and functions, with type checks (RFC 9535, sections 2.3.5 and 2.4).
extension JSONPathParser {
    /// `logical-expr`
    mutating func condition() throws(JSONPathError) -> JSONPath.Condition {
        try enter()
        defer { leave() }
        var alternatives = [try conjunction()]
        while takeOperator("||") { alternatives.append(try conjunction()) }
        return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
    }

    private mutating func conjunction() throws(JSONPathError) -> JSONPath.Condition {
        var conditions = [try basic()]
        while takeOperator("&&") { conditions.append(try basic()) }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    private mutating func takeOperator(_ text: StaticString) -> Bool {
        let before = at
        skipBlanks()
        guard take(text) else {
            goBack(to: before)
            return false
        }
        skipBlanks()
        return true
    }

    private mutating func basic() throws(JSONPathError) -> JSONPath.Condition {
        if take("!") {
            skipBlanks()
            return .not(isNext("(") ? try parenthesized() : try test(try operand()))
        }
        if isNext("(") { return try parenthesized() }
        let start = at
        let left = try operand()
        let before = at
        skipBlanks()
        for comparison in JSONPath.Comparison.allCases where takeComparison(comparison) {
            skipBlanks()
            let place = at
            let right = try operand()
            return .comparison(try comparable(left, at: start), comparison, try comparable(right, at: place))
        }
        goBack(to: before)
        return try test(left, at: start)
    }

    private mutating func takeComparison(_ comparison: JSONPath.Comparison) -> Bool {
        switch comparison {
        case .equal: take("==")
        case .notEqual: take("!=")
        case .lessOrEqual: take("<=")
        case .greaterOrEqual: take(">=")
        case .less: take("<")
        case .greater: take(">")
        }
    }

    private mutating func parenthesized() throws(JSONPathError) -> JSONPath.Condition {
        _ = take("(")
        skipBlanks()
        let inner = try condition()
        skipBlanks()
        guard take(")") else { throw error("'\(shown)' where ')' is expected") }
        return inner
    }

    /// A query or a function used as a test.
    private func test(_ operand: JSONPath.Comparable, at place: Int? = nil) throws(JSONPathError) -> JSONPath.Condition {
        switch operand {
        case .literal: throw error("a value isn't a condition; compare it with something", at: place)
        case .query(let query): return .exists(query)
        case .call(let call):
            guard case .match = call else { throw error("the result of \(call.name)() must be compared with something", at: place) }
            return .holds(call)
        }
    }

    private func comparable(_ operand: JSONPath.Comparable, at place: Int) throws(JSONPathError) -> JSONPath.Comparable {
        switch operand {
        case .query(let query) where !query.isSingular: throw error("only a query for a single value can be compared", at: place)
        case .call(.match): throw error("the result of a match is true or false by itself and cannot be compared", at: place)
        default: return operand
        }
    }

    /// A literal, a query or a function call.
    private mutating func operand() throws(JSONPathError) -> JSONPath.Comparable {
        switch next {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .literal(.string(try string()))
        case UInt8(ascii: "-"), (0x30...0x39)?: return .literal(.number(try number()))
        case UInt8(ascii: "@"), UInt8(ascii: "$"): return .query(try query())
        case (0x61...0x7A)?:
            let start = at
            let name = word()
            if isNext("(") { return .call(try call(name, at: start)) }
            switch name {
            case "true": return .literal(.flag(true))
            case "false": return .literal(.flag(false))
            case "null": return .literal(.null)
            default: throw error("'\(name)' isn't a value; texts go in quotes", at: start)
            }
        default: throw error("'\(shown)' where a value, '@', '$' or a function is expected")
        }
    }

    private mutating func query() throws(JSONPathError) -> JSONPath.Query {
        let place = at
        let isRelative = take("@")
        if !isRelative { _ = take("$") }
        return JSONPath.Query(isRelative: isRelative, place: place, segments: try segments())
    }

    private mutating func call(_ name: String, at start: Int) throws(JSONPathError) -> JSONPath.Call {
        let wanted = ["length": 1, "count": 1, "value": 1, "match": 2, "search": 2]
        guard let count = wanted[name] else {
            throw error("there is no function '\(name)'; there are \(wanted.keys.sorted().joined(separator: ", "))", at: start)
        }
        try enter()
        defer { leave() }
        _ = take("(")
        var arguments: [(operand: JSONPath.Comparable, place: Int)] = []
        skipBlanks()
        while !take(")") {
            if !arguments.isEmpty {
                guard take(",") else { throw error("'\(shown)' where ',' or ')' is expected") }
                skipBlanks()
            }
            let place = at
            arguments.append((try operand(), place))
            skipBlanks()
        }
        guard arguments.count == count else {
            throw error("\(name)() takes \(count == 1 ? "one argument" : "two arguments"), not \(arguments.count)", at: start)
        }
        switch name {
        case "length": return .length(try comparable(arguments[0].operand, at: arguments[0].place))
        case "count", "value":
            guard case .query(let query) = arguments[0].operand else { throw error("\(name)() takes a query", at: arguments[0].place) }
            return name == "count" ? .count(query) : .value(query)
        default:
            let text = try comparable(arguments[0].operand, at: arguments[0].place)
            let pattern = try comparable(arguments[1].operand, at: arguments[1].place)
            var compiled: IRegexp?
            if case .literal(.string(let source)) = pattern { compiled = IRegexp(source, isWhole: name == "match") }
            return .match(text, pattern, isWhole: name == "match", pattern: compiled)
        }
    }
}

extension JSONPath.Call {
    fileprivate var name: String {
        switch self {
        case .length: "length"
        case .count: "count"
        case .value: "value"
        case .match(_, _, let isWhole, _): isWhole ? "match" : "search"
        }
    }
}
