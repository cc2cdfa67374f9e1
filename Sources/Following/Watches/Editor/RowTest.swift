import Localisation
import Records

/// The tests offered by a form row: those of conditions, with relative times split into everyday forms ("in the next 2 days"), and tests of
/// the whole record.
enum RowTest: String, CaseIterable, Hashable, Sendable {
    case equals, oneOf, contains, matches, less, atMost, greater, atLeast, between, within
    case next, last, ahead, ago, fromNow
    case changed, changedAfter, changedBy, roseBy, fellBy
    case appeared, gone, new

    enum Operands: Hashable, Sendable {
        case none
        case one
        /// One per line.
        case many
        case two
        /// A text for any kind of field: a substring, a pattern.
        case text
        /// A size, in the field's unit or in percent.
        case amount
        /// A position and a distance from it.
        case circle
        /// A number of minutes, hours or days.
        case length
        /// Two offsets from now, either of which may be empty.
        case offsets
    }

    /// In display order; nil for the whole record.
    static func suiting(_ field: Field?) -> [RowTest] {
        guard let field else { return [.appeared, .gone, .new] }
        return Condition.Test.names(for: field.kind).flatMap { name -> [RowTest] in
            name == "fromNow" ? [.next, .last, .ahead, .ago, .fromNow] : [RowTest(rawValue: name)].compactMap { $0 }
        }
    }

    var operands: Operands {
        switch self {
        case .changed, .appeared, .gone, .new: .none
        case .equals, .less, .atMost, .greater, .atLeast: .one
        case .oneOf: .many
        case .between: .two
        case .contains, .matches: .text
        case .changedBy, .roseBy, .fellBy: .amount
        case .within: .circle
        case .next, .last, .ahead, .ago, .changedAfter: .length
        case .fromNow: .offsets
        }
    }

    /// The label after the name of the field.
    func label(of field: Field?, _ words: Words) -> String {
        let isTime = field.map { [.date, .time, .timestamp].contains($0.kind) } ?? false
        let isList = field?.kind == .list
        switch self {
        case .equals: return isList ? words("has") : words("is")
        case .oneOf: return isList ? words("has one of") : words("is one of")
        case .contains: return words("contains")
        case .matches: return words("matches the pattern")
        case .less: return isTime ? words("is before") : words("is less than")
        case .atMost: return isTime ? words("is not after") : words("is at most")
        case .greater: return isTime ? words("is after") : words("is more than")
        case .atLeast: return isTime ? words("is not before") : words("is at least")
        case .between: return words("is between")
        case .within: return words("is near")
        case .next: return words("is within the next")
        case .last: return words("is within the last")
        case .ahead: return words("is further ahead than")
        case .ago: return words("is longer ago than")
        case .fromNow: return words("is, from now, between")
        case .changed: return words("changes")
        case .changedAfter: return words("changes after no change for")
        case .changedBy: return words("changes by at least")
        case .roseBy: return words("rises by at least")
        case .fellBy: return words("falls by at least")
        case .appeared: return words("is new on the list")
        case .gone: return words("is no longer on the list")
        case .new: return words("is new or changed since I last looked")
        }
    }
}
