package import Records

/// Describes a change for people.
extension ChangeSummary {
    /// One line for a list: "20121234567: Status Pending → Issued".
    package func headline(_ words: Words) -> String {
        switch kind {
        case .appeared: words("\(title(words)) is new")
        case .gone: words("\(title(words)) is gone")
        case .altered where name.isEmpty: lineTexts(words).joined(separator: "; ")
        case .altered: words("\(title(words)): \(lineTexts(words).joined(separator: "; "))")
        }
    }

    /// The record, and a line for each field.
    package func text(_ words: Words) -> String {
        guard kind != .altered || !name.isEmpty else { return lineTexts(words).joined(separator: "\n") }
        return ([kind == .altered ? title(words) : headline(words)] + lineTexts(words)).joined(separator: "\n")
    }

    /// "Price 149.9 → 152.9 ct/l (+3, +2%)"; "Price 149.9 ct/l" without a comparison.
    package func lineTexts(_ words: Words) -> [String] {
        lines.map { line in
            func shown(_ value: Value?) -> String {
                value.map { words.text(brief($0), of: line.field) } ?? words("empty", sense: "a field")
            }
            func brief(_ value: Value) -> Value { value.shortened(to: Value.amongOthers) }
            guard kind == .altered else { return words("\(line.field.label) \(shown(line.before ?? line.after))") }
            // The unit appears once, after both values.
            let bare = line.field.withoutUnit
            let before = line.after == nil ? shown(line.before) : line.before.map { words.text(brief($0), of: bare) } ?? shown(nil)
            guard let step = line.step else { return words("\(line.field.label) \(before) → \(shown(line.after))") }
            return words("\(line.field.label) \(before) → \(shown(line.after)) (\(step.text(words)))")
        }
    }

    /// The record's name; without one, the label of its value.
    package func title(_ words: Words) -> String { name.isEmpty ? lines.first?.field.label ?? "" : words.name(name) }

    package var headline: String { headline(.english) }
    package var text: String { text(.english) }
    package var lineTexts: [String] { lineTexts(.english) }
}

extension Words {
    /// A record's name, in the same form everywhere; without one, the label of its value.
    package func name(of record: Record, _ schema: Schema) -> String {
        schema.isNameless ? schema.fields.first?.label ?? "" : name(schema.heading(of: record))
    }

    fileprivate func name(_ heading: [Value]) -> String { heading.map { text($0.shortened(to: Value.inTitle)) }.joined(separator: ", ") }
}

extension ChangeSummary.Step {
    /// A value's difference: "+3, +2%", "−30 minutes", "1.1 km".
    package func text(_ words: Words) -> String {
        switch self {
        case .number(let number, let percent): Self.joined(words.number(number), number < 0, percent, words)
        case .money(let money, let percent): Self.joined(words.money(money), money.units < 0, percent, words)
        case .days(let days): Self.signed(words.length(.seconds(days * 86_400)), days < 0, hasOwn: false)
        case .time(let time): Self.signed(words.length(time), time < .zero, hasOwn: false)
        case .distance(let metres): words.distance(metres: metres)
        }
    }

    private static func joined(_ amount: String, _ isNegative: Bool, _ percent: Double?, _ words: Words) -> String {
        let amount = signed(amount, isNegative, hasOwn: true)
        guard let percent, percent.isFinite, abs(percent) < 1e9 else { return amount }
        return "\(amount), \(signed(words.percent(percent), percent < 0, hasOwn: true))"
    }

    /// `hasOwn`: the text already has its minus sign.
    private static func signed(_ text: String, _ isNegative: Bool, hasOwn: Bool) -> String {
        isNegative ? (hasOwn ? text : "−\(text)") : "+\(text)"
    }
}
