import Foundation
import GRDB

/// A type that a statement's parameter can have.
protocol Argument: DatabaseValueConvertible {}

/// A type that a column can be read as.
protocol Column: Argument, StatementColumnConvertible {}

extension Bool: Column {}
extension Int: Column {}
extension Int64: Column {}
extension Double: Column {}
extension String: Column {}
extension Data: Column {}
extension UUID: Column {}

/// A column's value of any type.
enum ColumnValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)
    case bytes(Data)

    init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }

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
}

extension ColumnValue: Argument {
    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let integer): integer.databaseValue
        case .number(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): bytes.databaseValue
        }
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> ColumnValue? { ColumnValue(value) }
}

/// A row of a statement's result.
struct Row {
    private let row: GRDB.Row

    fileprivate init(_ row: GRDB.Row) { self.row = row }

    subscript<Value: Column>(_ name: String) -> Value { row[name] }
    subscript<Value: Column>(_ name: String) -> Value? { row[name] }
    subscript<Value: Column>(_ index: Int) -> Value { row[index] }
    subscript<Value: Column>(_ index: Int) -> Value? { row[index] }

    func value(_ index: Int) -> ColumnValue { ColumnValue(row[index] as DatabaseValue) }
    var values: [ColumnValue] { row.databaseValues.map(ColumnValue.init) }

    static func fetchAll(_ connection: Connection, sql: String, arguments: Arguments = []) throws -> [Row] {
        try GRDB.Row.fetchAll(connection.database, sql: sql, arguments: arguments.values).map(Row.init)
    }

    static func fetchAll(_ statement: Statement, arguments: Arguments? = nil) throws -> [Row] {
        try GRDB.Row.fetchAll(statement.statement, arguments: arguments?.values).map(Row.init)
    }

    static func fetchOne(_ connection: Connection, sql: String, arguments: Arguments = []) throws -> Row? {
        try GRDB.Row.fetchOne(connection.database, sql: sql, arguments: arguments.values).map(Row.init)
    }

    static func fetchOne(_ statement: Statement, arguments: Arguments? = nil) throws -> Row? {
        try GRDB.Row.fetchOne(statement.statement, arguments: arguments?.values).map(Row.init)
    }

    static func fetchCursor(_ connection: Connection, sql: String, arguments: Arguments = []) throws -> Rows {
        Rows(cursor: try GRDB.Row.fetchCursor(connection.database, sql: sql, arguments: arguments.values))
    }

    static func fetchCursor(_ statement: Statement, arguments: Arguments? = nil) throws -> Rows {
        Rows(cursor: try GRDB.Row.fetchCursor(statement.statement, arguments: arguments?.values))
    }
}

/// Rows that are read one by one. A row is valid until the next one is read.
struct Rows {
    fileprivate let cursor: RowCursor

    func next() throws -> Row? { try cursor.next().map(Row.init) }

    func reduce<Result>(into result: Result, _ take: (inout Result, Row) throws -> Void) throws -> Result {
        try cursor.reduce(into: result) { try take(&$0, Row($1)) }
    }

    func map<Element>(_ transform: (Row) throws -> Element) throws -> [Element] {
        try reduce(into: []) { $0.append(try transform($1)) }
    }
}

extension Column {
    static func fetchAll(_ connection: Connection, sql: String, arguments: Arguments = []) throws -> [Self] {
        try fetchAll(connection.database, sql: sql, arguments: arguments.values)
    }

    static func fetchAll(_ statement: Statement, arguments: Arguments? = nil) throws -> [Self] {
        try fetchAll(statement.statement, arguments: arguments?.values)
    }

    static func fetchOne(_ connection: Connection, sql: String, arguments: Arguments = []) throws -> Self? {
        try fetchOne(connection.database, sql: sql, arguments: arguments.values)
    }

    static func fetchOne(_ statement: Statement, arguments: Arguments? = nil) throws -> Self? {
        try fetchOne(statement.statement, arguments: arguments?.values)
    }
}
