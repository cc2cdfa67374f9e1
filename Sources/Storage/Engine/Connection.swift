import Foundation
import Records

/// The database inside the body of a transaction: runs statements and reports their effects. Valid only inside the body, on its thread.
///
/// SQLite and PostgreSQL run the same statements, in the spelling of GRDB's calls. Where they must differ, `dialect` provides the words.
enum Connection {
    case sqlite(SQLiteConnection)
    case postgres(PostgresConnection)

    var dialect: Dialect { if case .sqlite = self { .sqlite } else { .postgres } }

    /// Runs one or more statements, with the arguments of all of them in order. In PostgreSQL only one statement can have arguments.
    func execute(sql: String, arguments: Arguments = []) throws {
        switch self {
        case .sqlite(let connection): try connection.execute(sql, arguments)
        case .postgres(let connection): try connection.execute(sql, arguments)
        }
    }

    /// A statement that is prepared once per connection and cached.
    func cachedStatement(sql: String) throws -> Statement {
        switch self {
        case .sqlite(let connection): .sqlite(try connection.cachedStatement(sql))
        case .postgres(let connection): .postgres(connection.statement(sql, isKept: true))
        }
    }

    /// A statement prepared for this use.
    func makeStatement(sql: String) throws -> Statement {
        switch self {
        case .sqlite(let connection): .sqlite(try connection.makeStatement(sql))
        case .postgres(let connection): .postgres(connection.statement(sql, isKept: false))
        }
    }

    /// The number of rows that the last statement inserted, updated or deleted.
    var changesCount: Int {
        switch self {
        case .sqlite(let connection): connection.changesCount
        case .postgres(let connection): connection.changesCount
        }
    }

    /// Runs an INSERT of one row that ends with `dialect.returningID`; returns the row's id.
    func insert(_ statement: Statement, _ arguments: Arguments) throws -> Int64 {
        guard case .sqlite(let connection) = self else { return try Statement.inserted(statement, arguments) }
        try statement.execute(arguments: arguments)
        return connection.lastInsertedRowID
    }

    /// The next id of a table that never reuses one. Rows may be given this id and those after it, followed by a call of `tookIDs`.
    func nextID(of table: String) throws -> Int64 {
        let last = try cachedStatement(sql: dialect.lastID(of: table))
        return try (Int64.fetchOne(last, arguments: dialect == .sqlite ? [table] : []) ?? 0) + 1
    }

    /// Records that rows of a table were given the ids before this one.
    func tookIDs(of table: String, before next: Int64) throws {
        guard dialect == .postgres else { return }
        _ = try Int64.fetchOne(cachedStatement(sql: "SELECT setval('\(table)_id_seq', ?)"), arguments: [next - 1])
    }

    func tableExists(_ name: String) throws -> Bool { try tableNames().contains(name) }
    func tableNames() throws -> Set<String> { Set(try String.fetchAll(self, sql: dialect.tables)) }
    func indexNames() throws -> Set<String> { Set(try String.fetchAll(self, sql: dialect.indexes)) }

    /// Optimises `body` for writing many rows.
    func writingMany(_ body: () throws -> Void) throws {
        switch self {
        case .sqlite(let connection): try connection.writingMany(body)
        case .postgres: try body()
        }
    }
}

/// A prepared statement.
enum Statement {
    case sqlite(SQLiteStatement)
    case postgres(PostgresStatement)

    /// Runs the statement to completion. Without arguments, it uses the previous ones.
    func execute(arguments: Arguments? = nil) throws {
        switch self {
        case .sqlite(let statement): try statement.execute(arguments)
        case .postgres(let statement): try statement.execute(arguments)
        }
    }

    /// Throws if the number of arguments differs from the number of parameters.
    func setArguments(_ arguments: Arguments) throws {
        switch self {
        case .sqlite(let statement): try statement.setArguments(arguments)
        case .postgres(let statement): try statement.setArguments(arguments)
        }
    }
}

/// A statement's arguments: in the order of its parameters, or by name. U+0000 in a text becomes U+FFFD: GRDB would truncate the text
/// there, and PostgreSQL refuses it.
struct Arguments: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    private(set) var values: [ColumnValue]
    /// One per value; empty for positional arguments.
    private(set) var names: [String] = []

    init(arrayLiteral elements: (any Argument)?...) { self.init(elements) }
    init(dictionaryLiteral elements: (String, (any Argument)?)...) {
        values = elements.map { Self.stored($0.1) }
        names = elements.map(\.0)
    }
    init(_ list: some Sequence<(any Argument)?>) { values = list.map(Self.stored) }
    init(_ list: some Sequence<some Argument>) { values = list.map(Self.stored) }
    init(_ named: [String: Int64]) {
        values = named.values.map { .integer($0) }
        names = Array(named.keys)
    }

    private static func stored(_ argument: (any Argument)?) -> ColumnValue {
        guard let value = argument?.columnValue else { return .null }
        if case .text(let text) = value { return .text(text.withoutNulls) }
        return value
    }

    static func + (before: Arguments, after: Arguments) -> Arguments {
        var all = before
        all += after
        return all
    }

    static func += (before: inout Arguments, after: Arguments) {
        before.values += after.values
        before.names += after.names
    }
}
