import Foundation
import GRDB

/// The database as the body of a transaction has it: the statements that it runs, and what they did.
///
/// The calls are spelled as GRDB spells them, which is beneath. Lives as long as the body, on its thread.
struct Connection {
    let database: GRDB.Database

    init(_ database: GRDB.Database) { self.database = database }

    /// Runs one statement or several, with arguments for all of them in order.
    func execute(sql: String, arguments: Arguments = []) throws { try database.execute(sql: sql, arguments: arguments.values) }

    /// A statement that is prepared once for each connection.
    func cachedStatement(sql: String) throws -> Statement { Statement(statement: try database.cachedStatement(sql: sql)) }

    /// A statement that is prepared for this use.
    func makeStatement(sql: String) throws -> Statement { Statement(statement: try database.makeStatement(sql: sql)) }

    /// Rows that the last statement inserted, updated or deleted.
    var changesCount: Int { database.changesCount }
    var lastInsertedRowID: Int64 { database.lastInsertedRowID }

    /// The next id of a table that never gives one twice (AUTOINCREMENT). It and those after it may be given to rows.
    func nextID(of table: String) throws -> Int64 {
        let last = try cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = ?")
        return try (Int64.fetchOne(last, arguments: [table]) ?? 0) + 1
    }

    func tableExists(_ name: String) throws -> Bool { try database.tableExists(name) }

    /// The words of a text as the indexes of words have them: case and accents folded.
    func tokenizer() throws -> (String) throws -> [String] {
        let tokenizer = try database.makeTokenizer(.unicode61(diacritics: .remove))
        return { try tokenizer.tokenize(query: $0).map(\.token) }
    }

    /// Runs `body` in a transaction that begins as one that writes; for a connection that is in none.
    func inTransaction(_ body: () throws -> Void) throws {
        try database.inTransaction(.immediate) {
            try body()
            return .commit
        }
    }

    /// Runs `body` with these functions known to SQL.
    func with(_ functions: [SQLFunction], _ body: () throws -> Void) rethrows {
        for function in functions { database.add(function: function.function) }
        defer { for function in functions { database.remove(function: function.function) } }
        try body()
    }

    /// Moves all that the log of writes holds into the database file.
    func emptyLog() throws { try database.checkpoint(.truncate) }
}

/// A prepared statement.
struct Statement {
    let statement: GRDB.Statement

    /// Runs it to its end. Without arguments those that were set before hold.
    func execute(arguments: Arguments? = nil) throws { try statement.execute(arguments: arguments?.values) }

    /// Throws if they aren't as many as the statement has parameters.
    func setArguments(_ arguments: Arguments) throws { try statement.setArguments(arguments.values) }
}

/// What a statement is run with: in the order of its parameters, or by their names.
struct Arguments: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    fileprivate(set) var values: StatementArguments

    init(arrayLiteral elements: (any Argument)?...) { self.init(elements) }
    init(dictionaryLiteral elements: (String, (any Argument)?)...) {
        values = StatementArguments(elements.map { ($0.0, $0.1 as (any DatabaseValueConvertible)?) })
    }
    init(_ list: some Sequence<(any Argument)?>) { values = StatementArguments(list.map { $0 as (any DatabaseValueConvertible)? }) }
    init(_ list: some Sequence<some Argument>) { values = StatementArguments(list) }
    init(_ named: [String: Int64]) { values = StatementArguments(named) }
    private init(values: StatementArguments) { self.values = values }

    static func + (before: Arguments, after: Arguments) -> Arguments { Arguments(values: before.values + after.values) }
    static func += (before: inout Arguments, after: Arguments) { before.values += after.values }
}

/// A function that SQL can call, of one text or several.
struct SQLFunction: Sendable {
    fileprivate let function: DatabaseFunction
    var name: String { function.name }

    /// `body` has as many texts as there are arguments; nil for an argument that is none, or for a result that is NULL.
    /// `isPure`: the same texts give the same result.
    init(
        _ name: String, argumentCount: Int = 1, isPure: Bool = false, _ body: @Sendable @escaping ([String?]) throws -> (any Argument)?
    ) {
        function = DatabaseFunction(name, argumentCount: argumentCount, pure: isPure) { values in
            try body(values.map(String.fromDatabaseValue))
        }
    }

    func add(to connection: Connection) { connection.database.add(function: function) }
}
