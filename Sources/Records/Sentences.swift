// What conditions and changes say to people, in English, all in this file: the keys of the catalogue when it comes.

extension Condition {
    /// The condition as one phrase: "Price is less than 150 ct/l and Suburb is Subiaco". Fields have their labels; one that the schema
    /// does not have has its name.
    package func describe(_ schema: Schema) -> String { Sentences.phrase(self, schema, isInside: false) }
}

extension ChangeSummary {
    /// One line for a list: "20121234567: Status Pending → Issued".
    package var headline: String {
        switch kind {
        case .appeared: "\(title) is new"
        case .gone: "\(title) is gone"
        case .altered: "\(title): " + lineTexts.joined(separator: "; ")
        }
    }

    /// The record, and a line for each field.
    package var text: String { ([kind == .altered ? title : headline] + lineTexts).joined(separator: "\n") }

    /// "Price 149.9 → 152.9 ct/l (+3, +2 %)"; "Price 149.9 ct/l" where nothing is compared.
    package var lineTexts: [String] {
        lines.map { line in
            func shown(_ value: Value?) -> String { value.map { Sentences.value($0, line.field) } ?? "empty" }
            guard kind == .altered else { return "\(line.field.label) \(shown(line.before ?? line.after))" }
            // The unit stands once, behind both.
            let before = line.after == nil ? shown(line.before) : line.before?.text ?? "empty"
            return "\(line.field.label) \(before) → \(shown(line.after))" + (line.step.map { " (\(Sentences.step($0)))" } ?? "")
        }
    }

    private var title: String { name.map(\.text).joined(separator: ", ") }
}

private enum Sentences {
    static func phrase(_ condition: Condition, _ schema: Schema, isInside: Bool) -> String {
        switch condition {
        case .all(let parts) where parts.isEmpty: return "anything changes"
        case .all(let parts): return joined(parts, " and ", schema, isInside)
        case .any(let parts): return joined(parts, " or ", schema, isInside)
        case .begins(let part): return "\(phrase(part, schema, isInside: true)), and did not before"
        case .appeared: return "a record appears"
        case .gone: return "a record is gone"
        case .new: return "it is new since you last looked"
        case .field(let name, let test):
            let field = schema[name] ?? Field(name: name, kind: .text)
            return "\(field.label) \(phrase(test, field))"
        }
    }

    static func step(_ step: ChangeSummary.Step) -> String {
        switch step {
        case .number(let number, let percent): signed(Value.number(number).text) + share(percent)
        case .money(let money, let percent): signed(money.amount) + share(percent)
        case .days(let days): signed("\(days)") + (abs(days) == 1 ? " day" : " days")
        case .time(let time): signed(length(time))
        case .distance(let metres): distance(metres)
        }
    }

    static func value(_ value: Value, _ field: Field) -> String {
        if case .number = value, let unit = field.unit { return "\(value.text) \(unit)" }
        return value.text
    }

    private static func phrase(_ test: Condition.Test, _ field: Field) -> String {
        func unit(_ text: String) -> String { field.kind == .number && field.unit != nil ? "\(text) \(field.unit ?? "")" : text }
        let isTime = [.date, .time, .timestamp].contains(field.kind)
        let on = field.kind == .date ? "on" : "at"
        switch test {
        case .equals(let text): return field.kind == .list ? "has \(text)" : "is \(unit(text))"
        case .oneOf(let texts): return "\(field.kind == .list ? "has" : "is") one of \(texts.joined(separator: ", "))"
        case .contains(let text): return "contains “\(text)”"
        case .matches(let source): return "matches the pattern \(source)"
        case .less(let text): return isTime ? "is before \(text)" : "is less than \(unit(text))"
        case .atMost(let text): return isTime ? "is \(on) or before \(text)" : "is at most \(unit(text))"
        case .greater(let text): return isTime ? "is after \(text)" : "is more than \(unit(text))"
        case .atLeast(let text): return isTime ? "is \(on) or after \(text)" : "is at least \(unit(text))"
        case .between(let low, let high): return "is between \(low) and \(unit(high))"
        case .changed: return "changes"
        case .changedBy(let amount): return "changes by \(share(amount, unit)) or more"
        case .roseBy(let amount): return "rises by \(share(amount, unit)) or more"
        case .fellBy(let amount): return "falls by \(share(amount, unit)) or more"
        case .within(let metres, let position): return "is within \(distance(metres)) of \(position)"
        case .fromNow(let from, let to): return span(from, to)
        }
    }

    private static func joined(_ parts: [Condition], _ word: String, _ schema: Schema, _ isInside: Bool) -> String {
        let phrases = parts.map { phrase($0, schema, isInside: parts.count > 1) }
        return isInside && parts.count > 1 ? "(\(phrases.joined(separator: word)))" : phrases.joined(separator: word)
    }

    private static func span(_ from: Duration?, _ to: Duration?) -> String {
        switch (from, to) {
        case (nil, nil): "is at any time"
        case (.zero?, nil): "is in the future"
        case (nil, .zero?): "is in the past"
        case (.zero?, let to?): "is within the next \(length(to))"
        case (let from?, .zero?): "is within the last \(length(.zero - from))"
        case (let from?, nil): from > .zero ? "is \(length(from)) or more ahead" : "is at most \(length(.zero - from)) ago"
        case (nil, let to?): to > .zero ? "is at most \(length(to)) ahead" : "is \(length(.zero - to)) or more ago"
        case (let from?, let to?): "is between \(moment(from)) and \(moment(to))"
        }
    }

    private static func moment(_ offset: Duration) -> String {
        offset < .zero ? "\(length(.zero - offset)) ago" : "\(length(offset)) ahead"
    }

    /// Of the two largest units: "2 days", "1 hour 30 minutes".
    private static func length(_ duration: Duration) -> String {
        var (rest, parts): (UInt64, [String]) = (duration.components.seconds.magnitude, [])
        for (unit, size) in [("day", UInt64(86_400)), ("hour", 3600), ("minute", 60), ("second", 1)] where rest >= size && parts.count < 2 {
            parts.append("\(rest / size) \(unit)\(rest / size == 1 ? "" : "s")")
            rest %= size
        }
        return parts.isEmpty ? "0 seconds" : (duration < .zero ? "-" : "") + parts.joined(separator: " ")
    }

    private static func distance(_ metres: Double) -> String {
        metres < 1000 ? "\(Int(metres.rounded())) m" : "\(Value.number((metres / 100).rounded() / 10).text) km"
    }

    private static func share(_ amount: String, _ unit: (String) -> String) -> String {
        amount.hasSuffix("%") ? "\(amount.dropLast().trimmingWhitespace()) %" : unit(amount)
    }

    private static func share(_ percent: Double?) -> String {
        guard let percent, percent.isFinite, abs(percent) < 1e9 else { return "" }
        return ", \(signed(Value.number((percent * 10).rounded() / 10).text)) %"
    }

    private static func signed(_ text: String) -> String { text.hasPrefix("-") ? "−" + text.dropFirst() : "+" + text }
}
