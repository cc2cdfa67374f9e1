/// The fields of a board's records, in their declared order.
package struct Schema: Hashable, Sendable {
    package let fields: [Field]
    /// Places in `fields`, in order. A board without key fields is identified by all that are not quiet.
    package let keyFields: [Int]
    /// Places in `fields`, in order.
    package let quietFields: [Int]

    package init(fields: [Field]) {
        self.fields = fields
        let keys = fields.indices.filter { fields[$0].isKey }
        keyFields = keys.isEmpty ? fields.indices.filter { !fields[$0].isQuiet } : keys
        quietFields = fields.indices.filter { fields[$0].isQuiet }
    }

    package func index(of name: String) -> Int? { fields.firstIndex { $0.name == name } }

    package subscript(_ name: String) -> Field? { index(of: name).map { fields[$0] } }

    /// The field that a person is asked for, if the board asks.
    package var asked: Field? { fields.first { $0.isAsked } }

    /// The record without what may differ and be no change.
    package func withoutQuiet(_ record: Record) -> Record {
        if quietFields.isEmpty { return record }
        var record = record
        for place in quietFields where place < record.values.count { record.values[place] = nil }
        return record
    }

    /// What identifies a record across fetches. Not unique: a batch number may have several rows.
    package func key(of record: Record) -> String {
        if keyFields.count == 1 { return record.values[keyFields[0]]?.text ?? "" }
        return keyFields.map { record.values[$0]?.text ?? "" }.joined(separator: "\u{1F}")
    }
}
