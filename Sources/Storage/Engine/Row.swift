import Foundation

/// A type that can be bound to a statement's parameter.
protocol Argument {
    var columnValue: ColumnValue { get }
}

/// A type that a column can be decoded as.
protocol Column: Argument, SQLiteColumn {
    /// nil for a value that isn't of this type.
    init?(column value: ColumnValue)
}

/// A column's value of any type.
enum ColumnValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)
    case bytes(Data)

    init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
}

extension ColumnValue: Argument {
    var columnValue: ColumnValue { self }
}

extension Bool: Column {
    var columnValue: ColumnValue { ColumnValue(self) }
    init?(column value: ColumnValue) {
        guard case .integer(let integer) = value else { return nil }
        self = integer != 0
    }
}

extension Int: Column {
    var columnValue: ColumnValue { .integer(Int64(self)) }
    init?(column value: ColumnValue) {
        guard let integer = Int64(column: value) else { return nil }
        self = Int(integer)
    }
}

extension Int64: Column {
    var columnValue: ColumnValue { .integer(self) }
    init?(column value: ColumnValue) {
        switch value {
        case .integer(let integer): self = integer
        case .number(let number): self.init(exactly: number)
        case .null, .text, .bytes: return nil
        }
    }
}

extension Double: Column {
    var columnValue: ColumnValue { .number(self) }
    init?(column value: ColumnValue) {
        switch value {
        case .integer(let integer): self = Double(integer)
        case .number(let number): self = number
        case .null, .text, .bytes: return nil
        }
    }
}

extension String: Column {
    var columnValue: ColumnValue { .text(self) }
    init?(column value: ColumnValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Data: Column {
    var columnValue: ColumnValue { .bytes(self) }
    init?(column value: ColumnValue) {
        guard case .bytes(let bytes) = value else { return nil }
        self = bytes
    }
}

/// Its sixteen bytes.
extension UUID: Column {
    var columnValue: ColumnValue { .bytes(withUnsafeBytes(of: uuid) { Data($0) }) }
    init?(column value: ColumnValue) {
        guard case .bytes(let bytes) = value, bytes.count == 16 else { return nil }
        var uuid = UUID().uuid
        withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
        self.init(uuid: uuid)
    }
}

/// A row of a statement's result. Decoding a column as a wrong type, or NULL as a non-optional, ends the process: it is a programming
/// error. An optional value is nil if there is no such column.
enum Row {
    case sqlite(SQLiteRow)
    case postgres(PostgresRow)

    subscript<Value: Column>(_ name: String) -> Value {
        switch self {
        case .sqlite(let row): row.value(name)
        case .postgres(let row): row.needed(name)
        }
    }

    subscript<Value: Column>(_ name: String) -> Value? {
        switch self {
        case .sqlite(let row): row.value(name)
        case .postgres(let row): row.found(name)
        }
    }

    subscript<Value: Column>(_ index: Int) -> Value {
        switch self {
        case .sqlite(let row): row.value(index)
        case .postgres(let row): row.needed(index)
        }
    }

    subscript<Value: Column>(_ index: Int) -> Value? {
        switch self {
        case .sqlite(let row): row.value(index)
        case .postgres(let row): row.found(index)
        }
    }

    func value(_ index: Int) -> ColumnValue {
        switch self {
        case .sqlite(let row): row.value(index)
        case .postgres(let row): row.value(index)
        }
    }

    var values: [ColumnValue] {
        switch self {
        case .sqlite(let row): row.values
        case .postgres(let row): row.values
        }
    }

    static func fetchAll(_ connection: Connection, sql: String, arguments: Arguments = []) throws -> [Row] {
        switch connection {
        case .sqlite(let connection): try connection.rows(sql, arguments).map(Row.sqlite)
        case .postgres(let connection): try connection.statement(sql, isKept: false).rows(arguments).map(Row.postgres)
        }
    }

    static func fetchAll(_ statement: Statement, arguments: Arguments? = nil) throws -> [Row] {
        switch statement {
        case .sqlite(let statement): try statement.rows(arguments).map(Row.sqlite)
        case .postgres(let statement): try statement.rows(arguments).map(Row.postgres)
        }
    }

    static func fetchOne(_ connection: Connection, sql: String, arguments: Arguments = []) throws -> Row? {
        switch connection {
        case .sqlite(let connection): try connection.row(sql, arguments).map(Row.sqlite)
        case .postgres(let connection): try connection.statement(sql, isKept: false).row(arguments).map(Row.postgres)
        }
    }

    static func fetchOne(_ statement: Statement, arguments: Arguments? = nil) throws -> Row? {
        switch statement {
        case .sqlite(let statement): try statement.row(arguments).map(Row.sqlite)
        case .postgres(let statement): try statement.row(arguments).map(Row.postgres)
        }
    }

    static func fetchCursor(_ connection: Connection, sql: String, arguments: Arguments = []) throws -> Rows {
        switch connection {
        case .sqlite(let connection): .sqlite(try connection.cursor(sql, arguments))
        case .postgres(let connection): .postgres(try connection.statement(sql, isKept: false).begin(arguments))
        }
    }

    static func fetchCursor(_ statement: Statement, arguments: Arguments? = nil) throws -> Rows {
        switch statement {
        case .sqlite(let statement): .sqlite(try statement.cursor(arguments))
        case .postgres(let statement): .postgres(try statement.begin(arguments))
        }
    }
}

/// Rows that are read one by one. A row is valid until the next one is read.
enum Rows {
    case sqlite(SQLiteRows)
    case postgres(PostgresRows)

    func next() throws -> Row? {
        switch self {
        case .sqlite(let rows): try rows.next().map(Row.sqlite)
        case .postgres(let rows): try rows.next().map(Row.postgres)
        }
    }

    func reduce<Result>(into result: Result, _ take: (inout Result, Row) throws -> Void) throws -> Result {
        var result = result
        while let row = try next() { try take(&result, row) }
        return result
    }

    func map<Element>(_ transform: (Row) throws -> Element) throws -> [Element] {
        try reduce(into: []) { $0.append(try transform($1)) }
    }
}

extension Column {
    static func fetchAll(_ connection: Connection, sql: String, arguments: Arguments = []) throws -> [Self] {
        switch connection {
        case .sqlite(let connection): try connection.values(sql, arguments)
        case .postgres(let connection): try connection.statement(sql, isKept: false).rows(arguments).map { $0.needed(0) }
        }
    }

    static func fetchAll(_ statement: Statement, arguments: Arguments? = nil) throws -> [Self] {
        switch statement {
        case .sqlite(let statement): try statement.values(arguments)
        case .postgres(let statement): try statement.rows(arguments).map { $0.needed(0) }
        }
    }

    static func fetchOne(_ connection: Connection, sql: String, arguments: Arguments = []) throws -> Self? {
        switch connection {
        case .sqlite(let connection): try connection.value(sql, arguments)
        case .postgres(let connection): try connection.statement(sql, isKept: false).row(arguments)?.found(0)
        }
    }

    static func fetchOne(_ statement: Statement, arguments: Arguments? = nil) throws -> Self? {
        switch statement {
        case .sqlite(let statement): try statement.value(arguments)
        case .postgres(let statement): try statement.row(arguments)?.found(0)
        }
    }
}
