import GRDB
import GRDBSQLite
import Records

/// A prepared statement that is run once for each of many rows.
///
/// Values are bound directly: GRDB's list of arguments for each row costs more than SQLite's own work on it (half of the time of
/// storing 40,000 rows). Used inside a transaction of `Store`, on its thread.
struct BulkStatement {
    private let statement: Statement

    init(_ statement: Statement) { self.statement = statement }

    /// Binds the integers, then the values, to the parameters in order, and runs the statement to its end.
    func run(_ integers: [Int64], _ values: [Value?] = []) throws {
        let handle = statement.sqliteStatement
        sqlite3_reset(handle)
        for (index, integer) in integers.enumerated() { sqlite3_bind_int64(handle, CInt(index + 1), integer) }
        for (index, value) in values.enumerated() { bind(value, to: CInt(integers.count + index + 1)) }
        let code = sqlite3_step(handle)
        guard code == SQLITE_DONE || code == SQLITE_ROW else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
        }
        sqlite3_reset(handle)
    }

    private func bind(_ value: Value?, to index: CInt) {
        let handle = statement.sqliteStatement
        switch value {
        case nil: sqlite3_bind_null(handle, index)
        case .number(let number): sqlite3_bind_double(handle, index, number)
        case .timestamp(let timestamp): sqlite3_bind_int64(handle, index, timestamp.milliseconds)
        case .flag(let flag): sqlite3_bind_int64(handle, index, flag ? 1 : 0)
        case let value?: bind(value.storedText, to: index)
        }
    }

    private func bind(_ text: String, to index: CInt) {
        // SQLITE_TRANSIENT, a macro that Swift does not import: SQLite takes its own copy before the call returns.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(statement.sqliteStatement, index, text, CInt(clamping: text.utf8.count), transient)
    }
}
