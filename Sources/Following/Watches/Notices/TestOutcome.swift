import Localisation
import Records

/// The result of a part of a watch's condition for a change, to explain the notice.
struct TestOutcome: Hashable, Sendable {
    enum Verdict: Hashable, Sendable {
        case yes, no
        /// The board's fields have changed, or a pattern exceeded its limits.
        case unknown
    }

    /// In words.
    let sentence: String
    let verdict: Verdict

    /// The independent parts of a condition: those of its outermost groups.
    static func of(_ condition: Condition, _ change: Change, _ schema: Schema, _ moment: Moment, _ words: Words) -> [TestOutcome] {
        parts(of: condition).map { part in
            TestOutcome(sentence: part.describe(schema, in: words), verdict: verdict(part, change, schema, moment))
        }
    }

    private static func parts(of condition: Condition) -> [Condition] {
        switch condition {
        case .all(let parts) where !parts.isEmpty, .any(let parts): parts.flatMap(Self.parts)
        case .begins(.all(let parts)) where !parts.isEmpty: parts.flatMap(Self.parts)
        default: [condition]
        }
    }

    private static func verdict(_ part: Condition, _ change: Change, _ schema: Schema, _ moment: Moment) -> Verdict {
        guard let bound = try? part.bound(to: schema), let isTrue = try? bound.matches(change, moment) else { return .unknown }
        return isTrue ? .yes : .no
    }
}
