/// The stored records of a feed, one after another in their order, for a comparison with those that were read.
///
/// Most are as they were; so a record is made of a row only where it is asked for.
package protocol StoredRows {
    /// Goes to the next row. False behind the last. Throws what the store throws.
    func step() throws -> Bool
    /// The row in its board's table.
    var id: Int64 { get }
    /// The row's place among the feed's, from 0.
    var place: Int { get }
    func record() -> Record
    /// Whether the row is this record, at a glance: false also where only `record()` can tell.
    func isSurely(_ record: Record) -> Bool
    /// The same of a packed record.
    func isSurely(packed record: UnsafeRawBufferPointer) -> Bool
}

extension StoredRows {
    /// The next, with its place for its position; nil behind the last.
    package func callAsFunction() throws -> StoredRecord? {
        try step() ? StoredRecord(id: id, record: record(), position: place) : nil
    }
}

/// Those that a function gives one by one, nil behind the last.
package final class GivenRows: StoredRows {
    private let next: () throws -> StoredRecord?
    private var row = StoredRecord(id: 0, record: Record([]), position: 0)

    package init(_ next: @escaping () throws -> StoredRecord?) { self.next = next }

    package func step() throws -> Bool {
        guard let row = try next() else { return false }
        self.row = row
        return true
    }

    package var id: Int64 { row.id }
    package var place: Int { row.position }
    package func record() -> Record { row.record }
    package func isSurely(_ record: Record) -> Bool { false }
    package func isSurely(packed record: UnsafeRawBufferPointer) -> Bool { false }
}
