/// A change in a form for people: the record, and each field's values before and after.
///
/// Only typed facts: pages and notices express them (`Sentences`) in a person's language.
package struct ChangeSummary: Hashable, Sendable {
    package struct Line: Hashable, Sendable {
        package let field: Field
        /// nil if the field was empty, or the record didn't exist.
        package let before: Value?
        package let after: Value?

        package var step: Step? { field.isOrdinal ? nil : Step(from: before, to: after) }
    }

    /// The distance between two values.
    package enum Step: Hashable, Sendable {
        /// The percentage is relative to the former value; nil from zero, and beyond a number's range.
        case number(Double, percent: Double?)
        case money(Money, percent: Double?)
        case days(Int)
        case time(Duration)
        /// The distance between two positions, in metres.
        case distance(Double)
    }

    package let kind: Change.Kind
    /// The record's name (`Schema.heading`); empty if it has none.
    package let name: [Value]
    /// The altered fields in the schema's order; all non-empty fields if the record appeared or is gone. A field that became quiet later
    /// keeps its line, so that notices stay as they were sent.
    package let lines: [Line]

    package init(_ change: Change, _ schema: Schema) {
        kind = change.kind
        let record = change.after ?? change.before ?? Record([])
        name = schema.heading(of: record)
        let altered = Set(change.alteredFields)
        lines = schema.fields.enumerated().compactMap { index, field in
            func value(_ record: Record?) -> Value? { record.flatMap { index < $0.values.count ? $0.values[index] : nil } }
            let line = Line(field: field, before: value(change.before), after: value(change.after))
            switch change {
            case .altered: return altered.contains(index) ? line : nil
            case .appeared, .gone: return line.before == nil && line.after == nil ? nil : line
            }
        }
    }
}

extension ChangeSummary.Step {
    /// nil if there is no distance: a value is missing, texts, two currencies, an amount too large.
    init?(from before: Value?, to after: Value?) {
        func percent(_ before: Double, _ after: Double) -> Double? {
            let percent = (after - before) / before.magnitude * 100
            return percent.isFinite ? percent : nil
        }
        switch (before, after) {
        case (.number(let before)?, .number(let after)?):
            let difference = (after - before).rounded(toDigits: 12)
            guard difference.isFinite else { return nil }
            self = .number(difference, percent: percent(before, after))
        case (.money(let before)?, .money(let after)?):
            guard let difference = after.minus(before) else { return nil }
            self = .money(difference, percent: percent(before.value, after.value))
        case (.date(let before)?, .date(let after)?): self = .days(after.daysSince1970 - before.daysSince1970)
        case (.time(let before)?, .time(let after)?): self = .time(.seconds(after.seconds - before.seconds))
        case (.timestamp(let before)?, .timestamp(let after)?): self = .time(after - before)
        case (.duration(let before)?, .duration(let after)?): self = .time(after - before)
        case (.position(let before)?, .position(let after)?): self = .distance(before.metres(to: after))
        default: return nil
        }
    }
}
