/// The stored records of a feed in order, for a comparison with those that were read.
///
/// Most are unchanged, so a row becomes a record only on request.
package protocol StoredRows {
    /// Moves to the next row. False at the end. Throws the store's errors.
    func step() throws -> Bool
    /// The id of the row in its board's table.
    var id: Int64 { get }
    /// The row's place within the feed, base 0.
    var place: Int { get }
    func record() -> Record
    /// A quick check whether the row equals this record. Also false if only `record()` can decide.
    func isSurely(_ record: Record) -> Bool
    /// The same for a packed record.
    func isSurely(packed record: UnsafeRawBufferPointer) -> Bool
}

extension StoredRows {
    /// The next record, with its place as its position; nil at the end.
    package func callAsFunction() throws -> StoredRecord? {
        try step() ? StoredRecord(id: id, record: record(), position: place) : nil
    }
}

/// Records that a function returns one by one, nil at the end.
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
