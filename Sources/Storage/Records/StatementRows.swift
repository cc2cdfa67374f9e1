import Records

/// The stored records of a feed from a statement with the rows of `BoardTable.select`.
final class StatementRows: StoredRows {
    private let statement: BulkStatement
    private let table: BoardTable
    private let kinds: [Field.Kind]
    private(set) var place = -1

    /// The statement's arguments begin with these.
    init(_ statement: BulkStatement, of table: BoardTable, _ arguments: [Int64]) {
        (self.statement, self.table, kinds) = (statement, table, table.schema.fields.map(\.kind))
        statement.begin(arguments)
    }

    func step() throws -> Bool {
        guard try statement.step() else { return false }
        place += 1
        return true
    }

    var id: Int64 { statement.integer(0) }

    func record() -> Record { table.record(statement).record }

    func isSurely(_ record: Record) -> Bool {
        guard record.values.count == kinds.count else { return false }
        for (field, kind) in kinds.enumerated() where !statement.surelyHolds(record.values[field], field + 2, kind) { return false }
        return true
    }

    func isSurely(packed record: UnsafeRawBufferPointer) -> Bool {
        var (count, isSame) = (0, true)
        let isRecord = PackedValue.forEach(in: record) { field, value in
            isSame = isSame && field < kinds.count && statement.surelyHolds(packed: value, field + 2, kinds[field])
            count += 1
        }
        return isRecord && isSame && count == kinds.count
    }
}
