import Localisation
import Records

/// One part of a watch's condition held against a change: which tests were true, for "why was I told".
struct TestOutcome: Hashable, Sendable {
    enum Verdict: Hashable, Sendable {
        case yes, no
        /// The board's fields are no longer those it asks for, or a pattern hit its limits.
        case unknown
    }

    /// In words.
    let sentence: String
    let verdict: Verdict

    /// The parts of a condition that stand by themselves: those of its outermost groups.
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
