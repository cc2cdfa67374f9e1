package import Boards
package import Records

/// A person's corrections of a draft: names, types, the key and the heading, fields and rows to leave out.
package struct Correction: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        /// The label for people. The field's name in the board file follows it.
        package var label: String
        package var kind: Records.Field.Kind
        /// The currency code of amounts that don't name one, and the unit of a number. Empty: from the values.
        package var (currency, unit) = ("", "")
        /// The text of a flag that means yes. Empty: by the words' own meaning.
        package var yes = ""
        /// The format of ambiguous dates. Empty: the likeliest.
        package var format = ""
        package var isLeftOut = false
        package var isKey = false

        package init(label: String, kind: Records.Field.Kind) { (self.label, self.kind) = (label, kind) }
    }

    /// A test that rows must pass with the text of a field.
    package struct Rule: Hashable, Sendable {
        /// An index in `fields`.
        package var field: Int
        package var test: RowRule.Test
        package var text: String

        package init(field: Int, test: RowRule.Test, text: String) { (self.field, self.test, self.text) = (field, test, text) }
    }

    /// For each field of the draft, in order.
    package var fields: [Field]
    /// The field that names a row; nil: chosen by the default rules for boards.
    package var heading: Int?
    package var rules: [Rule]

    package static let (ruleLimit, labelLength, textLength) = (6, 60, 100)
}

extension BoardDraft {
    /// A correction that changes nothing.
    package var uncorrected: Correction {
        let fields = fields.map { field in
            var asIs = Correction.Field(label: field.shownLabel, kind: field.kind)
            (asIs.currency, asIs.unit) = (field.writing.text(of: "currency"), field.writing.text(of: "unit"))
            (asIs.isKey, asIs.format) = (field.isKey, field.writing.text(of: "format"))
            return asIs
        }
        let rules = only.flatMap { rule in
            rule.texts.compactMap { text in
                self.fields.firstIndex { $0.name == rule.field }.map { Correction.Rule(field: $0, test: rule.test, text: text) }
            }
        }
        return Correction(fields: fields, heading: self.fields.firstIndex(where: \.isHeading), rules: rules)
    }
}

extension BoardDraft.Field {
    var shownLabel: String { label ?? Records.Field(name: name, kind: kind).label }
}
