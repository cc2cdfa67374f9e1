import Foundation
import GRDB

/// GRDB's requirements of a column's type.
protocol SQLiteColumn: DatabaseValueConvertible, StatementColumnConvertible {}

extension ColumnValue {
    fileprivate init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let integer): .integer(integer)
            case .double(let number): .number(number)
            case .string(let text): .text(text)
            case .blob(let bytes): .bytes(bytes)
            }
    }

    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let integer): integer.databaseValue
        case .number(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): bytes.databaseValue
        }
    }
}

struct SQLiteRow {
    fileprivate let row: GRDB.Row

    fileprivate init(_ row: GRDB.Row) { self.row = row }

    func value<Value: Column>(_ name: String) -> Value { row[name] }
    func value<Value: Column>(_ name: String) -> Value? { row[name] }
    func value<Value: Column>(_ index: Int) -> Value { row[index] }
    func value<Value: Column>(_ index: Int) -> Value? { row[index] }

    func value(_ index: Int) -> ColumnValue { ColumnValue(row[index] as DatabaseValue) }
    var values: [ColumnValue] { row.databaseValues.map(ColumnValue.init) }
}

struct SQLiteRows {
    fileprivate let cursor: RowCursor

    func next() throws -> SQLiteRow? { try cursor.next().map(SQLiteRow.init) }
}

extension SQLiteConnection {
    func rows(_ sql: String, _ arguments: Arguments) throws -> [SQLiteRow] {
        try GRDB.Row.fetchAll(database, sql: sql, arguments: arguments.ofSQLite).map(SQLiteRow.init)
    }

    func row(_ sql: String, _ arguments: Arguments) throws -> SQLiteRow? {
        try GRDB.Row.fetchOne(database, sql: sql, arguments: arguments.ofSQLite).map(SQLiteRow.init)
    }

    func cursor(_ sql: String, _ arguments: Arguments) throws -> SQLiteRows {
        SQLiteRows(cursor: try GRDB.Row.fetchCursor(database, sql: sql, arguments: arguments.ofSQLite))
    }

    func values<Value: Column>(_ sql: String, _ arguments: Arguments) throws -> [Value] {
        try Value.fetchAll(database, sql: sql, arguments: arguments.ofSQLite)
    }

    func value<Value: Column>(_ sql: String, _ arguments: Arguments) throws -> Value? {
        try Value.fetchOne(database, sql: sql, arguments: arguments.ofSQLite)
    }
}

extension SQLiteStatement {
    func rows(_ arguments: Arguments?) throws -> [SQLiteRow] {
        try GRDB.Row.fetchAll(statement, arguments: arguments?.ofSQLite).map(SQLiteRow.init)
    }

    func row(_ arguments: Arguments?) throws -> SQLiteRow? {
        try GRDB.Row.fetchOne(statement, arguments: arguments?.ofSQLite).map(SQLiteRow.init)
    }

    func cursor(_ arguments: Arguments?) throws -> SQLiteRows {
        SQLiteRows(cursor: try GRDB.Row.fetchCursor(statement, arguments: arguments?.ofSQLite))
    }

    func values<Value: Column>(_ arguments: Arguments?) throws -> [Value] {
        try Value.fetchAll(statement, arguments: arguments?.ofSQLite)
    }

    func value<Value: Column>(_ arguments: Arguments?) throws -> Value? {
        try Value.fetchOne(statement, arguments: arguments?.ofSQLite)
    }
}
