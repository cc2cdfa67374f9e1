extension Condition {
    /// The condition in its evaluated form for a board's records. Throws an error for the person who wrote it if a test doesn't fit the
    /// schema.
    package func bound(to schema: Schema) throws(ConditionError) -> BoundCondition {
        var binding = Binding(schema: schema)
        return try binding.bind(self, at: [], depth: 0, isState: false)
    }
}

private struct Binding {
    let schema: Schema
    var tests = 0

    /// `isState`: inside `begins`, which allows only tests of a single record.
    mutating func bind(_ condition: Condition, at place: [Int], depth: Int, isState: Bool) throws(ConditionError) -> BoundCondition {
        switch condition {
        case .all(let parts):
            // An empty group counts as a test; otherwise their number would be unlimited.
            if parts.isEmpty { try count(at: place) }
            return .all(try bind(parts, at: place, depth: depth, isState: isState))
        case .any(let parts):
            guard !parts.isEmpty else { throw ConditionError(at: place, "'any' of nothing is never true; give it at least one test") }
            return .any(try bind(parts, at: place, depth: depth, isState: isState))
        case .begins(let part):
            guard !isState else { throw ConditionError(at: place, "'begins' cannot stand inside 'begins'; leave one out") }
            guard depth < Condition.Limits.depth else { throw ConditionError(at: place, ConditionError.tooDeep) }
            return .begins(try bind(part, at: place, depth: depth + 1, isState: true))
        case .appeared, .gone, .new:
            try count(at: place)
            guard !isState else { throw ConditionError(at: place, "inside 'begins' only a record's fields can be tested; move it out") }
            return condition == .appeared ? .appeared : condition == .gone ? .gone : .new
        case .field(let name, let test):
            try count(at: place)
            guard let index = schema.index(of: name) else {
                let names = schema.fields.map(\.name).joined(separator: ", ")
                throw ConditionError(at: place, field: name, "there is no such field; there are \(names)")
            }
            let field = schema.fields[index]
            do throws(Misfit) {
                let test = try bind(test, to: field, Int32(index))
                if isState, test.isEvent { throw Misfit("inside 'begins' it cannot be asked whether a field changed; move it out") }
                return test
            } catch {
                throw ConditionError(at: place, field: name, error.detail)
            }
        }
    }

    private mutating func bind(
        _ parts: [Condition], at place: [Int], depth: Int, isState: Bool
    ) throws(ConditionError) -> [BoundCondition] {
        guard depth < Condition.Limits.depth else { throw ConditionError(at: place, ConditionError.tooDeep) }
        var bound: [BoundCondition] = []
        for (index, part) in parts.enumerated() {
            bound.append(try bind(part, at: place + [index], depth: depth + 1, isState: isState))
        }
        return bound
    }

    private mutating func count(at place: [Int]) throws(ConditionError) {
        tests += 1
        guard tests <= Condition.Limits.tests else {
            throw ConditionError(at: place, "a condition has at most \(Condition.Limits.tests) tests; split it into several watches")
        }
    }

    private func bind(_ test: Condition.Test, to field: Field, _ index: Int32) throws(Misfit) -> BoundCondition {
        guard test.goes(with: field.kind) else {
            let others = Condition.Test.names(for: field.kind).joined(separator: ", ")
            throw Misfit("'\(test.name)' does not go with the type \(field.kind.rawValue); there are \(others)")
        }
        switch test {
        case .equals(let text): return .equals(try operand(text, of: field, isChoice: true), field: index)
        case .oneOf(let texts):
            guard (1...Condition.Limits.choices).contains(texts.count) else {
                throw Misfit("'oneOf' takes 1 to \(Condition.Limits.choices) values, found \(texts.count)")
            }
            var values: Set<Value> = []
            for text in texts { values.insert(try operand(text, of: field, isChoice: true)) }
            return .oneOf(values, field: index)
        case .contains(let text):
            try check(text)
            let folded = text.trimmingWhitespace().folded
            guard !folded.isEmpty else { throw Misfit("'contains' takes a text that is not empty") }
            return .contains(folded, field: index)
        case .matches(let source):
            try check(source)
            do { return .matches(try Pattern(source, isCounted: true), field: index) } catch { throw Misfit("\(error)") }
        case .less(let text): return .range(ValueRange(high: try operand(text, of: field), includesHigh: false), field: index)
        case .atMost(let text): return .range(ValueRange(high: try operand(text, of: field)), field: index)
        case .greater(let text): return .range(ValueRange(low: try operand(text, of: field), includesLow: false), field: index)
        case .atLeast(let text): return .range(ValueRange(low: try operand(text, of: field)), field: index)
        case .between(let low, let high):
            let range = ValueRange(low: try operand(low, of: field), high: try operand(high, of: field))
            if let low = range.low, let high = range.high, let order = Value.order(low, high), order <= 0 {
                return .range(range, field: index)
            }
            throw Misfit("'between' takes the smaller value first, found \(low) and \(high)")
        case .changed: return .changed(field: index)
        case .changedAfter(let rest):
            let seconds = rest.components.seconds
            guard rest >= .seconds(60), seconds <= 3650 * 86_400, seconds.isMultiple(of: 60) else {
                throw Misfit("'changedAfter' takes whole minutes, from 1m to ten years")
            }
            return .changedAfter(seconds * 1000, field: index)
        case .changedBy(let text): return .changedBy(try amount(text, of: field, .either), field: index)
        case .roseBy(let text): return .changedBy(try amount(text, of: field, .up), field: index)
        case .fellBy(let text): return .changedBy(try amount(text, of: field, .down), field: index)
        case .within(let metres, let position):
            guard metres > 0, metres <= 20_100_000 else {
                throw Misfit("a distance of more than 0 and at most 20,100,000 metres is expected")
            }
            return .within(metres: metres, of: position, field: index)
        case .fromNow(let from, let to):
            guard from != nil || to != nil else {
                throw Misfit("'fromNow' takes 'from', 'to' or both, like {\"from\": \"now\", \"to\": \"2d\"}")
            }
            for offset in [from, to].compactMap({ $0 }) where offset.components.seconds.magnitude > 3650 * 86_400 {
                throw Misfit("'fromNow' reaches ten years at most, found \(offset.components.seconds / 86_400) days")
            }
            if let from, let to, from > to { throw Misfit("'from' comes after 'to'; change them over") }
            return .fromNow(from: from?.wholeMilliseconds, to: to?.wholeMilliseconds, field: index)
        }
    }

    /// The typed value of a person's text, which is always in our format, never in the source's.
    private func operand(_ text: String, of field: Field, isChoice: Bool = false) throws(Misfit) -> Value {
        try check(text)
        if isChoice, let pattern = field.pattern, (try? pattern.matches(text.trimmingWhitespace())) != true {
            throw Misfit("found “\(text)”. \(field.hint ?? "It has to match \(pattern)")")
        }
        var plain = field.plain
        if plain.kind == .list { plain.kind = .text }
        do {
            if let value = try plain.value(from: text) { return value }
        } catch {
            throw Misfit("found “\(error.found)”, \(error.wanted)")
        }
        throw Misfit("a value is expected")
    }

    private func amount(_ text: String, of field: Field, _ direction: Amount.Direction) throws(Misfit) -> Amount {
        try check(text)
        let bare = text.trimmingWhitespace()
        let isPercent = bare.hasSuffix("%")
        let number = NumberFormat().number(isPercent ? String(bare.dropLast()).trimmingWhitespace() : bare)
        let money = field.kind == .money && number == nil ? Money(bare, currency: field.currency)?.value : nil
        guard let size = number ?? money, size > 0 else {
            throw Misfit("an amount above zero like 0.10 or 5% is expected, found “\(text)”")
        }
        return Amount(size: size, isPercent: isPercent, direction: direction)
    }

    private func check(_ text: String) throws(Misfit) {
        guard text.utf8.count <= Condition.Limits.operandBytes else {
            throw Misfit("a value has at most \(Condition.Limits.operandBytes) bytes")
        }
    }
}

/// A test that doesn't fit its field; converted to a `ConditionError` where the place is known.
private struct Misfit: Error {
    let detail: String

    init(_ detail: String) { self.detail = detail }
}

extension BoundCondition {
    /// It tests an event, not a state.
    fileprivate var isEvent: Bool {
        switch self {
        case .changed, .changedAfter, .changedBy, .appeared, .gone, .new: true
        default: false
        }
    }
}

extension Condition.Test {
    package func goes(with kind: Field.Kind) -> Bool { Self.names(for: kind).contains(name) }

    /// The tests for a kind of field, by their names in JSON, in the order of the form.
    package static func names(for kind: Field.Kind) -> [String] {
        let ranges = ["less", "atMost", "greater", "atLeast", "between"]
        let changes = ["changed", "changedAfter"]
        switch kind {
        case .text, .url, .phone, .email, .list: return ["equals", "oneOf", "contains", "matches"] + changes
        case .number, .money: return ["equals", "oneOf"] + ranges + changes + ["changedBy", "roseBy", "fellBy"]
        case .date, .timestamp: return ["equals", "oneOf"] + ranges + ["fromNow"] + changes
        case .time, .duration: return ["equals", "oneOf"] + ranges + changes
        case .flag: return ["equals"] + changes
        case .position: return ["within"] + changes
        case .image: return changes
        }
    }
}
