/// The connections to the database of an installation, which the server and the command line use concurrently. Reads don't wait for writes;
/// a write waits for the locks of its `WriteScope`.
enum ConnectionPool: Sendable {
    case sqlite(SQLitePool)
    case postgres(PostgresPool)

    var dialect: Dialect { if case .sqlite = self { .sqlite } else { .postgres } }

    /// Migrates the tables to this version's schema.
    func migrate(_ migrations: [Migration]) throws {
        switch self {
        case .sqlite(let pool): try pool.migrate(migrations)
        case .postgres(let pool): try pool.migrate(migrations)
        }
    }

    func read<Result: Sendable>(_ body: @Sendable @escaping (Connection) throws -> Result) async throws -> Result {
        switch self {
        case .sqlite(let pool): try await pool.read(body)
        case .postgres(let pool): try await pool.read { try body(.postgres($0)) }
        }
    }

    /// `isApart`: on its own connection, so it doesn't wait for this process's other writes.
    func write<Result: Sendable>(
        _ scope: WriteScope = .everything, isApart: Bool = false, _ body: @Sendable @escaping (Connection) throws -> Result
    ) async throws -> Result {
        switch self {
        case .sqlite(let pool): try await pool.write(body)
        case .postgres(let pool): try await pool.write(scope, isApart: isApart) { try body(.postgres($0)) }
        }
    }

    /// The same, blocking the caller's thread.
    func readNow<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        switch self {
        case .sqlite(let pool): try pool.readNow(body)
        case .postgres(let pool): try pool.readNow { try body(.postgres($0)) }
        }
    }

    /// Writes, and returns once the data is on the disk. Blocks the caller.
    func writeDurably<Result>(_ scope: WriteScope, _ body: (Connection) throws -> Result) throws -> Result {
        switch self {
        case .sqlite(let pool): try pool.writeDurably(body)
        // PostgreSQL syncs every commit to the disk.
        case .postgres(let pool): try pool.writeNow(scope) { try body(.postgres($0)) }
        }
    }

    /// The same in two packets, on a connection of its own: the first begins the transaction and asks `questions`, whose rows `body` gets;
    /// the second has what `body` writes, and commits. `body` runs once at most. Blocks the caller.
    ///
    /// Throws `CommitLost` if it isn't known whether the transaction was committed.
    func writeInTwoPackets<Result>(
        _ scope: WriteScope, asking questions: [Question], _ body: (Connection, [[Row]]) throws -> Result
    ) throws -> Result {
        switch self {
        case .sqlite(let pool):
            try pool.writeDurably { connection in try body(connection, questions.map { try $0.answer(connection) }) }
        case .postgres(let pool):
            try pool.writeInTwoPackets(scope, asking: questions) { try body(.postgres($0), $1.map { $0.map(Row.postgres) }) }
        }
    }

    /// The same for reading, in one snapshot.
    func readInTwoPackets<Result>(asking questions: [Question], _ body: (Connection, [[Row]]) throws -> Result) throws -> Result {
        switch self {
        case .sqlite(let pool):
            try pool.readNow { connection in try body(connection, questions.map { try $0.answer(connection) }) }
        case .postgres(let pool):
            try pool.readInTwoPackets(asking: questions) { try body(.postgres($0), $1.map { $0.map(Row.postgres) }) }
        }
    }

    /// SQLite's writer connection, outside a transaction, for operations that SQLite allows only there. Blocks the caller.
    func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        guard case .sqlite(let pool) = self else { throw StoredFault("this is for SQLite alone") }
        return try pool.withWriter(body)
    }

    func close() throws {
        switch self {
        case .sqlite(let pool): try pool.close()
        case .postgres(let pool): pool.close()
        }
    }

    /// Calls `tell` after each commit of this process that inserted rows into a table.
    func onInsert(into table: String, _ tell: @escaping @Sendable () -> Void) {
        switch self {
        case .sqlite(let pool): pool.onInsert(into: table, tell)
        case .postgres(let pool): pool.onInsert(into: table, tell)
        }
    }
}

/// A statement whose rows are asked for together with others'.
struct Question {
    let sql: String
    let arguments: Arguments

    init(_ sql: String, _ arguments: Arguments = []) { (self.sql, self.arguments) = (sql, arguments) }

    /// Asks it by itself.
    func answer(_ database: Connection) throws -> [Row] { try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments) }
}

/// The connection was lost during the commit.
struct CommitLost: Error {
    let cause: PostgresError
}

/// A step from the tables of one version to those of the next. It runs once per store; its name never changes.
///
/// A store in PostgreSQL begins with `PostgresTables`, which include all steps up to one of them. Each later step supports both engines.
///
/// Servers of two versions may share a database while they are upgraded one after the other. The earlier version doesn't know the later
/// one's steps, only their names, so the name says whether it can go on (Decision 69): a step that begins with "adds" creates tables, or
/// columns that an earlier version's statements may leave out, and changes nothing that was there.
struct Migration: Sendable {
    static let adding = "adds "

    let name: String
    /// The times in the tables of the topic that it adds, with the columns of today; empty: it adds no topic.
    let times: [StoredTimes]
    let body: @Sendable (Connection) throws -> Void

    init(_ name: String, times: [StoredTimes] = [], _ body: @Sendable @escaping (Connection) throws -> Void) {
        (self.name, self.times, self.body) = (name, times, body)
    }

    init(_ name: String, sql: String, times: [StoredTimes] = []) { self.init(name, times: times) { try $0.execute(sql: sql) } }

    init(_ name: String, sqlite: String, postgres: String) {
        self.init(name) { try $0.execute(sql: $0.dialect == .sqlite ? sqlite : postgres) }
    }

    /// Whether a version that doesn't know the step can use the tables all the same.
    static func onlyAdds(_ name: String) -> Bool { name.hasPrefix(adding) }
}
