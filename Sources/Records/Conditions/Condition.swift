/// A person's condition for a notice: tests of single fields, combined with all and any.
///
/// This is the form for editing, storage and the API: fields by name, operands as text (dates in ISO 8601, numbers with a decimal point,
/// amounts `12.50` or `12.50 AUD`, durations `2d`). `bound(to:)` checks it against a board's schema and returns the evaluated form. It is
/// data, not a language: no arithmetic, no variables, at most `Limits.depth` nested groups and `Limits.tests` tests.
package indirect enum Condition: Hashable, Sendable {
    /// Always true if empty: a watch of the whole feed.
    case all([Condition])
    case any([Condition])
    /// True now, and false before the change: one notice when a price falls below a limit, not one for each change below it.
    case begins(Condition)
    case appeared
    case gone
    /// Appeared or altered since the person's last visit.
    case new
    case field(String, Test)

    package enum Test: Hashable, Sendable {
        case equals(String)
        case oneOf([String])
        /// Ignores case and accents.
        case contains(String)
        case matches(String)
        case less(String)
        case atMost(String)
        case greater(String)
        case atLeast(String)
        /// Includes both ends.
        case between(String, String)
        /// Altered, and this field differs.
        case changed
        /// The same, after the record was unchanged for at least this long, in whole minutes.
        case changedAfter(Duration)
        /// The minimum difference, `0.10` or `5%`, in either direction.
        case changedBy(String)
        case roseBy(String)
        case fellBy(String)
        case within(metres: Double, of: Position)
        /// Offsets from now. Either may be missing; negative ones are in the past.
        case fromNow(from: Duration?, to: Duration?)
    }

    package enum Limits {
        /// Limit of the nesting depth of groups.
        package static let depth = 4
        package static let tests = 50
        /// Texts in one `oneOf`.
        package static let choices = 200
        /// Limit of an operand in bytes.
        package static let operandBytes = 500
    }

    /// The path to the first test with this pattern, as in `ConditionError`; nil if there is none.
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

    /// The names of the fields that it tests. A search, which looks for one text in several fields, names none.
    package var namedFields: Set<String> {
        switch self {
        case .any(let parts) where Self.isSearch(parts): []
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.namedFields) }
        case .begins(let part): part.namedFields
        case .appeared, .gone, .new: []
        case .field(let name, _): [name]
        }
    }

    private static func isSearch(_ parts: [Condition]) -> Bool {
        guard parts.count > 1, case .field(_, .contains(let text)) = parts[0] else { return false }
        return parts.allSatisfy { if case .field(_, .contains(text)) = $0 { true } else { false } }
    }

    /// Matches every change of the feed.
    package static let everything = Condition.all([])
}

/// An error in a condition: the place, the field, and how to fix it.
package struct ConditionError: Error, Hashable, CustomStringConvertible {
    /// The path to the wrong part: indices in the groups, base 0; empty at the top.
    package let place: [Int]
    /// nil if no field is involved.
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
