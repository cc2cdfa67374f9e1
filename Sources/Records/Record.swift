/// One row of a feed: a value for each field of its schema, in the schema's order; nil where an optional field was empty.
package struct Record: Hashable, Sendable {
    package var values: [Value?]

    package init(_ values: [Value?]) { self.values = values }
}

/// A record as the store holds it.
package struct StoredRecord: Hashable, Sendable {
    /// The row in its board's table.
    package let id: Int64
    package let record: Record
    /// Rises in the source's order at the last fetch. A comparison is given places instead, from 0.
    package let position: Int

    package init(id: Int64, record: Record, position: Int) {
        self.id = id
        self.record = record
        self.position = position
    }
}
