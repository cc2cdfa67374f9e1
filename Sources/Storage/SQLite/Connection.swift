import Foundation
import GRDB
import Records

/// The database inside the body of a transaction: runs statements and says what they did.
///
/// The calls have the names of GRDB's, which it wraps. Valid only inside the body, on its thread.
struct Connection {
    let database: GRDB.Database

    init(_ database: GRDB.Database) { self.database = database }

    /// Runs one or more statements, with the arguments of all of them in order.
    func execute(sql: String, arguments: Arguments = []) throws { try database.execute(sql: sql, arguments: arguments.values) }

    /// A statement that is prepared once per connection.
    func cachedStatement(sql: String) throws -> Statement { Statement(statement: try database.cachedStatement(sql: sql)) }

    /// A statement prepared for this use.
    func makeStatement(sql: String) throws -> Statement { Statement(statement: try database.makeStatement(sql: sql)) }

    /// The number of rows that the last statement inserted, updated or deleted.
    var changesCount: Int { database.changesCount }
    var lastInsertedRowID: Int64 { database.lastInsertedRowID }

    /// The next id of a table that never reuses one (AUTOINCREMENT). This id and those after it may be given to rows.
    func nextID(of table: String) throws -> Int64 {
        let last = try cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = ?")
        return try (Int64.fetchOne(last, arguments: [table]) ?? 0) + 1
    }

    func tableExists(_ name: String) throws -> Bool { try database.tableExists(name) }

    /// Splits a text into words like the word indexes do: case and accents are folded.
    func tokenizer() throws -> (String) throws -> [String] {
        let tokenizer = try database.makeTokenizer(.unicode61(diacritics: .remove))
        return { try tokenizer.tokenize(query: $0).map(\.token) }
    }

    /// Runs `body` in an immediate transaction, which takes the write lock at its start. The connection must not be in one.
    func inTransaction(_ body: () throws -> Void) throws {
        try database.inTransaction(.immediate) {
            try body()
            return .commit
        }
    }

    /// Runs `body` with these functions available to SQL.
    func with(_ functions: [SQLFunction], _ body: () throws -> Void) rethrows {
        for function in functions { database.add(function: function.function) }
        defer { for function in functions { database.remove(function: function.function) } }
        try body()
    }

    /// Moves everything in the write-ahead log into the database file.
    func emptyLog() throws { try database.checkpoint(.truncate) }
}

/// A prepared statement.
struct Statement {
    let statement: GRDB.Statement

    /// Runs the statement to its end. Without arguments, the earlier ones apply.
    func execute(arguments: Arguments? = nil) throws { try statement.execute(arguments: arguments?.values) }

    /// Throws if their number isn't the statement's number of parameters.
    func setArguments(_ arguments: Arguments) throws { try statement.setArguments(arguments.values) }
}

/// A statement's arguments: in the order of its parameters, or by name. U+0000 in a text becomes U+FFFD: GRDB would cut the text there, and
/// PostgreSQL refuses it.
struct Arguments: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    fileprivate(set) var values: StatementArguments

    init(arrayLiteral elements: (any Argument)?...) { self.init(elements) }
    init(dictionaryLiteral elements: (String, (any Argument)?)...) {
        values = StatementArguments(elements.map { ($0.0, Self.stored($0.1)) })
    }
    init(_ list: some Sequence<(any Argument)?>) { values = StatementArguments(list.map(Self.stored)) }
    init(_ list: some Sequence<some Argument>) { values = StatementArguments(list.map(Self.stored)) }
    init(_ named: [String: Int64]) { values = StatementArguments(named) }
    private init(values: StatementArguments) { self.values = values }

    private static func stored(_ argument: (any Argument)?) -> DatabaseValue {
        let value = argument?.databaseValue ?? .null
        if case .string(let text) = value.storage { return text.withoutNulls.databaseValue }
        return value
    }

    static func + (before: Arguments, after: Arguments) -> Arguments { Arguments(values: before.values + after.values) }
    static func += (before: inout Arguments, after: Arguments) { before.values += after.values }
}

/// A function that SQL can call, with one or more texts.
struct SQLFunction: Sendable {
    fileprivate let function: DatabaseFunction
    var name: String { function.name }

    /// `body` gets one text per argument; nil for an argument that isn't a text, and as a result for NULL. `isPure`: equal texts give equal
    /// results.
    init(
        _ name: String, argumentCount: Int = 1, isPure: Bool = false, _ body: @Sendable @escaping ([String?]) throws -> (any Argument)?
    ) {
        function = DatabaseFunction(name, argumentCount: argumentCount, pure: isPure) { values in
            try body(values.map(String.fromDatabaseValue))
        }
    }

    func add(to connection: Connection) { connection.database.add(function: function) }
}
