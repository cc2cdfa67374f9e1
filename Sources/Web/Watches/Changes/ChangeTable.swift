import Localisation
import Records

/// A change field by field, before and after side by side, as a table: what differs stands out, what did not is there to compare.
struct ChangeTable {
    let change: Change
    let schema: Schema
    let words: Words
    /// Whether fields that did not change are shown too.
    var showsAll = true

    var html: HTML {
        let moved = ChangeSummary(change, schema).lines.compactMap { line in line.step.map { (line.field.name, $0) } }
        let steps = Dictionary(moved) { first, _ in first }
        let rows = schema.fields.indices.compactMap { row($0, steps) }
        return """
            <table class="change-table is-\(change.kind.rawValue)"><thead><tr><th scope="col">\(words("Field"))</th>\
            <th scope="col">\(words("Before"))</th><th scope="col">\(words("After"))</th></tr></thead><tbody>\(rows)</tbody></table>
            """
    }

    private func row(_ index: Int, _ steps: [String: ChangeSummary.Step]) -> HTML? {
        let field = schema.fields[index]
        let (before, after) = (change.before?.values[at: index], change.after?.values[at: index])
        let differs = before != after
        guard before != nil || after != nil, differs || showsAll else { return nil }
        let isMarked = differs && change.kind == .altered
        func cell(_ value: Value?, _ isThere: Bool, _ mark: String, _ label: String) -> HTML {
            let shown: HTML =
                isThere ? value.map { ValueView(words).plain($0, of: field) } ?? "<span class=\"absent\">\(words("empty"))</span>" : "–"
            let marked: HTML = !isMarked ? shown : mark == "del" ? "<del>\(shown)</del>" : "<ins>\(shown)</ins>"
            return "<td data-label=\"\(label)\">\(marked)</td>"
        }
        let step = isMarked ? steps[field.name] : nil
        let note = step.map { "<small class=\"change-step\">\(StepText.of($0, words))</small>" } as HTML?
        return """
            <tr\(isMarked ? " class=\"is-changed\"" : nil as HTML?)><th scope="row">\(field.label)\(note)</th>\
            \(cell(before, change.before != nil, "del", words("Before")))\(cell(after, change.after != nil, "ins", words("After")))</tr>
            """
    }
}

/// How far a value has moved: "+3 (+2 %)".
enum StepText {
    static func of(_ step: ChangeSummary.Step, _ words: Words) -> String {
        switch step {
        case .number(let number, let percent): signed(Value.number(number).text) + share(percent)
        case .money(let money, let percent): signed(money.amount) + share(percent)
        case .days(let days): days < 0 ? words("\(-days) days earlier") : words("\(days) days later")
        case .time(let time): signed(words.duration(time < .zero ? .zero - time : time), isNegative: time < .zero)
        case .distance(let metres): metres < 1000 ? "\(Int(metres.rounded())) m" : "\(Value.number((metres / 100).rounded() / 10).text) km"
        }
    }

    private static func share(_ percent: Double?) -> String {
        guard let percent, percent.isFinite, abs(percent) < 1e9 else { return "" }
        return " (\(signed(Value.number((percent * 10).rounded() / 10).text)) %)"
    }

    private static func signed(_ text: String, isNegative: Bool = false) -> String {
        text.hasPrefix("-") ? "−\(text.dropFirst())" : isNegative ? "−\(text)" : "+\(text)"
    }
}
