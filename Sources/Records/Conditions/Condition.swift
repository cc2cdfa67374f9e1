/// What a person wants to hear of: tests of single fields, put together with all and any.
///
/// As it is written, stored and sent: fields by name, operands as text (dates ISO 8601, numbers with a point, amounts `12.50` or
/// `12.50 AUD`, lengths of time `2d`). `bound(to:)` holds it against a board's schema and gives what is evaluated. It is data and no
/// language: no arithmetic, no variables, at most `Limits.depth` groups inside each other and `Limits.tests` tests.
package indirect enum Condition: Hashable, Sendable {
    /// True of everything if empty: a watch of the whole feed.
    case all([Condition])
    case any([Condition])
    /// It is so now and was not before: told once when a price falls below a mark, and not at each change below it.
    case begins(Condition)
    case appeared
    case gone
    /// Appeared or altered since the person last looked.
    case new
    case field(String, Test)

    package enum Test: Hashable, Sendable {
        case equals(String)
        case oneOf([String])
        /// In any case and with any accents.
        case contains(String)
        case matches(String)
        case less(String)
        case atMost(String)
        case greater(String)
        case atLeast(String)
        /// Both ends included.
        case between(String, String)
        /// Altered, and this field differs.
        case changed
        /// The same, after the record stood still for so long or longer: whole minutes.
        case changedAfter(Duration)
        /// The amount, `0.10` or `5%`, or more, in either direction.
        case changedBy(String)
        case roseBy(String)
        case fellBy(String)
        case within(metres: Double, of: Position)
        /// Offsets from now, either may be left out; negative is the past.
        case fromNow(from: Duration?, to: Duration?)
    }

    package enum Limits {
        /// Groups inside each other.
        package static let depth = 4
        package static let tests = 50
        /// Texts in one `oneOf`.
        package static let choices = 200
        /// Bytes of one operand.
        package static let operandBytes = 500
    }

    /// The way to the first test with this pattern, as `ConditionError` has it; nil if there is none.
    package func place(of pattern: String) -> [Int]? {
        switch self {
        case .all(let parts), .any(let parts):
            for (index, part) in parts.enumerated() { if let place = part.place(of: pattern) { return [index] + place } }
            return nil
        case .begins(let part): return part.place(of: pattern)
        case .field(_, .matches(pattern)): return []
        default: return nil
        }
    }

    /// True of every change of the feed.
    package static let everything = Condition.all([])
}

/// What is wrong with a condition: where in it, which field, and how to mend it.
package struct ConditionError: Error, Hashable, CustomStringConvertible {
    /// The way to the part that is wrong: places in the groups, from 0; empty at the top.
    package let place: [Int]
    /// nil if it is not about a field.
    package let field: String?
    package let detail: String

    package init(at place: [Int] = [], field: String? = nil, _ detail: String) {
        self.place = place
        self.field = field
        self.detail = detail
    }

    package var description: String {
        let part = place.isEmpty ? "" : "part \(place.map { String($0 + 1) }.joined(separator: ".")): "
        return part + (field.map { "field '\($0)': " } ?? "") + detail
    }
}
