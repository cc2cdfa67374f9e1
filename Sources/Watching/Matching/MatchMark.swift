import Records

/// An approximation of a condition for the index: every change that fulfils the condition has this mark.
///
/// Marks are necessary but not sufficient: two values may have the same hash, and an interval may be wider than the range it represents.
enum MatchMark {
    /// The hash of a field's value, which few changes have.
    case value(UInt64)
    /// The hash of a kind of change, or of "any change at all", which many changes have.
    case kind(UInt64)
    /// Includes both ends. The axis is a field's index; for a position, it is the latitude.
    case interval(axis: Int32, low: Double, high: Double)

    /// The mark of every change.
    static var anything: MatchMark { .kind(Feature.anything.hash) }

    /// A set of marks of which every change that fulfils the condition has at least one.
    static func marks(of condition: BoundCondition) -> [MatchMark] {
        switch condition {
        // All parts must be true, so the marks of one suffice: the fewest and most exact.
        case .all(let parts):
            return parts.map { marks(of: $0) }.min { cost($0) < cost($1) } ?? [anything]
        case .any(let parts): return parts.flatMap { marks(of: $0) }
        case .begins(let part): return marks(of: part)
        case .appeared: return [.kind(Feature.appeared.hash)]
        case .gone: return [.kind(Feature.gone.hash)]
        case .new: return [.kind(Feature.appeared.hash), .kind(Feature.altered.hash)]
        case .equals(let value, let field): return [.value(Feature.value(value, field: field).hash)]
        case .oneOf(let values, let field): return values.map { .value(Feature.value($0, field: field).hash) }
        case .changed(let field), .changedAfter(_, let field), .changedBy(_, let field): return [.kind(Feature.changed(field: field).hash)]
        case .range(let range, let field):
            return [.interval(axis: field, low: range.low?.magnitude ?? -.infinity, high: range.high?.magnitude ?? .infinity)]
        case .within(let metres, let centre, let field):
            // A thousandth wider than the degrees of latitude that the distance spans, for rounding.
            let degrees = metres / Position.meanRadius * 180 / .pi * 1.001 + 1e-9
            return [.interval(axis: field, low: centre.latitude - degrees, high: centre.latitude + degrees)]
        case .contains, .matches, .fromNow: return [anything]
        }
    }

    /// Calls `body` with the hashes of a change.
    static func forEachShown(in sight: Sight, _ body: (UInt64) -> Void) {
        body(Feature.anything.hash)
        switch sight.event {
        case .appeared: body(Feature.appeared.hash)
        case .gone: body(Feature.gone.hash)
        case .stored: break
        case .altered(let before):
            body(Feature.altered.hash)
            for (field, pair) in zip(before.values, sight.record.values).enumerated() where pair.0 != pair.1 {
                body(Feature.changed(field: Int32(field)).hash)
            }
        }
        for (field, value) in sight.record.values.enumerated() {
            switch value {
            case nil: break
            case .list(let texts)?: for text in texts { body(Feature.value(.text(text), field: Int32(field)).hash) }
            case let value?: body(Feature.value(value, field: Int32(field)).hash)
            }
        }
    }

    /// The coordinate of a change on an axis of intervals.
    static func point(of sight: Sight, on axis: Int32) -> Double? {
        guard sight.record.values.indices.contains(Int(axis)) else { return nil }
        switch sight.record.values[Int(axis)] {
        case .position(let position)?: return position.latitude
        case let value: return value?.magnitude
        }
    }

    private enum Feature: Hashable {
        case anything, appeared, altered, gone
        case changed(field: Int32)
        case value(Value, field: Int32)

        /// With the process's own seed: for memory, never for the store.
        var hash: UInt64 { UInt64(truncatingIfNeeded: hashValue) }
    }

    /// The approximate number of changes that have the marks.
    private static func cost(_ marks: [MatchMark]) -> Int {
        marks.reduce(0) { sum, mark in
            switch mark {
            case .value: sum + 1
            case .interval: sum + 1000
            case .kind(let hash): sum + (hash == Feature.anything.hash ? 1_000_000 : 100_000)
            }
        }
    }
}
