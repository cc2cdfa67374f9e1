package import Localisation
package import Records

/// A change in a few words, in the reader's language: "Shell Nedlands", and "Price 149.9 → 152.9 ct/l · Open No → Yes".
package struct ChangeLine {
    package let words: Words

    package init(words: Words) {
        self.words = words
    }
    /// The most changed fields that are named.
    private static let fieldsNamed = 2

    /// The record, and what happened to it unless it was changed: "Shell Nedlands is gone".
    package func title(_ change: Change, _ schema: Schema) -> String {
        let name = words.name(of: change.after ?? change.before ?? Record([]), schema)
        switch change {
        case .appeared: return words("\(name) is new")
        case .gone: return words("\(name) is gone")
        case .altered: return name
        }
    }

    /// The changed fields; nil for a record that was added or removed. Times come last, because they change along with everything else.
    package func detail(_ change: Change, _ schema: Schema) -> String? {
        guard case .altered = change else { return nil }
        let all = ChangeSummary(change, schema).lines
        let lines = all.filter { $0.field.kind != .timestamp } + all.filter { $0.field.kind == .timestamp }
        let named = lines.prefix(Self.fieldsNamed).map(line)
        return (named + (lines.count > named.count ? ["…"] : [])).joined(separator: " · ")
    }

    /// Title and detail together; without a name, the detail says all.
    package func text(_ change: Change, _ schema: Schema) -> String {
        let title = title(change, schema)
        guard let detail = detail(change, schema) else { return title }
        return schema.isNameless ? detail : words("\(title): \(detail)")
    }

    private func line(_ line: ChangeSummary.Line) -> String {
        func shown(_ value: Value?, of field: Field) -> String {
            value.map { words.text($0.shortened(to: Value.inTitle), of: field) } ?? words("empty")
        }
        // The unit is shown once, after both values.
        return words("\(line.field.label) \(shown(line.before, of: line.field.withoutUnit)) → \(shown(line.after, of: line.field))")
    }
}
