import Foundation
import Records

/// The locks that a writing transaction takes before it reads. This is the only place that defines them and their order (Decision 61).
///
/// In PostgreSQL several transactions write at a time. All of them pass the gate: `everything`, the default of a write, takes it
/// exclusively; transactions that name their locks share it. Only leases skip it. SQLite has one writer, so nothing is locked there.
struct WriteScope: Sendable {
    /// Topics with tables of their own: the writes of one topic run one after another.
    enum Topic: Int, Sendable {
        case people = 1
        case places, documents, media, jobs, queues
        /// Notices that senders claim.
        case claims
        /// Leases that nodes acquire.
        case leases
    }

    /// The kinds of locks. Tests open a store without one of them, to show that it is needed.
    enum Lock: Sendable, Hashable {
        case gate
        case topic
        /// The row of the person or feed that owns the other rows.
        case owner
        case board
        /// The ids of changes and notices.
        case news
        /// The rows that determine whether a person may still write.
        case asker
        /// Pending notices that more changes may join.
        case waiting
    }

    /// Statements, each with its lock, in execution order.
    private var statements: [(lock: Lock, sql: String)]
    /// Whether it locks the news from the start.
    private(set) var hasNews = false
    /// Whether the body may run again after a collision, because it has no effect outside the database.
    private(set) var mayRepeat = true

    private init(_ statements: [(lock: Lock, sql: String)], hasNews: Bool = false) {
        (self.statements, self.hasNews) = (statements, hasNews)
    }

    private init(_ lock: Lock, _ sql: String) { self.init([(.gate, Self.passing), (lock, sql)]) }

    // MARK: Kinds of writes

    /// No other transaction writes meanwhile.
    static let everything = WriteScope([(.gate, closing)], hasNews: true)

    /// No other row matters to it than those that its statements change, and each statement checks its rows again.
    static let nothing = WriteScope([(.gate, passing)])

    /// Only rows of leases and nodes, which no other write changes. They skip the gate: a lease must not expire while a long write holds it
    /// exclusively.
    static let apart = WriteScope([])

    /// The same for leases whose choice depends on what others hold: one node after another.
    static let leases = WriteScope([(.topic, line(topics, Topic.leases.rawValue))])

    static func topic(_ topic: Topic) -> WriteScope { WriteScope(.topic, line(topics, topic.rawValue)) }

    /// A person's data: their writes run one after another.
    static func person(_ person: Person.ID) -> WriteScope { WriteScope(.owner, owner("people", "\(person)")) }

    /// The same for the owner of a row of a table.
    static func owner(of table: String, _ id: Int64) -> WriteScope {
        WriteScope(.owner, owner("people", "(SELECT person FROM \(table) WHERE id = \(id))"))
    }

    /// A feed's data: its records, its log, its changes.
    static func feed(_ feed: Feed.ID) -> WriteScope { WriteScope(.owner, owner("feeds", "\(feed)")) }

    /// A board's number of feeds.
    static func board(_ name: String) -> WriteScope { WriteScope(.board, line(boards, number(of: name))) }

    /// FNV-1a. Two names with the same number wait for each other.
    static func number(of name: String) -> Int {
        Int(name.utf8.reduce(UInt32(0x811c_9dc5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 } >> 1)
    }

    /// Also changes who gets notices, or removes what they are about. No other transaction posts notices meanwhile.
    var withNews: WriteScope {
        guard !hasNews else { return self }
        var scope = self
        // Before rows: a transaction that has locked a person's row never waits for the news.
        let place = statements.firstIndex { $0.lock == .owner } ?? statements.endIndex
        scope.statements.insert((.news, Self.news), at: place)
        scope.hasNews = true
        return scope
    }

    /// Its body can't run twice, because it consumes its input.
    var once: WriteScope {
        var scope = self
        scope.mayRepeat = false
        return scope
    }

    // MARK: Statements of PostgreSQL

    /// Begins the transaction at the level at which each statement sees what was committed before it began, so reads after a lock see the
    /// last holder's writes. The level is explicit, because the database may have another default.
    func beginning(without missing: Set<Lock> = []) -> String { steps(without: missing).joined(separator: "; ") }

    /// The same, statement by statement.
    func steps(without missing: Set<Lock> = []) -> [String] {
        let locks = statements.filter { !missing.contains($0.lock) }.map(\.sql)
        return ["BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"] + locks
    }

    /// A transaction that logs changes or posts notices holds this lock until it commits. So their ids become visible in order, one digest
    /// includes the changes of two feeds, and no watch or channel disappears while a notice for it is written.
    static let news = line(lines, 1)
    /// The same for `watch_log`; its triggers take it.
    static let watchLog = "PERFORM pg_advisory_xact_lock(\(lines), 2)"

    private static let closing = "SELECT pg_advisory_xact_lock(\(gate))"
    private static let passing = "SELECT pg_advisory_xact_lock_shared(\(gate))"
    /// "Tdgs", the key of the gate's advisory lock.
    private static let gate = 0x5464_6773
    /// "Tdgt", "Tdgu", "Tdgv": used with a second number, so they never equal a number of the gate.
    private static let topics = 0x5464_6774
    private static let boards = 0x5464_6775
    private static let lines = 0x5464_6776

    private static func line(_ kind: Int, _ number: Int) -> String { "SELECT pg_advisory_xact_lock(\(kind), \(number))" }

    /// Rows that reference this one can still be inserted.
    private static func owner(_ table: String, _ id: String) -> String { "SELECT 1 FROM \(table) WHERE id = \(id) FOR NO KEY UPDATE" }
}

extension Connection {
    /// From here until the commit, no other transaction logs changes or posts notices.
    func holdNews() throws { if case .postgres(let connection) = self { try connection.holdNews() } }

    /// Ends a SELECT whose rows mustn't change before the commit.
    var unaltered: String { locking(.asker, "FOR SHARE") }
    /// The same for rows that other transactions mustn't lock either.
    var reserved: String { locking(.waiting, "FOR NO KEY UPDATE") }

    /// The same, skipping rows that another transaction has locked.
    var available: String { if case .postgres = self { "FOR NO KEY UPDATE SKIP LOCKED" } else { "" } }

    private func locking(_ lock: WriteScope.Lock, _ words: String) -> String {
        guard case .postgres(let connection) = self, !connection.missing.contains(lock) else { return "" }
        return words
    }

    /// Runs the body of a writing transaction. With `TIDINGS_RERUN=1` it runs twice, and the first run's database changes are rolled back,
    /// so tests find a body with other effects, which must not run again after a collision.
    func running<Result>(_ scope: WriteScope, _ body: (Connection) throws -> Result) throws -> Result {
        if Rehearsal.isOn, scope.mayRepeat {
            try execute(sql: "SAVEPOINT rehearsal")
            _ = try body(self)
            try execute(sql: "ROLLBACK TO SAVEPOINT rehearsal")
            try execute(sql: "RELEASE SAVEPOINT rehearsal")
            // The rollback also released the locks that the body took.
            if case .postgres(let connection) = self { connection.hasNews = scope.hasNews }
        }
        return try body(self)
    }
}

/// Whether transaction bodies run twice.
private enum Rehearsal {
    static let isOn = ProcessInfo.processInfo.environment["TIDINGS_RERUN"] == "1"
}
