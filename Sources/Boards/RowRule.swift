package import Records

/// Selects the rows of a document that become records: `only: { status: { is: [Open, New] }, title: { lacks: test } }`.
///
/// A rule tests the text of one field, ignoring case and accents. A row is kept if it satisfies all rules; the others are read and skipped.
/// The text of an empty field is empty.
package struct RowRule: Hashable, Sendable {
    package enum Test: String, CaseIterable, Sendable {
        /// The text is one of these.
        case `is`
        /// The text is none of these.
        case not
        /// The text contains one of these.
        case contains
        /// The text contains none of these.
        case lacks
    }

    /// The field's name.
    package let field: String
    package let test: Test
    package let texts: [String]
    /// The field's index in the records.
    private let place: Int
    private let folded: [[UInt8]]

    /// The most rules of a board, and the most texts of a rule.
    package static let limit = 20
    package static let textLength = 200

    /// nil if the schema has no such field, or there are no texts.
    package init?(_ field: String, _ test: Test, _ texts: [String], in schema: Schema) {
        guard let place = schema.index(of: field), !texts.isEmpty, texts.allSatisfy({ !$0.isEmpty }) else { return nil }
        (self.field, self.test, self.texts, self.place) = (field, test, texts, place)
        folded = texts.map(\.folded)
    }

    package func keeps(_ record: Record) -> Bool {
        let text = (record.values.indices.contains(place) ? record.values[place]?.text : nil)?.folded ?? []
        return switch test {
        case .is: folded.contains(text)
        case .not: !folded.contains(text)
        case .contains: folded.contains { text.firstRange(of: $0) != nil }
        case .lacks: folded.allSatisfy { text.firstRange(of: $0) == nil }
        }
    }

    /// Parses `only` in a board file.
    static func all(in declaration: Declaration, of schema: Schema) throws(DeclarationError) -> [RowRule] {
        var rules: [RowRule] = []
        for entry in try declaration.entries() {
            guard schema.index(of: entry.key) != nil else {
                throw DeclarationError(line: entry.line, "only: there is no field '\(entry.key)'")
            }
            let tests = try entry.value.entries(knowing: Test.allCases.map(\.rawValue))
            guard !tests.isEmpty else { throw entry.value.error("a test is expected, like { is: Open }") }
            for test in Test.allCases {
                guard let value = tests[test.rawValue] else { continue }
                let texts = if case .list = value.content { try value.texts() } else { [try value.text()] }
                guard texts.count <= limit, texts.allSatisfy({ $0.count <= textLength }) else {
                    throw value.error("more than \(limit) texts, or one of more than \(textLength) characters")
                }
                guard let rule = RowRule(entry.key, test, texts, in: schema) else { throw value.error("a text is expected here") }
                rules.append(rule)
            }
        }
        guard rules.count <= limit else { throw declaration.error("more than \(limit) rules") }
        return rules
    }
}
