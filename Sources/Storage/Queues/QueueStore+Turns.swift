import Foundation
package import Records

// Queues that the desks of several servers share (Decision 67). A desk changes queues only in its turn: a transaction that holds their
// rows, in which it first reads what others have changed.
extension QueueStore {
    /// How long the outcome of a commit is looked for while the database is away.
    private static let patience = Duration.seconds(10)

    /// Begins to share queues: those that aren't stored yet begin as `lines` say. Blocks the thread.
    package func share(_ lines: [QueueWriting.Line]) throws {
        do {
            // While no desk has a turn.
            try database.pool.writeDurably(.everything) { database in
                for line in lines {
                    try database.execute(
                        sql: """
                            INSERT INTO queues (name, board, day, began, next, settings) VALUES (?, ?, ?, ?, ?, ?)
                            ON CONFLICT (name) DO NOTHING
                            """,
                        arguments: [line.name, line.board, line.day, line.began.milliseconds, line.next, try Self.json(line.settings)])
                    try Self.writeDay(line, database)
                }
                if let sql = database.dialect.followingTicketIDs { try database.execute(sql: sql) }
            }
        } catch {
            throw StorageError.mapped(error, doing: "sharing queues with other servers")
        }
    }

    /// Holds queues, tells `decide` what has changed, and stores its decisions: all of them or none. nil: none. Blocks the thread until
    /// they are on the disk. `decide` runs once at most.
    ///
    /// `people` gave these commands; throws `Withdrawn` for the first of them who may no longer give them, before anything is decided.
    /// After another error nothing was stored, unless the connection was lost during the commit and the database stays away.
    package func takeTurn(
        _ asking: QueueAsking, onBehalfOf people: [OnBehalf] = [], _ decide: (QueueReading) -> QueueWriting?
    ) throws {
        do {
            let questions = Self.questions(asking, database.pool.dialect)
            try database.pool.writeInTwoPackets(.nothing, asking: questions) { database, answers in
                for person in people { try person.check(database) }
                let turn = try QueueTurn(answers, asking)
                if let writing = decide(turn.reading) { try Self.write(writing, in: turn, asking, database) }
            }
            database.room.note(nil)
        } catch {
            let failure = StorageError.mapped((error as? CommitLost)?.cause ?? error, doing: "writing down what queues did")
            if error is CommitLost, try wasCommitted(asking, unless: failure) { return }
            database.room.note(failure)
            throw failure
        }
    }

    /// Whether the group was committed after all. Its transaction may still be under way, but has ended once its rows can be held.
    private func wasCommitted(_ asking: QueueAsking, unless failure: any Error) throws -> Bool {
        let end = ContinuousClock.now + Self.patience
        while true {
            var found: Bool?
            do {
                let rows = Self.rows(of: asking.known.keys.sorted(), isHolding: true, database.pool.dialect)
                try database.pool.writeInTwoPackets(.nothing, asking: [rows]) { _, answers in
                    found = answers[0].contains { LastGroups($0["desks"])[asking.desk] == asking.group }
                }
            } catch {
                guard found != nil || ContinuousClock.now < end else { throw failure }
            }
            if let found { return found }
            Thread.sleep(forTimeInterval: 0.2)
        }
    }

    /// What desks have changed since these versions of queues, by name. Blocks the thread.
    package func news(after known: [String: Int64]) throws -> QueueReading {
        let dialect = database.pool.dialect
        do {
            return try database.pool.readInTwoPackets(
                asking: [Self.rows(of: known.keys.sorted(), isHolding: false, dialect), Self.clock(dialect)]
            ) { database, answers in
                var reading = try QueueReading(answers[0], clock: answers[1])
                for line in reading.lines {
                    let former = known[line.name] ?? 0
                    guard line.version > former else { continue }
                    try reading.add(Self.changes(in: line.name, after: former).map { try $0.answer(database) }, of: line.name)
                }
                return reading
            }
        } catch {
            throw StorageError.mapped((error as? CommitLost)?.cause ?? error, doing: "reading the queues")
        }
    }

    // MARK: Questions

    private static func questions(_ asking: QueueAsking, _ dialect: Dialect) -> [Question] {
        let names = asking.known.keys.sorted()
        let changes = names.flatMap { Self.changes(in: $0, after: asking.known[$0] ?? 0) }
        let ids = asking.tickets > 0 ? [Question(dialect.ticketIDs, [asking.tickets])] : []
        return [rows(of: names, isHolding: true, dialect), clock(dialect)] + changes + ids
    }

    /// In the order of their names, so that two desks never wait for each other.
    private static func rows(of names: [String], isHolding: Bool, _ dialect: Dialect) -> Question {
        Question(
            """
            SELECT name, day, next, settings, version, whole, timeline, desks FROM queues WHERE \(dialect.list.hasText("name"))
            ORDER BY name \(isHolding ? dialect.forChange : "")
            """, [ValueList.argument(names)])
    }

    /// After the rows are held: no time is before that of the last holder.
    private static func clock(_ dialect: Dialect) -> Question {
        Question("SELECT \(dialect.now) AS time, \(dialect.timeline) AS timeline, \(listening) AS listens")
    }

    private static func changes(in queue: String, after version: Int64) -> [Question] {
        [
            Question("SELECT * FROM queue_tickets WHERE line = ? AND version > ? AND version > 0 ORDER BY id", [queue, version]),
            Question(
                "SELECT day, first, last, joined FROM queue_spans WHERE queue = ? AND version > ? AND version > 0 ORDER BY first",
                [queue, version]),
            Question("SELECT day, first, last, kiosk FROM queue_blocks WHERE queue = ? AND version > ? ORDER BY first", [queue, version]),
        ]
    }
}

/// What the first packet of a turn has answered.
struct QueueTurn {
    let reading: QueueReading
    let listens: Bool
    /// By the names of queues.
    let desks: [String: LastGroups]

    init(_ answers: [[Row]], _ asking: QueueAsking) throws {
        var reading = try QueueReading(answers[0], clock: answers[1])
        for (index, name) in asking.known.keys.sorted().enumerated() {
            try reading.add(Array(answers[(2 + 3 * index)..<(5 + 3 * index)]), of: name)
        }
        if asking.tickets > 0 { reading.ids = answers[2 + 3 * asking.known.count].map { $0[0] } }
        self.reading = reading
        listens = answers[1].first.map { $0["listens"] as Bool } ?? false
        desks = Dictionary(answers[0].map { ($0["name"], LastGroups($0["desks"])) }) { first, _ in first }
    }
}

extension QueueReading {
    fileprivate init(_ rows: [Row], clock: [Row]) throws {
        guard let clock = clock.first else { throw StoredFault("the database has no time") }
        let lines = rows.map {
            Line(
                name: $0["name"], day: $0["day"], next: $0["next"], settings: $0["settings"], version: $0["version"], whole: $0["whole"],
                timeline: $0["timeline"])
        }
        self.init(lines: lines, time: Timestamp(milliseconds: clock["time"]), timeline: clock["timeline"])
    }

    /// The rows that `QueueStore.changes` asks for.
    fileprivate mutating func add(_ changes: [[Row]], of queue: String) throws {
        tickets += try changes[0].map(Ticket.init)
        spans += changes[1].map {
            let span = BareSpan(first: $0["first"], last: $0["last"], joined: Timestamp(milliseconds: $0["joined"]))
            return Span(queue: queue, day: $0["day"], span: span)
        }
        blocks += changes[2].map {
            Block(queue: queue, day: $0["day"], block: KioskBlock(first: $0["first"], last: $0["last"], kiosk: $0["kiosk"]))
        }
    }
}
