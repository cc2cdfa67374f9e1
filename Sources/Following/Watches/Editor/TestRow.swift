import Foundation
import Records

/// A test of a watch in form fields: the field, the test, and the raw input, valid or not.
///
/// A pure value that converts between form texts and `Condition`. Times are entered in the person's zone and stored in UTC.
package struct TestRow: Hashable, Sendable {
    /// The subject for the whole record.
    static let record = "*"

    /// A field's name, or `record`.
    var subject: String
    var test: RowTest
    /// The operand, the lower end, the position or the size; several operands are one per line.
    var value = ""
    /// The upper end, or the distance.
    var other = ""
    /// `%` for a size, `km` or `m` for a distance, `d`, `h` or `m` for a duration.
    var unit = ""
    /// What is wrong with it and how to fix it.
    var problem: String?
    /// Whether its pattern exceeds the search effort.
    var takesTooLong = false

    init(subject: String, test: RowTest, value: String = "", other: String = "", unit: String = "") {
        self.subject = subject
        self.test = test
        self.value = value
        self.other = other
        self.unit = unit
    }

    /// Date and time inputs can show only dates and times.
    mutating func dropMisfits(_ field: Field?) {
        guard let field, [.one, .two].contains(test.operands) else { return }
        func fits(_ text: String) -> Bool {
            switch field.kind {
            case .date: CalendarDate(iso: text) != nil
            case .time: TimeOfDay(text) != nil
            case .timestamp: text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?/) != nil
            case .flag: ["true", "false"].contains(text)
            default: true
            }
        }
        if !fits(value) { value = "" }
        if !fits(other) { other = "" }
    }

    // MARK: To a condition

    func condition(_ schema: Schema, in zone: TimeZone) throws(ConditionError) -> Condition {
        guard subject != Self.record else {
            switch test {
            case .appeared: return .appeared
            case .gone: return .gone
            case .new: return .new
            default: throw ConditionError("Choose what is to happen to it.")
            }
        }
        guard let field = schema[subject] else { throw ConditionError("Choose a field.") }
        guard RowTest.suiting(field).contains(test) else {
            throw ConditionError(field: subject, "Choose a condition that suits this field.")
        }
        return .field(subject, try conditionTest(field, zone))
    }

    private func conditionTest(_ field: Field, _ zone: TimeZone) throws(ConditionError) -> Condition.Test {
        func operand(_ text: String) -> String { LocalMoment.stored(text.trimmingWhitespace(), field.kind, in: zone) }
        switch test {
        case .equals: return .equals(operand(value))
        case .oneOf: return .oneOf(value.split(whereSeparator: \.isNewline).map { operand(String($0)) }.filter { !$0.isEmpty })
        case .contains: return .contains(value.trimmingWhitespace())
        case .matches: return .matches(value)
        case .less: return .less(operand(value))
        case .atMost: return .atMost(operand(value))
        case .greater: return .greater(operand(value))
        case .atLeast: return .atLeast(operand(value))
        case .between: return .between(operand(value), operand(other))
        case .changed: return .changed
        case .changedAfter: return .changedAfter(try length(field))
        case .changedBy: return .changedBy(amount)
        case .roseBy: return .roseBy(amount)
        case .fellBy: return .fellBy(amount)
        case .within: return try circle(field)
        case .next: return .fromNow(from: .zero, to: try length(field))
        case .last: return .fromNow(from: .zero - (try length(field)), to: .zero)
        case .ahead: return .fromNow(from: try length(field), to: nil)
        case .ago: return .fromNow(from: nil, to: .zero - (try length(field)))
        case .fromNow: return .fromNow(from: try offset(value, field), to: try offset(other, field))
        case .appeared, .gone, .new: throw ConditionError(field: field.name, "Choose a condition that suits this field.")
        }
    }

    private var amount: String { plainValue + (isPercent ? "%" : "") }

    /// Whether an amount is a percentage: by its unit, or by a % sign in the input.
    var isPercent: Bool { unit == "%" || value.trimmingWhitespace().hasSuffix("%") }
    var plainValue: String {
        let typed = value.trimmingWhitespace()
        return typed.hasSuffix("%") ? typed.dropLast().trimmingWhitespace() : typed
    }

    private func circle(_ field: Field) throws(ConditionError) -> Condition.Test {
        guard let centre = Position(value.trimmingWhitespace()) else {
            throw ConditionError(field: field.name, "a position like -31.95,115.86 (latitude, longitude) is expected")
        }
        guard let distance = NumberFormat().number(other.trimmingWhitespace()), distance > 0 else {
            throw ConditionError(field: field.name, "a distance above zero is expected, like 5")
        }
        return .within(metres: unit == "m" ? distance : distance * 1000, of: centre)
    }

    private func length(_ field: Field) throws(ConditionError) -> Duration {
        let seconds = Self.lengths.first { $0.unit == unit }?.seconds ?? 86_400
        guard let count = Int64(value.trimmingWhitespace()), (1...1_000_000).contains(count) else {
            throw ConditionError(field: field.name, "a whole number above zero is expected, like 2")
        }
        return .seconds(count * seconds)
    }

    private func offset(_ text: String, _ field: Field) throws(ConditionError) -> Duration? {
        let text = text.trimmingWhitespace()
        if text.isEmpty { return nil }
        guard let offset = Duration(offset: text) else {
            throw ConditionError(field: field.name, "a length of time from now like 2d, 12h, -30m or now is expected, found “\(text)”")
        }
        return offset
    }

    private static let lengths: [(unit: String, seconds: Int64)] = [("d", 86_400), ("h", 3600), ("m", 60)]

    // MARK: From a condition

    /// Returns nil for a group, because a row is a single test.
    init?(_ condition: Condition, _ schema: Schema, in zone: TimeZone) {
        switch condition {
        case .all, .any, .begins: return nil
        case .appeared: self.init(subject: Self.record, test: .appeared)
        case .gone: self.init(subject: Self.record, test: .gone)
        case .new: self.init(subject: Self.record, test: .new)
        case .field(let name, let test):
            // The board's fields may have changed since.
            guard let field = schema[name] else { return nil }
            self.init(field, test, zone)
        }
    }

    private init(_ field: Field, _ test: Condition.Test, _ zone: TimeZone) {
        self.init(subject: field.name, test: RowTest(rawValue: test.name) ?? .changed)
        func typed(_ text: String) -> String { LocalMoment.typed(text, field.kind, in: zone) }
        switch test {
        case .equals(let text), .less(let text), .atMost(let text), .greater(let text), .atLeast(let text): value = typed(text)
        case .contains(let text), .matches(let text): value = text
        case .oneOf(let texts): value = texts.map(typed).joined(separator: "\n")
        case .between(let low, let high): (value, other) = (typed(low), typed(high))
        case .changed: break
        case .changedAfter(let rest): _ = take(.changedAfter, rest)
        case .changedBy(let amount), .roseBy(let amount), .fellBy(let amount):
            if amount.hasSuffix("%") { (value, unit) = (amount.dropLast().trimmingWhitespace(), "%") } else { value = amount }
        case .within(let metres, let centre):
            value = centre.description
            // Kilometres only for multiples of 100 m, so that nothing is rounded.
            let isRound = metres >= 1000 && metres.truncatingRemainder(dividingBy: 100) == 0
            (other, unit) = isRound ? (Value.number(metres / 1000).text, "km") : (Value.number(metres).text, "m")
        case .fromNow(let from, let to): takeSpan(from, to)
        }
    }

    /// False unless it is a whole number of minutes.
    private mutating func take(_ test: RowTest, _ length: Duration) -> Bool {
        let seconds = length.components.seconds
        guard let (unit, size) = Self.lengths.first(where: { seconds.isMultiple(of: $0.seconds) }), seconds > 0 else { return false }
        (self.test, value, self.unit) = (test, String(seconds / size), unit)
        return true
    }

    private mutating func takeSpan(_ from: Duration?, _ to: Duration?) {
        let isSimple =
            switch (from, to) {
            case (.zero?, let to?): take(.next, to)
            case (let from?, .zero?): take(.last, .zero - from)
            case (let from?, nil): take(.ahead, from)
            case (nil, let to?): take(.ago, .zero - to)
            default: false
            }
        guard !isSimple else { return }
        (test, value, other) = (.fromNow, from?.offset ?? "", to?.offset ?? "")
    }
}

/// Converts between `datetime-local` inputs, in a zone, and stored times.
enum LocalMoment {
    /// `2026-03-07T09:30` → `2026-03-07T08:30:00Z`; other texts and other kinds are unchanged.
    static func stored(_ text: String, _ kind: Field.Kind, in zone: TimeZone) -> String {
        guard kind == .timestamp, (16...19).contains(text.utf8.count),
            let moment = Timestamp(iso: text + (text.utf8.count == 16 ? ":00Z" : "Z"))
        else { return text }
        // An estimate for finding the zone's offset at the intended moment.
        let rough = moment + .seconds(-zone.secondsFromGMT(for: moment.date))
        return (moment + .seconds(-zone.secondsFromGMT(for: rough.date))).description
    }

    static func typed(_ text: String, _ kind: Field.Kind, in zone: TimeZone) -> String {
        guard kind == .timestamp, let moment = Timestamp(iso: text) else { return text }
        let local = (moment + .seconds(zone.secondsFromGMT(for: moment.date))).description.dropLast()
        return String(local.hasSuffix(":00") ? local.dropLast(3) : local)
    }
}
