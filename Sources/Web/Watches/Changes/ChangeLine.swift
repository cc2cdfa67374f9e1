import Localisation
import Records

/// A change in one line, in a reader's words: "Shell Nedlands: Price 149.9 → 152.9 ct/l · Open No → Yes".
struct ChangeLine {
    let words: Words
    /// Altered fields that are named.
    private static let fieldsNamed = 2

    func text(_ change: Change, _ schema: Schema) -> String {
        let title = RecordTitle(schema).text(of: change.after ?? change.before ?? Record([]))
        switch change {
        case .appeared: return words("\(title) is new")
        case .gone: return words("\(title) is gone")
        case .altered:
            let lines = ChangeSummary(change, schema).lines
            let named = lines.prefix(Self.fieldsNamed).map(line)
            let more = lines.count > named.count ? ["…"] : []
            return words("\(title): \((named + more).joined(separator: " · "))")
        }
    }

    private func line(_ line: ChangeSummary.Line) -> String {
        func shown(_ value: Value?, of field: Field? = nil) -> String { value.map { words.text($0, of: field) } ?? words("empty") }
        // The unit stands once, behind both.
        return "\(line.field.label) \(shown(line.before)) → \(shown(line.after, of: line.field))"
    }
}
