import Foundation
import Records

/// One connection to PostgreSQL, used on one thread. It never waits longer than `patience` for the network: then it is lost.
final class PostgresConnection {
    /// Beyond what the server allows a statement (`settings`).
    static let patience = Duration.seconds(150)
    /// Seconds for each host of an address.
    private static let connectingPatience = 5
    private static let mostKept = 500

    /// How a connection begins. The server ends what takes too long, and what waits too long for a lock or for this program.
    private static let settings = """
        SET statement_timeout = '120s'; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '120s';
        SET client_connection_check_interval = '5s'; SET extra_float_digits = 1; SET synchronous_commit = on
        """

    let library: Libpq
    private let handle: OpaquePointer
    private let patience: Duration
    private let counting: StatementCount?
    /// Whether it can't be used any more.
    private(set) var isLost = false
    /// Whether the last transaction got as far as its body.
    private(set) var hasBegun = false
    private(set) var changesCount = 0
    /// The tables into which the transaction has inserted rows.
    private(set) var inserted: Set<String> = []
    /// Locks that it doesn't take: for tests alone.
    var missing: Set<WriteScope.Lock> = []
    /// Whether the transaction under way holds the news (`WriteScope.news`).
    var hasNews = false
    /// Whether who waits for this connection has given up; nil while no task does.
    var isGivenUp: (() -> Bool)?
    /// What is still coming.
    private var current: PostgresRows?
    private var texts: [String: PostgresText] = [:]
    /// Prepared statements by their text: the types of parameters, and the name.
    private var kept: [String: [(types: [UInt32], name: String)]] = [:]
    private var keptCount = 0
    /// Since the beginning.
    private var preparedCount = 0

    /// Connects. Throws `PostgresError`. `isBare`: to a server of any version, with its own settings, for a look at it.
    init(
        _ address: DatabaseAddress, patience: Duration = PostgresConnection.patience, counting: StatementCount? = nil, isBare: Bool = false
    ) throws {
        let library = try Libpq.loaded()
        self.library = library
        (self.patience, self.counting) = (patience, counting)
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

    private static func withParameters<Result>(of address: DatabaseAddress, _ body: (Libpq.Texts?, Libpq.Texts?) -> Result) -> Result {
        // What the address says comes after what is usual.
        let parameters = [
            ("connect_timeout", "\(connectingPatience)"), ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"),
            ("keepalives_interval", "5"), ("keepalives_count", "3"), ("application_name", "tidings"), ("dbname", address.text),
            ("client_encoding", "UTF8"),
        ]
        let texts = (names: parameters.map { strdup($0.0) }, values: parameters.map { strdup($0.1) })
        defer { for text in texts.names + texts.values { free(text) } }
        let names: [Libpq.Text?] = texts.names.map { UnsafePointer($0) } + [nil]
        let values: [Libpq.Text?] = texts.values.map { UnsafePointer($0) } + [nil]
        return body(names, values)
    }

    /// Connects once more to a server that has refused it, for the code of the refusal: words come in the server's language. nil if it
    /// refuses no longer, or says no code.
    static func refusal(of address: DatabaseAddress) -> PostgresError? {
        guard let library = try? Libpq.loaded() else { return nil }
        guard let handle = withParameters(of: address, { library.connectStart($0, $1, 1) }) else { return nil }
        defer { library.finish(handle) }
        // PQERRORS_VERBOSE: "FATAL:  28P01: …".
        _ = library.setErrorVerbosity(handle, 2)
        let end = ContinuousClock.now + .seconds(connectingPatience)
        // PGRES_POLLING_WRITING, as libpq's manual begins.
        var state: CInt = library.status(handle) == 1 ? 0 : 2
        while state == 1 || state == 2, ContinuousClock.now < end {
            var asked = pollfd(fd: library.socket(handle), events: Int16(state == 1 ? POLLIN : POLLOUT), revents: 0)
            if poll(&asked, 1, 1000) > 0 { state = library.connectPoll(handle) }
        }
        guard state == 0 else { return nil }
        let message = words(library.errorMessage(handle))
        guard let code = message.firstMatch(of: #/:\s\s([0-9A-Z]{5}):\s/#)?.1 else { return nil }
        return PostgresError(state: String(code), message: message)
    }

    deinit { library.finish(handle) }

    private static func words(_ text: Libpq.Text?) -> String {
        text.map { String(cString: $0).split(separator: "\n").joined(separator: " ") } ?? "error"
    }

    /// As its number: 150020.
    var serverVersion: Int { Int(library.serverVersion(handle)) }

    // MARK: Statements

    func statement(_ sql: String, isKept: Bool) -> PostgresStatement {
        let text: PostgresText
        if let known = texts[sql] {
            text = known
        } else {
            text = PostgresText(sql)
            if texts.count >= 4 * Self.mostKept { texts = [:] }
            texts[sql] = text
        }
        return PostgresStatement(text, isKept: isKept, self)
    }

    func execute(_ sql: String, _ arguments: Arguments) throws {
        guard arguments.values.isEmpty else { return try statement(sql, isKept: false).execute(arguments) }
        counting?.note(sql)
        try run(sql)
    }

    /// One or more statements without arguments.
    func run(_ sql: String) throws {
        try settle()
        try sent(library.sendQuery(handle, sql))
        try finish { _ in }
    }

    /// Begins a statement. `isStreaming`: rows are read as they come, else all are there when this returns.
    func begin(_ text: PostgresText, _ values: [ColumnValue], isKept: Bool, isStreaming: Bool) throws -> PostgresRows {
        try settle()
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
        // So that an error is thrown here.
        try rows.advance()
        return rows
    }

    /// The name of a prepared statement whose parameters have these types; a value that is nothing fits any.
    private func prepare(_ text: PostgresText, _ parameters: PostgresParameters) throws -> String {
        let known = kept[text.sql] ?? []
        if let one = known.first(where: { zip($0.types, parameters.types).allSatisfy { $1 == 0 || $0 == $1 } }) { return one.name }
        if keptCount >= Self.mostKept {
            try run("DEALLOCATE ALL")
            (kept, keptCount) = ([:], 0)
        }
        // What a parameter was before says what it is where it is nothing now.
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

    /// Writes lines of COPY, which `next` gives until there are none.
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
            // In a connection that doesn't block, it takes what there is memory for.
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

    /// Runs `body` in a transaction that begins with these statements, and commits it. `hasNews`: they take that lock.
    func transaction<Result>(
        _ beginning: String, hasNews: Bool = false, _ body: (PostgresConnection) throws -> Result
    ) throws -> Result {
        (inserted, hasBegun, self.hasNews) = ([], false, hasNews)
        do {
            try run(beginning)
            hasBegun = true
            let result = try body(self)
            // Rows that weren't read to their end.
            current?.end()
            try run("COMMIT")
            return result
        } catch {
            current?.end()
            if !isLost { try? run("ROLLBACK") }
            // What was prepared for tables as they were.
            if (error as? PostgresError)?.state == "0A000" {
                try? run("DEALLOCATE ALL")
                (kept, keptCount) = ([:], 0)
            }
            throw error
        }
    }

    // MARK: The network

    /// Ends what is still coming: its rows that are still wanted are kept in memory.
    private func settle() throws {
        guard let rows = current else { return }
        while rows.isComing { try rows.take() }
    }

    /// What a result of the statement under way is; nil after the last.
    fileprivate func nextResult() throws -> PostgresResult? {
        while library.isBusy(handle) == 1 {
            try wait(POLLIN)
            guard library.consumeInput(handle) == 1 else { throw lost() }
        }
        guard let result = library.getResult(handle) else { return nil }
        return PostgresResult(result, library)
    }

    fileprivate func ended(_ rows: PostgresRows) { if current === rows { current = nil } }

    /// Reads all results of what was sent. Throws the first error in them.
    private func finish(_ take: (PostgresResult) -> Void) throws {
        var failure: PostgresError?
        while let result = try nextResult() {
            if result.status == .copyIn { throw lost("COPY where none was asked for") }
            if let error = result.error {
                failure = failure ?? noted(error)
            } else {
                note(result)
                take(result)
            }
        }
        if let failure { throw failure }
    }

    /// The same error; the connection is lost where that is what it says.
    fileprivate func noted(_ error: PostgresError) -> PostgresError {
        guard library.status(handle) != 0 else { return error }
        isLost = true
        return error.state == PostgresError.unknown ? PostgresError(state: "08006", message: error.message) : error
    }

    fileprivate func note(_ result: PostgresResult) { if let count = result.changedRows { changesCount = count } }

    /// Goes on when all that was to be sent is on its way.
    private func sent(_ result: CInt) throws {
        guard result == 1 else { throw lost() }
        while true {
            switch library.flush(handle) {
            case 0: return
            case 1:
                let ready = try wait(POLLIN | POLLOUT)
                if ready & Int16(POLLIN) != 0, library.consumeInput(handle) != 1 { throw lost() }
            default: throw lost()
            }
        }
    }

    @discardableResult
    private func wait(_ events: Int32) throws -> Int16 {
        let end = ContinuousClock.now + patience
        var asked = pollfd(fd: library.socket(handle), events: Int16(events), revents: 0)
        while true {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { throw lost("no answer from the database for \(patience.components.seconds) seconds") }
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
            let count = poll(&asked, 1, Int32(clamping: milliseconds))
            if count > 0 { return asked.revents }
            guard count == 0 || errno == EINTR else { throw lost() }
        }
    }

    private func lost(_ reason: String? = nil) -> PostgresError {
        isLost = true
        current?.isComing = false
        current = nil
        return PostgresError(state: "08006", message: reason ?? Self.words(library.errorMessage(handle)))
    }

    /// Asks the server to end the statement under way. Another thread calls the result.
    var cancelling: @Sendable () -> Void {
        let request = PostgresCancel(library.getCancel(handle), library)
        return { request.send() }
    }
}

/// What ends a statement of a connection, from any thread.
private final class PostgresCancel: @unchecked Sendable {
    private let request: OpaquePointer?
    private let library: Libpq

    init(_ request: OpaquePointer?, _ library: Libpq) { (self.request, self.library) = (request, library) }

    deinit { if let request { library.freeCancel(request) } }

    func send() {
        var reason = [CChar](repeating: 0, count: 256)
        if let request { _ = library.cancel(request, &reason, CInt(reason.count)) }
    }
}

/// The rows of a statement. Those that haven't come yet are read when they are asked for, or when the connection has something else to do.
final class PostgresRows {
    private let connection: PostgresConnection
    private var results: [PostgresResult] = []
    private var place = (result: 0, row: 0)
    private var isEnded = false
    fileprivate var isComing = false

    fileprivate init(_ connection: PostgresConnection) { self.connection = connection }

    fileprivate func add(_ result: PostgresResult) { if !isEnded, result.rowCount > 0 { results.append(result) } }

    /// Has a row at hand, unless there is none.
    fileprivate func advance() throws { while isComing, place.result == results.count { try take() } }

    fileprivate func take() throws {
        guard let result = try connection.nextResult() else {
            isComing = false
            return connection.ended(self)
        }
        if let error = result.error {
            // Nothing follows but the end.
            while try connection.nextResult() != nil {}
            isComing = false
            connection.ended(self)
            throw connection.noted(error)
        }
        connection.note(result)
        add(result)
    }

    func next() throws -> PostgresRow? {
        // The server may have sent all rows before it heard of it.
        if connection.isGivenUp?() == true { throw PostgresError(state: "57014", message: "given up") }
        try advance()
        guard place.result < results.count else { return nil }
        let row = PostgresRow(result: results[place.result], index: CInt(place.row))
        place.row += 1
        if place.row == results[place.result].rowCount {
            place = (place.result + 1, 0)
            // Those that were read aren't held.
            if place.result == results.count {
                results = []
                place = (0, 0)
            }
        }
        return row
    }

    /// The rest isn't wanted.
    func end() {
        isEnded = true
        results = []
        place = (0, 0)
        while isComing { do { try take() } catch { isComing = false } }
    }
}
