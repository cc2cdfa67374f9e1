import Records

/// An approximation of a condition for an index: every change that fulfils the condition has this mark.
///
/// Marks are necessary but not sufficient: two values may have the same hash, and an interval may be wider than the range it represents.
/// `MatchIndex` keeps them in memory; `WatchMark` is their form in the database.
enum MatchMark {
    case feature(Feature)
    /// Includes both ends. The axis is a field's index; for a position, it is the latitude.
    case interval(axis: Int32, low: Double, high: Double)

    /// A property of a change.
    enum Feature: Hashable {
        case anything, appeared, altered, gone
        case changed(field: Int32)
        /// Few changes have it.
        case value(Value, field: Int32)

        /// With the process's own seed: for memory, never for the store.
        var hash: UInt64 { UInt64(truncatingIfNeeded: hashValue) }
    }

    /// The mark of every change.
    static var anything: MatchMark { .feature(.anything) }

    /// A watch with more values becomes a candidate for every change, so that one watch can't fill an index.
    private static let marksOfOne = 256

    /// A set of marks of which every change that fulfils the condition has at least one.
    static func marks(of condition: BoundCondition) -> [MatchMark] {
        let marks = parts(of: condition)
        return marks.count <= marksOfOne ? marks : [anything]
    }

    private static func parts(of condition: BoundCondition) -> [MatchMark] {
        switch condition {
        // All parts must be true, so the marks of one suffice: the fewest and most exact.
        case .all(let parts):
            return parts.map { self.parts(of: $0) }.min { cost($0) < cost($1) } ?? [anything]
        case .any(let parts): return parts.flatMap { self.parts(of: $0) }
        case .begins(let part): return parts(of: part)
        case .appeared: return [.feature(.appeared)]
        case .gone: return [.feature(.gone)]
        case .new: return [.feature(.appeared), .feature(.altered)]
        case .equals(let value, let field): return [.feature(.value(value, field: field))]
        case .oneOf(let values, let field): return values.map { .feature(.value($0, field: field)) }
        case .changed(let field), .changedAfter(_, let field), .changedBy(_, let field): return [.feature(.changed(field: field))]
        case .range(let range, let field):
            return [.interval(axis: field, low: range.low?.magnitude ?? -.infinity, high: range.high?.magnitude ?? .infinity)]
        case .within(let metres, let centre, let field):
            // A thousandth wider than the degrees of latitude that the distance spans, for rounding.
            let degrees = metres / Position.meanRadius * 180 / .pi * 1.001 + 1e-9
            return [.interval(axis: field, low: centre.latitude - degrees, high: centre.latitude + degrees)]
        case .contains, .matches, .fromNow: return [anything]
        }
    }

    /// Calls `body` with the features of a change.
    static func forEachShown(in sight: Sight, _ body: (Feature) -> Void) {
        body(.anything)
        switch sight.event {
        case .appeared: body(.appeared)
        case .gone: body(.gone)
        case .stored: break
        case .altered(let before):
            body(.altered)
            for (field, pair) in zip(before.values, sight.record.values).enumerated() where pair.0 != pair.1 {
                body(.changed(field: Int32(field)))
            }
        }
        for (field, value) in sight.record.values.enumerated() {
            switch value {
            case nil: break
            case .list(let texts)?: for text in texts { body(.value(.text(text), field: Int32(field))) }
            case let value?: body(.value(value, field: Int32(field)))
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

    /// The approximate number of changes that have the marks.
    private static func cost(_ marks: [MatchMark]) -> Int {
        marks.reduce(0) { sum, mark in
            switch mark {
            case .feature(.value): sum + 1
            case .interval: sum + 1000
            case .feature(.anything): sum + 1_000_000
            case .feature: sum + 100_000
            }
        }
    }
}
