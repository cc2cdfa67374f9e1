/// The fields of a board's records, in their declared order.
package struct Schema: Hashable, Sendable {
    package let fields: [Field]
    /// Whether the list is one value: it has a single record, which stays the same when its value changes.
    package let isOne: Bool
    /// Indices into `fields`, in order. If a board has no key fields, all fields that aren't quiet identify a record. Empty only if
    /// `fields` is, and for one value without a key.
    package let keyFields: [Int]
    /// Indices into `fields`, in order.
    package let quietFields: [Int]
    /// Indices into `fields`, in order: the fields that name a record. These are the fields with `heading: true`; if there are none, the
    /// asked field, then the key, then the first text. Empty only if `fields` is, and if the record `isNameless`.
    package let headingFields: [Int]

    package init(fields: [Field], isOne: Bool = false) {
        (self.fields, self.isOne) = (fields, isOne)
        let keys = fields.indices.filter { fields[$0].isKey }
        keyFields = keys.isEmpty && !isOne ? fields.indices.filter { !fields[$0].isQuiet } : keys
        quietFields = fields.indices.filter { fields[$0].isQuiet }
        let words = fields.indices.filter { fields[$0].kind != .image }
        let choices = [
            words.filter { fields[$0].isHeading }, words.filter { fields[$0].isAsked }, words.filter { fields[$0].isKey },
            Array(words.filter { fields[$0].kind == .text }.prefix(1)), Array(fields.indices.prefix(isOne ? 0 : 1)),
        ]
        headingFields = choices.first { !$0.isEmpty } ?? []
    }

    package func index(of name: String) -> Int? { fields.firstIndex { $0.name == name } }

    package subscript(_ name: String) -> Field? { index(of: name).map { fields[$0] } }

    /// The field that people search by; nil if the board has none.
    package var asked: Field? { fields.first { $0.isAsked } }

    /// Whether the record has no name, because it is only a value: a price, a level.
    package var isNameless: Bool { isOne && headingFields.isEmpty }

    /// The values that name the record, with ordinals as texts. If they are all missing, the record's first value; empty if the record
    /// `isNameless`.
    package func heading(of record: Record) -> [Value] {
        guard !isNameless else { return [] }
        let values = headingFields.compactMap { place -> Value? in
            guard place < record.values.count, let value = record.values[place] else { return nil }
            return fields[place].isOrdinal ? Value.text(value.text) : value
        }
        return values.isEmpty ? Array(record.values.lazy.compactMap { $0 }.prefix(1)) : values
    }

    /// The record without its quiet fields, whose differences aren't changes.
    package func withoutQuiet(_ record: Record) -> Record {
        if quietFields.isEmpty { return record }
        var record = record
        for place in quietFields where place < record.values.count { record.values[place] = nil }
        return record
    }

    /// Identifies a record across fetches. Not unique: a batch number may have several rows.
    package func key(of record: Record) -> String {
        if keyFields.count == 1 { return record.values[keyFields[0]]?.text ?? "" }
        return keyFields.map { record.values[$0]?.text ?? "" }.joined(separator: "\u{1F}")
    }
}
