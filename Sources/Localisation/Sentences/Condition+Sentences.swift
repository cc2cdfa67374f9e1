package import Records

/// Describes a condition in one phrase: "Price is less than 150 ct/l and Suburb is Subiaco".
extension Condition {
    /// Fields are shown by label; unknown ones by name.
    package func describe(_ schema: Schema, in words: Words = .english) -> String {
        ConditionSentence(schema: schema, words: words).phrase(self, isInside: false)
    }
}

private struct ConditionSentence {
    let schema: Schema
    let words: Words

    func phrase(_ condition: Condition, isInside: Bool) -> String {
        switch condition {
        case .all(let parts) where parts.isEmpty: return words("anything changes")
        case .all(let parts): return joined(parts, isInside) { words.list($0) }
        case .any(let parts): return joined(parts, isInside) { words.list(anyOf: $0) }
        case .begins(let part): return words("\(phrase(part, isInside: true)), and didn’t before")
        case .appeared: return words("a row appears")
        case .gone: return words("a row is gone")
        case .new: return words("it’s new since you last looked")
        case .field(let name, let test):
            let field = schema[name] ?? Field(name: name, kind: .text)
            return phrase(test, field, field.label)
        }
    }

    private func joined(_ parts: [Condition], _ isInside: Bool, _ list: ([String]) -> String) -> String {
        let phrases = list(parts.map { phrase($0, isInside: parts.count > 1) })
        return isInside && parts.count > 1 ? "(\(phrases))" : phrases
    }

    private func phrase(_ test: Condition.Test, _ field: Field, _ label: String) -> String {
        func value(_ text: String) -> String { operand(text, field, hasUnit: true) }
        switch test {
        case .equals(let text): return field.kind == .list ? words("\(label) has \(text)") : words("\(label) is \(value(text))")
        case .oneOf(let texts):
            let all = texts.map { operand($0, field, hasUnit: false) }.joined(separator: ", ")
            return field.kind == .list ? words("\(label) has one of \(all)") : words("\(label) is one of \(all)")
        case .contains(let text): return words("\(label) contains “\(text)”")
        case .matches(let source): return words("\(label) matches the pattern \(source)")
        case .less(let text):
            return isTime(field) ? words("\(label) is before \(value(text))") : words("\(label) is less than \(value(text))")
        case .atMost(let text):
            if field.kind == .date { return words("\(label) is on or before \(value(text))") }
            return isTime(field) ? words("\(label) is at or before \(value(text))") : words("\(label) is at most \(value(text))")
        case .greater(let text):
            return isTime(field) ? words("\(label) is after \(value(text))") : words("\(label) is more than \(value(text))")
        case .atLeast(let text):
            if field.kind == .date { return words("\(label) is on or after \(value(text))") }
            return isTime(field) ? words("\(label) is at or after \(value(text))") : words("\(label) is at least \(value(text))")
        case .between(let low, let high):
            return words("\(label) is between \(operand(low, field, hasUnit: false)) and \(value(high))")
        case .changed: return words("\(label) changes")
        case .changedAfter(let rest): return words("\(label) changes after \(words.length(rest)) or more without a change")
        case .changedBy(let amount): return words("\(label) changes by \(share(amount, field)) or more")
        case .roseBy(let amount): return words("\(label) rises by \(share(amount, field)) or more")
        case .fellBy(let amount): return words("\(label) falls by \(share(amount, field)) or more")
        case .within(let metres, let position):
            return words("\(label) is within \(words.distance(metres: metres)) of \(words.position(position))")
        case .fromNow(let from, let to): return span(from, to, label)
        }
    }

    private func isTime(_ field: Field) -> Bool { [.date, .time, .timestamp].contains(field.kind) }

    /// As the person entered it, except that days are formatted.
    private func operand(_ text: String, _ field: Field, hasUnit: Bool) -> String {
        switch field.kind {
        case .date: CalendarDate(iso: text).map { words.date($0) } ?? text
        case .number where hasUnit: field.unit.map { "\(text) \($0)" } ?? text
        default: text
        }
    }

    private func share(_ amount: String, _ field: Field) -> String {
        guard amount.hasSuffix("%"), let percent = Double(amount.dropLast().trimmingWhitespace()) else {
            return operand(amount, field, hasUnit: true)
        }
        return words.percent(percent, digits: 6)
    }

    private func span(_ from: Duration?, _ to: Duration?, _ label: String) -> String {
        switch (from, to) {
        case (nil, nil): words("\(label) is at any time")
        case (.zero?, nil): words("\(label) is in the future")
        case (nil, .zero?): words("\(label) is in the past")
        case (.zero?, let to?): words("\(label) is within the next \(words.length(to))")
        case (let from?, .zero?): words("\(label) is within the last \(words.length(from))")
        case (let from?, nil):
            from > .zero ? words("\(label) is \(words.length(from)) or more ahead") : words("\(label) is at most \(words.length(from)) ago")
        case (nil, let to?):
            to > .zero ? words("\(label) is at most \(words.length(to)) ahead") : words("\(label) is \(words.length(to)) or more ago")
        case (let from?, let to?): words("\(label) is between \(moment(from)) and \(moment(to))")
        }
    }

    private func moment(_ offset: Duration) -> String {
        offset < .zero ? words("\(words.length(offset)) ago") : words("\(words.length(offset)) ahead")
    }
}
