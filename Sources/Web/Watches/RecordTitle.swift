import Records

/// What a record is called where a line has to say which one: its name where the board has one, else its key.
struct RecordTitle: Sendable {
    /// Places in the schema of what the title is made of.
    let fields: [Int]

    init(_ schema: Schema) {
        let keys = schema.fields.contains { $0.isKey } ? schema.keyFields : Array(schema.keyFields.prefix(1))
        // A number that nobody knows by heart is no name: the first text that is no key is, unless people are asked for the key.
        let isKnown = schema.asked != nil
        let name = isKnown ? nil : schema.fields.firstIndex { $0.kind == .text && !$0.isKey }
        fields = name.map { [$0] } ?? keys
    }

    func text(of record: Record) -> String { fields.compactMap { record.values[at: $0]?.text }.joined(separator: ", ") }
}
