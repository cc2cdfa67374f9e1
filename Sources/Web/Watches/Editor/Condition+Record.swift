import Records

// The conditions that pages offer with one tap.
extension Condition {
    /// That it is about this one record, known by its key.
    static func isRecord(_ record: Record, _ schema: Schema) -> Condition {
        let tests = schema.keyFields.compactMap { index in
            record.values[at: index].map { Condition.field(schema.fields[index].name, .equals($0.text)) }
        }
        return tests.count == 1 ? tests[0] : .all(tests)
    }

    /// That a record has the words of a search: each in its name, or one word in any text of it.
    static func finds(_ search: String, _ schema: Schema) -> Condition {
        let wanted = search.split(whereSeparator: \.isWhitespace).map(String.init)
        let fields = schema.fields.filter { Condition.Test.names(for: $0.kind).contains("contains") && !$0.isKey }
        guard !wanted.isEmpty, let first = fields.first else { return .everything }
        let tests =
            wanted.count == 1
            ? fields.map { Condition.field($0.name, .contains(wanted[0])) } : wanted.map { .field(first.name, .contains($0)) }
        if tests.count == 1 { return tests[0] }
        return wanted.count == 1 ? .any(tests) : .all(tests)
    }
}
