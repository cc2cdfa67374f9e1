import Boards
import Drafting
import Records
import Serving

/// The submitted form that corrects a list: one part for each field of the draft, by index.
enum CorrectForm {
    /// The name of a control of a field.
    static func name(_ part: String, _ field: Int) -> String { "\(part).\(field)" }

    static func rule(_ part: String, _ rule: Int) -> String { "rule.\(rule).\(part)" }

    /// The draft without corrections, if nothing was submitted.
    static func correction(_ form: Form, of draft: BoardDraft) -> Correction {
        var correction = draft.uncorrected
        guard !form["do"].isEmpty else { return correction }
        for place in correction.fields.indices {
            func text(_ part: String, _ length: Int) -> String { Self.text(form[name(part, place)], length) }
            var field = correction.fields[place]
            field.label = text("label", Correction.labelLength)
            field.kind = Field.Kind(rawValue: form[name("kind", place)]) ?? field.kind
            field.currency = field.kind == .money ? text("currency", 10).uppercased() : ""
            field.unit = field.kind == .number ? text("unit", 20) : ""
            field.yes = field.kind == .flag ? text("yes", Correction.textLength) : ""
            field.format = text("format", 80)
            field.isLeftOut = !form[name("out", place)].isEmpty
            field.isKey = !form[name("key", place)].isEmpty
            correction.fields[place] = field
        }
        correction.heading = Int(form["heading"]).flatMap { correction.fields.indices.contains($0) ? $0 : nil }
        correction.rules = (0..<Correction.ruleLimit).compactMap { place in
            guard let field = Int(form[rule("field", place)]), correction.fields.indices.contains(field),
                let test = RowRule.Test(rawValue: form[rule("test", place)]),
                case let text = Self.text(form[rule("text", place)], Correction.textLength), !text.isEmpty
            else { return nil }
            return Correction.Rule(field: field, test: test, text: text)
        }
        return correction
    }

    /// On one line, without invisible characters.
    private static func text(_ text: String, _ length: Int) -> String {
        let plain = text.withoutUnseen().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return String(plain.unicodeScalars.filter { $0.properties.generalCategory != .control }.map(Character.init).prefix(length))
    }
}
