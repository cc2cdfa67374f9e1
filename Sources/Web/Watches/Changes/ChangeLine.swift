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
        let unit = line.field.kind == .number ? line.field.unit.map { "\u{A0}\($0)" } ?? "" : ""
        func shown(_ value: Value?) -> String { value.map(text) ?? words("empty") }
        return "\(line.field.label) \(shown(line.before)) → \(shown(line.after))\(line.after == nil ? "" : unit)"
    }

    /// A value as plain text.
    func text(_ value: Value) -> String {
        switch value {
        case .number(let number): words.number(number)
        case .money(let money): words.money(money)
        case .date(let date): words.date(date)
        case .time(let time): words.timeOfDay(time)
        case .timestamp(let time): words.dateTime(time)
        case .duration(let duration): words.duration(duration)
        case .flag(let flag): flag ? words("Yes") : words("No")
        case .position(let position): words.position(position)
        case .list(let texts): words.list(texts)
        case .text(let text), .url(let text), .image(let text), .phone(let text), .email(let text): text
        }
    }
}
