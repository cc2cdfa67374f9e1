import Foundation
import Records

/// One connection to PostgreSQL, used on one thread. It is lost if the network doesn't answer within `timeout`.
final class PostgresConnection {
    /// Longer than the server's own limit for a statement (`settings`).
    static let timeout = Duration.seconds(150)
    private static let keptLimit = 500

    /// The initial settings of a connection. The server aborts a statement that takes too long, waits too long for a lock, or leaves a
    /// transaction idle.
    private static let settings = """
        SET statement_timeout = '120s'; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '120s';
        SET client_connection_check_interval = '5s'; SET extra_float_digits = 1; SET synchronous_commit = on
        """

    let library: Libpq
    let handle: OpaquePointer
    let timeout: Duration
    let counting: StatementCount?
    /// Whether the connection is unusable.
    var isLost = false
    /// Whether the last transaction reached its body.
    var hasBegun = false
    var changesCount = 0
    /// The tables into which the current transaction has inserted rows.
    var inserted: Set<String> = []
    /// Statements that the transaction sends with its commit, or before the next one whose rows it needs; nil: each is sent at once.
    var gathered: [Gathered]?
    /// Locks that it doesn't take, for tests only.
    var missing: Set<WriteScope.Lock> = []
    /// Whether the current transaction holds the news lock (`WriteScope.news`).
    var hasNews = false
    /// Whether the task that waits for this connection has given up; nil if no task is waiting.
    var isGivenUp: (() -> Bool)?
    /// The rows that are still being received.
    var current: PostgresRows?
    private var texts: [String: PostgresText] = [:]
    /// Prepared statements by text: the types of their parameters, and the name.
    private var kept: [String: [(types: [UInt32], name: String)]] = [:]
    private var keptCount = 0
    /// The number of statements prepared since the connection was opened.
    private var preparedCount = 0

    /// Connects. Throws `PostgresError`. `isBare`: to a server of any version, with its own settings, to inspect it.
    init(
        _ address: DatabaseAddress, timeout: Duration = PostgresConnection.timeout, counting: StatementCount? = nil, isBare: Bool = false
    ) throws {
        let library = try Libpq.loaded()
        self.library = library
        (self.timeout, self.counting) = (timeout, counting)
        guard let connected = Self.withParameters(of: address, { library.connect($0, $1, 1) }) else {
            throw PostgresError(state: "53200", message: "no memory for a connection")
        }
        guard library.status(connected) == 0 else {
            let reason = Self.words(library.errorMessage(connected))
            library.finish(connected)
            throw PostgresError(state: "08001", message: reason)
        }
        handle = connected
        _ = library.setNoticeProcessor(handle, { _, _ in }, nil)
        _ = library.setNonblocking(handle, 1)
        if !isBare { try run(Self.settings) }
    }

    deinit { library.finish(handle) }

    /// The server's version as a number: 150020.
    var serverVersion: Int { Int(library.serverVersion(handle)) }

    // MARK: Statements

    func statement(_ sql: String, isKept: Bool) -> PostgresStatement { PostgresStatement(text(of: sql), isKept: isKept, self) }

    func text(of sql: String) -> PostgresText {
        if let known = texts[sql] { return known }
        let text = PostgresText(sql)
        if texts.count >= 4 * Self.keptLimit { texts = [:] }
        texts[sql] = text
        return text
    }

    func execute(_ sql: String, _ arguments: Arguments) throws {
        guard arguments.values.isEmpty else { return try statement(sql, isKept: false).execute(arguments) }
        counting?.note(sql)
        try run(sql)
    }

    /// Runs one or more statements without arguments.
    func run(_ sql: String) throws {
        try settle()
        try sendGathered()
        try sent(library.sendQuery(handle, sql))
        try finish { _ in }
    }

    /// Begins a statement. `isStreaming`: rows are read as they arrive; otherwise all are buffered when this returns.
    func begin(_ text: PostgresText, _ values: [ColumnValue], isKept: Bool, isStreaming: Bool) throws -> PostgresRows {
        try settle()
        try sendGathered()
        counting?.note(text.sql)
        if let table = text.insertsInto { inserted.insert(table) }
        let parameters = PostgresParameters(values)
        if isKept {
            let name = try prepare(text, parameters)
            try parameters.withPointers { values, lengths, formats in
                try sent(library.sendQueryPrepared(handle, name, CInt(parameters.count), values, lengths, formats, 1))
            }
        } else {
            try parameters.withPointers { values, lengths, formats in
                try sent(
                    library.sendQueryParams(
                        handle, text.sql, CInt(parameters.count), parameters.types, values, lengths, formats, 1))
            }
        }
        let rows = PostgresRows(self)
        guard isStreaming else {
            try finish { rows.add($0) }
            return rows
        }
        _ = library.setSingleRowMode(handle)
        current = rows
        rows.isComing = true
        // Throws an error of the statement here.
        try rows.advance()
        return rows
    }

    /// The name of a prepared statement whose parameters have these types; NULL fits any type.
    func prepare(_ text: PostgresText, _ parameters: PostgresParameters) throws -> String {
        let known = kept[text.sql] ?? []
        if let one = known.first(where: { zip($0.types, parameters.types).allSatisfy { $1 == 0 || $0 == $1 } }) { return one.name }
        if keptCount >= Self.keptLimit {
            try run("DEALLOCATE ALL")
            (kept, keptCount) = ([:], 0)
        }
        // NULL takes the parameter's previous type.
        let types = parameters.types.enumerated().map { place, type in
            type != 0 ? type : known.lazy.map { $0.types[place] }.first { $0 != 0 } ?? 0
        }
        preparedCount += 1
        let name = "s\(preparedCount)"
        try sent(library.sendPrepare(handle, name, text.sql, CInt(types.count), types))
        try finish { _ in }
        kept[text.sql, default: []].append((types, name))
        keptCount += 1
        return name
    }

    /// Sends lines of COPY from `next` until it returns false.
    func copy(_ sql: String, into table: String, _ next: (inout [UInt8]) throws -> Bool) throws {
        try settle()
        counting?.note(sql)
        inserted.insert(table)
        try sent(library.sendQuery(handle, sql))
        guard let answer = try nextResult() else { throw lost("no answer") }
        guard answer.status == .copyIn else {
            try finish { _ in }
            throw answer.error ?? lost("no COPY")
        }
        var bytes: [UInt8] = []
        func put() throws {
            let result = bytes.withUnsafeBytes {
                library.putCopyData(handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), CInt($0.count))
            }
            bytes.removeAll(keepingCapacity: true)
            // On a non-blocking connection, libpq buffers as much as memory allows.
            try sent(result)
        }
        do {
            while try next(&bytes) { if bytes.count >= 1 << 16 { try put() } }
            if !bytes.isEmpty { try put() }
        } catch {
            if !isLost {
                try sent(library.putCopyEnd(handle, "given up"))
                try? finish { _ in }
            }
            throw error
        }
        try sent(library.putCopyEnd(handle, nil))
        try finish { _ in }
    }

    // MARK: Transactions

    /// Runs `body` in a transaction that begins with these statements, and commits it. `hasNews`: the statements take the news lock.
    func transaction<Result>(
        _ beginning: String, hasNews: Bool = false, _ body: (PostgresConnection) throws -> Result
    ) throws -> Result {
        (inserted, hasBegun, self.hasNews) = ([], false, hasNews)
        do {
            try run(beginning)
            hasBegun = true
            let result = try body(self)
            // Discards rows that weren't read completely.
            current?.end()
            try run("COMMIT")
            return result
        } catch {
            current?.end()
            if !isLost { try? run("ROLLBACK") }
            forgetStatements(after: error)
            throw error
        }
    }

    /// After the error that a prepared statement is outdated, because a table has changed.
    func forgetStatements(after error: any Error) {
        guard (error as? PostgresError)?.state == "0A000" else { return }
        try? run("DEALLOCATE ALL")
        (kept, keptCount) = ([:], 0)
    }
}
