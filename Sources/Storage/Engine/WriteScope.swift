import Foundation
import Records

/// What a transaction that writes locks before it reads anything. This is the only place that says so, and in which order (Decision 61).
///
/// In PostgreSQL several transactions write at a time. All of them pass the gate: `everything` closes it for the others, and is what a
/// write has that names nothing else; those that name what they lock pass it together. Only leases go past it. SQLite has one writer, so
/// nothing is locked there.
struct WriteScope: Sendable {
    /// The tables of a topic that is about nothing else: its writes come one after another.
    enum Topic: Int, Sendable {
        case people = 1
        case places, documents, media, jobs, queues
        /// Notices that are claimed by those who send them.
        case claims
        /// Leases that nodes take.
        case leases
    }

    /// The kinds of locks. Tests open a store without one of them, to show that it is needed.
    enum Lock: Sendable, Hashable {
        case gate
        case topic
        /// The row of the person or feed that owns the rest.
        case owner
        case board
        /// The ids of changes and notices.
        case news
        /// The rows that say whether a person may still write.
        case asker
        /// Notices that wait, and take in more.
        case waiting
    }

    /// Statements, each with its lock, in the order in which they run.
    private var statements: [(lock: Lock, sql: String)]
    /// Whether it holds the news from its beginning.
    private(set) var hasNews = false
    /// Whether the body may run again after a collision: it has done nothing but in the database.
    private(set) var mayRepeat = true

    private init(_ statements: [(lock: Lock, sql: String)], hasNews: Bool = false) {
        (self.statements, self.hasNews) = (statements, hasNews)
    }

    private init(_ lock: Lock, _ sql: String) { self.init([(.gate, Self.passing), (lock, sql)]) }

    // MARK: Kinds of writes

    /// No other transaction writes meanwhile.
    static let everything = WriteScope([(.gate, closing)], hasNews: true)

    /// No other row matters to it than those that its statements alter, and each of them looks again at what it alters.
    static let nothing = WriteScope([(.gate, passing)])

    /// Rows of leases and nodes alone, which no other write alters. They don't pass the gate: a lease must not end while a long write has
    /// the rest to itself.
    static let apart = WriteScope([])

    /// The same for leases that are chosen by what others hold: one node after another.
    static let leases = WriteScope([(.topic, line(topics, Topic.leases.rawValue))])

    static func topic(_ topic: Topic) -> WriteScope { WriteScope(.topic, line(topics, topic.rawValue)) }

    /// What belongs to a person: one of their writes after another.
    static func person(_ person: Person.ID) -> WriteScope { WriteScope(.owner, owner("people", "\(person)")) }

    /// The same for the owner of a row of a table.
    static func owner(of table: String, _ id: Int64) -> WriteScope {
        WriteScope(.owner, owner("people", "(SELECT person FROM \(table) WHERE id = \(id))"))
    }

    /// What belongs to a feed: its records, its log, its changes.
    static func feed(_ feed: Feed.ID) -> WriteScope { WriteScope(.owner, owner("feeds", "\(feed)")) }

    /// How many feeds a board has.
    static func board(_ name: String) -> WriteScope { WriteScope(.board, line(boards, number(of: name))) }

    /// FNV-1a. Two names with one number wait for each other.
    static func number(of name: String) -> Int {
        Int(name.utf8.reduce(UInt32(0x811c_9dc5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 } >> 1)
    }

    /// Also alters who gets notices, or removes what they are about: no other transaction posts any meanwhile.
    var withNews: WriteScope {
        guard !hasNews else { return self }
        var scope = self
        // Before rows: who holds the row of a person never waits for the news.
        let place = statements.firstIndex { $0.lock == .owner } ?? statements.endIndex
        scope.statements.insert((.news, Self.news), at: place)
        scope.hasNews = true
        return scope
    }

    /// Its body can't run twice: it uses up what it is given.
    var once: WriteScope {
        var scope = self
        scope.mayRepeat = false
        return scope
    }

    // MARK: Statements of PostgreSQL

    /// Begins the transaction. A statement in it sees what was committed before the statement began: what is read after a lock is as its
    /// last holder left it. It asks for that level, because the database may have another default.
    func beginning(without missing: Set<Lock> = []) -> String {
        let locks = statements.filter { !missing.contains($0.lock) }.map(\.sql)
        return (["BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"] + locks).joined(separator: "; ")
    }

    /// A transaction that logs changes or posts notices holds this to its commit. So their ids are seen in their order, one digest takes in
    /// what two feeds tell, and no watch or channel goes while a notice for it is written.
    static let news = line(lines, 1)
    /// The same for `watch_log`; its triggers take it.
    static let watchLog = "PERFORM pg_advisory_xact_lock(\(lines), 2)"

    private static let closing = "SELECT pg_advisory_xact_lock(\(gate))"
    private static let passing = "SELECT pg_advisory_xact_lock_shared(\(gate))"
    /// "Tdgs".
    private static let gate = 0x5464_6773
    /// "Tdgt", "Tdgu", "Tdgv": with a second number, so they are no numbers of the gate.
    private static let topics = 0x5464_6774
    private static let boards = 0x5464_6775
    private static let lines = 0x5464_6776

    private static func line(_ kind: Int, _ number: Int) -> String { "SELECT pg_advisory_xact_lock(\(kind), \(number))" }

    /// Rows that refer to this one can be added meanwhile.
    private static func owner(_ table: String, _ id: String) -> String { "SELECT 1 FROM \(table) WHERE id = \(id) FOR NO KEY UPDATE" }
}

extension Connection {
    /// From here to the commit no other transaction logs changes or posts notices.
    func holdNews() throws { if case .postgres(let connection) = self { try connection.holdNews() } }

    /// Ends a SELECT of rows that stay as they are until the commit.
    var unaltered: String { locking(.asker, "FOR SHARE") }
    /// The same for rows that others don't lock either.
    var reserved: String { locking(.waiting, "FOR NO KEY UPDATE") }

    /// The same for rows that another transaction doesn't hold: the others are left out.
    var available: String { if case .postgres = self { "FOR NO KEY UPDATE SKIP LOCKED" } else { "" } }

    private func locking(_ lock: WriteScope.Lock, _ words: String) -> String {
        guard case .postgres(let connection) = self, !connection.missing.contains(lock) else { return "" }
        return words
    }

    /// Runs the body of a transaction that writes. With `TIDINGS_RERUN=1` it runs twice, and what the first run does in the database is
    /// undone: so tests find a body that does something else, and that mustn't run again after a collision.
    func running<Result>(_ scope: WriteScope, _ body: (Connection) throws -> Result) throws -> Result {
        if Rehearsal.isOn, scope.mayRepeat {
            try execute(sql: "SAVEPOINT rehearsal")
            _ = try body(self)
            try execute(sql: "ROLLBACK TO SAVEPOINT rehearsal")
            try execute(sql: "RELEASE SAVEPOINT rehearsal")
            // Locks that the body took went with what it did.
            if case .postgres(let connection) = self { connection.hasNews = scope.hasNews }
        }
        return try body(self)
    }
}

/// Whether bodies of transactions run twice.
private enum Rehearsal {
    static let isOn = ProcessInfo.processInfo.environment["TIDINGS_RERUN"] == "1"
}
