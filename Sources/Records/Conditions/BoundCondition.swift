/// A condition bound to a schema: fields are indices, operands are typed values, patterns are compiled.
///
/// Compact, because a million may be in memory: an equality test takes `MemoryLayout.stride` bytes and nothing on the heap.
package enum BoundCondition: Sendable {
    case all([BoundCondition])
    case any([BoundCondition])
    indirect case begins(BoundCondition)
    case appeared
    case gone
    case new
    /// A list equals a text if one of its texts does.
    case equals(Value, field: Int32)
    case oneOf(Set<Value>, field: Int32)
    /// Folded (`String.folded`).
    case contains([UInt8], field: Int32)
    case matches(Pattern, field: Int32)
    indirect case range(ValueRange, field: Int32)
    case changed(field: Int32)
    /// A change after the record was unchanged for at least this many milliseconds.
    case changedAfter(Int64, field: Int32)
    case changedBy(Amount, field: Int32)
    indirect case within(metres: Double, of: Position, field: Int32)
    /// Offsets from now, in milliseconds.
    case fromNow(from: Int64?, to: Int64?, field: Int32)
}

/// Values of one kind between two bounds, either of which may be missing.
package struct ValueRange: Sendable {
    package var low: Value?
    package var includesLow = true
    package var high: Value?
    package var includesHigh = true

    func contains(_ value: Value) -> Bool {
        if let low {
            guard let order = Value.order(low, value), order < 0 || (order == 0 && includesLow) else { return false }
        }
        if let high {
            guard let order = Value.order(value, high), order < 0 || (order == 0 && includesHigh) else { return false }
        }
        return true
    }
}

/// The minimum change of a number or an amount of money.
package struct Amount: Sendable {
    package enum Direction: Sendable { case either, up, down }

    package let size: Double
    package let isPercent: Bool
    package let direction: Direction

    /// In binary floating point, with a tolerance of a billionth, so that 1.2 → 1.3 is a change by 0.1. From zero, any change reaches any
    /// percentage.
    func isReached(from before: Double, to after: Double) -> Bool {
        switch direction {
        case .either: break
        case .up: guard after > before else { return false }
        case .down: guard after < before else { return false }
        }
        guard after != before else { return false }
        let wanted = isPercent ? abs(before) * size / 100 : size
        return abs(after - before) >= wanted - 1e-9 * max(abs(before), abs(after), wanted)
    }
}

extension Value {
    /// Negative if `left` is less, 0 if they are equal; nil if they can't be compared:
    /// different kinds or currencies, or kinds without an order.
    package static func order(_ left: Value, _ right: Value) -> Int? {
        func order<Ordered: Comparable>(_ left: Ordered, _ right: Ordered) -> Int { left < right ? -1 : left == right ? 0 : 1 }
        switch (left, right) {
        case (.number(let left), .number(let right)): return order(left, right)
        case (.date(let left), .date(let right)): return order(left, right)
        case (.time(let left), .time(let right)): return order(left, right)
        case (.timestamp(let left), .timestamp(let right)): return order(left, right)
        case (.duration(let left), .duration(let right)): return order(left, right)
        case (.money(let left), .money(let right)) where left.currency == right.currency:
            return order(left.units(atScale: 12), right.units(atScale: 12))
        default: return nil
        }
    }

    /// A number that keeps the order of values of one kind, though different values may share one; nil for kinds without an order.
    package var magnitude: Double? {
        switch self {
        case .number(let number): number
        case .money(let money): money.value
        case .date(let date): Double(date.daysSince1970)
        case .time(let time): Double(time.seconds)
        case .timestamp(let timestamp): Double(timestamp.milliseconds)
        case .duration(let duration): Double(duration.wholeMilliseconds)
        default: nil
        }
    }
}

extension BoundCondition {
    /// Whether it has a pattern. Patterns can be expensive, so the API requires a signed-in person for them.
    package var hasPatterns: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains { $0.hasPatterns }
        case .begins(let part): part.hasPatterns
        case .matches: true
        default: false
        }
    }

    /// Whether it tests how long a record had been unchanged.
    package var asksForRest: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains { $0.asksForRest }
        case .begins(let part): part.asksForRest
        case .changedAfter: true
        default: false
        }
    }

    /// Indices of the fields that it reads from a stored record.
    package var fields: Set<Int> {
        switch self {
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.fields) }
        case .begins(let part): part.fields
        case .appeared, .gone, .new: []
        case .equals(_, let field), .oneOf(_, let field), .contains(_, let field), .matches(_, let field), .range(_, let field),
            .changed(let field), .changedAfter(_, let field), .changedBy(_, let field), .within(_, _, let field), .fromNow(_, _, let field):
            [Int(field)]
        }
    }
}

extension BoundCondition {
    /// Whether it depends on the person's time zone.
    package var countsDays: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains { $0.countsDays }
        case .begins(let part): part.countsDays
        case .fromNow: true
        default: false
        }
    }
}
