package import Boards
package import Records

/// What a person wants otherwise in a draft: names, types, what identifies and names a row, fields and rows that are left out.
package struct Correction: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        /// What people read. The field's name in the board file follows it.
        package var label: String
        package var kind: Records.Field.Kind
        /// The code of amounts that don't name their currency, and what a number counts. Empty: as the values say.
        package var (currency, unit) = ("", "")
        /// The text of a flag that means yes. Empty: as the words say.
        package var yes = ""
        /// The pattern of days that could be read in several ways. Empty: the likeliest.
        package var format = ""
        package var isLeftOut = false
        package var isKey = false

        package init(label: String, kind: Records.Field.Kind) { (self.label, self.kind) = (label, kind) }
    }

    /// Rows are kept if the text of a field passes.
    package struct Rule: Hashable, Sendable {
        /// A place in `fields`.
        package var field: Int
        package var test: RowRule.Test
        package var text: String

        package init(field: Int, test: RowRule.Test, text: String) { (self.field, self.test, self.text) = (field, test, text) }
    }

    /// For each field of the draft, in its order.
    package var fields: [Field]
    /// The field that names a row; nil: as boards choose it.
    package var heading: Int?
    package var rules: [Rule]

    package static let (ruleLimit, labelLength, textLength) = (6, 60, 100)
}

extension BoardDraft {
    /// Nothing is changed.
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
