import Foundation
import GRDB
import Records

/// GRDB's connection inside the body of a transaction.
struct SQLiteConnection {
    let database: GRDB.Database

    func execute(_ sql: String, _ arguments: Arguments) throws { try database.execute(sql: sql, arguments: arguments.ofSQLite) }
    func cachedStatement(_ sql: String) throws -> SQLiteStatement { SQLiteStatement(statement: try database.cachedStatement(sql: sql)) }
    func makeStatement(_ sql: String) throws -> SQLiteStatement { SQLiteStatement(statement: try database.makeStatement(sql: sql)) }

    var changesCount: Int { database.changesCount }
    var lastInsertedRowID: Int64 { database.lastInsertedRowID }

    /// The version of an intact database. Throws if it is damaged.
    func checked() throws -> String {
        let connection = Connection.sqlite(self)
        let version = try String.fetchOne(connection, sql: "SELECT sqlite_version()") ?? "?"
        let state = try String.fetchOne(connection, sql: "PRAGMA quick_check(1)") ?? "?"
        guard state == "ok" else { throw StoredFault("the database is damaged: \(state)") }
        return "SQLite \(version), sound"
    }

    /// Enlarges the cache to hold the pages of all indexes; otherwise the same pages would be written and reloaded every few rows.
    func writingMany(_ body: () throws -> Void) throws {
        try execute(Connection.cachePragma(kilobytes: 8000), [])
        defer { try? execute(Connection.cachePragma(kilobytes: Connection.defaultCache), []) }
        try body()
    }
}

struct SQLiteStatement {
    let statement: GRDB.Statement

    func execute(_ arguments: Arguments?) throws { try statement.execute(arguments: arguments?.ofSQLite) }
    func setArguments(_ arguments: Arguments) throws { try statement.setArguments(arguments.ofSQLite) }
}

extension Arguments {
    var ofSQLite: StatementArguments {
        names.isEmpty
            ? StatementArguments(values.map(\.databaseValue))
            : StatementArguments(zip(names, values).map { ($0, $1.databaseValue) })
    }
}

// SQLite's own features, for code that runs only on SQLite.
extension Connection {
    init(_ database: GRDB.Database) { self = .sqlite(SQLiteConnection(database: database)) }

    var sqlite: GRDB.Database {
        guard case .sqlite(let connection) = self else { preconditionFailure("this is for SQLite alone") }
        return connection.database
    }

    /// Splits a text into words like the word indexes: case and accents are folded.
    func tokenizer() throws -> (String) throws -> [String] {
        let tokenizer = try sqlite.makeTokenizer(.unicode61(diacritics: .remove))
        return { try tokenizer.tokenize(query: $0).map(\.token) }
    }

    /// Runs `body` in an immediate transaction, which takes the write lock at its start. The connection must not be in one.
    func inTransaction(_ body: () throws -> Void) throws {
        try sqlite.inTransaction(.immediate) {
            try body()
            return .commit
        }
    }

    /// Runs `body` with these functions available to SQL.
    func with(_ functions: [SQLFunction], _ body: () throws -> Void) rethrows {
        for function in functions { sqlite.add(function: function.function) }
        defer { for function in functions { sqlite.remove(function: function.function) } }
        try body()
    }

    /// Moves everything in the write-ahead log into the database file.
    func emptyLog() throws { try sqlite.checkpoint(.truncate) }
}

/// The words of texts with case and accents folded, as in SQLite's word indexes: its own tokenizer, for the engine that has another one.
/// Used on one thread.
final class WordTokens {
    /// The tokenizer belongs to this connection.
    private let queue: DatabaseQueue
    private let tokenizer: any FTS5Tokenizer

    init() throws {
        queue = try DatabaseQueue()
        tokenizer = try queue.inDatabase { try $0.makeTokenizer(.unicode61(diacritics: .remove)) }
    }

    func split(_ text: String) throws -> [String] { try tokenizer.tokenize(query: text).map(\.token) }
}

/// A function for SQL, with one or more texts.
struct SQLFunction: Sendable {
    fileprivate let function: DatabaseFunction
    var name: String { function.name }

    /// `body` receives one text per argument; nil for an argument that isn't a text, and as a result for NULL. `isPure`: equal texts give
    /// equal results.
    init(
        _ name: String, argumentCount: Int = 1, isPure: Bool = false, _ body: @Sendable @escaping ([String?]) throws -> (any Argument)?
    ) {
        function = DatabaseFunction(name, argumentCount: argumentCount, pure: isPure) { values in
            try body(values.map(String.fromDatabaseValue))?.columnValue.databaseValue
        }
    }

    func add(to connection: Connection) { connection.sqlite.add(function: function) }
}
