/// One row of a feed: a value for each field of its schema, in the schema's order; nil for an empty optional field.
package struct Record: Hashable, Sendable {
    package var values: [Value?]

    package init(_ values: [Value?]) { self.values = values }
}

/// A record as stored.
package struct StoredRecord: Hashable, Sendable {
    /// The id of its row in the board's table.
    package let id: Int64
    package let record: Record
    /// Increases in the source's order at the last fetch. A comparison receives places instead, base 0.
    package let position: Int

    package init(id: Int64, record: Record, position: Int) {
        self.id = id
        self.record = record
        self.position = position
    }
}
