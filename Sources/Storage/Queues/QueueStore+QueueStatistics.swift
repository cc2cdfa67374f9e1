package import Foundation
package import Records

// Figures of queues, computed from their tickets and acts. SQLite computes medians and other figures, so memory use doesn't depend on the
// size of a day.
extension QueueStore {
    /// The statistics of the tickets that joined a queue in that time.
    package func queueStatistics(of queue: String, during moments: Range<Timestamp>, in zone: TimeZone) async throws -> QueueStatistics {
        let local = Self.localTime(during: moments, in: zone)
        return try await database.read("making the statistics of a queue") { database in
            let query = StatisticsQuery(queue: queue, moments: moments, local: local, database: database)
            var statistics = QueueStatistics()
            statistics.total = try query.figures(by: "0", Int.self)[0] ?? .init()
            statistics.byDay = try query.figures(by: "local / 86400000", Int.self)
            statistics.byHour = try query.figures(by: "local / 3600000 % 24", Int.self)
            statistics.byCounter = try query.served(by: "counter", String.self)
            statistics.byClerk = try query.served(by: "person", Int64.self)
            return statistics
        }
    }

    /// The no-shows since the queue's day began, latest first.
    package func missedTickets(in queue: String, limit: Int) async throws -> [Ticket] {
        try await database.read("reading no-shows") { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM queue_tickets WHERE line = ?1 AND state = 'noShow'
                    AND ended >= (SELECT began FROM queues WHERE name = ?1) ORDER BY ended DESC, id DESC LIMIT ?2
                    """, arguments: [queue, limit]
            ).map(Ticket.init)
        }
    }

    /// A page of the tickets that joined a queue in that time, in order of their ids. Bare numbers that were never called aren't tickets.
    package func tickets(joinedIn queue: String, during moments: Range<Timestamp>, after id: Ticket.ID = 0, limit: Int) async throws
        -> [Ticket]
    {
        try await database.read("reading the tickets of a queue") { database in
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM queue_tickets WHERE line = ? AND id > ? AND joined >= ? AND joined < ? ORDER BY id LIMIT ?",
                arguments: [queue, id, moments.lowerBound.milliseconds, moments.upperBound.milliseconds, limit]
            ).map(Ticket.init)
        }
    }

    /// The column `joined` as local time in a zone, in milliseconds, because SQLite has no time zones.
    private static func localTime(during moments: Range<Timestamp>, in zone: TimeZone) -> String {
        var changes: [Timestamp] = []
        var next = zone.nextDaylightSavingTimeTransition(after: moments.lowerBound.date)
        while let change = next.map({ Timestamp($0) }), change < moments.upperBound, changes.count < 100 {
            changes.append(change)
            next = zone.nextDaylightSavingTimeTransition(after: change.date)
        }
        func offset(at time: Timestamp) -> Int { zone.secondsFromGMT(for: time.date) * 1000 }
        let cases = zip(changes, [moments.lowerBound] + changes).map { "WHEN joined < \($0.milliseconds) THEN \(offset(at: $1)) " }
        let last = offset(at: changes.last ?? moments.lowerBound)
        return cases.isEmpty ? "joined + \(last)" : "joined + CASE \(cases.joined())ELSE \(last) END"
    }
}

/// The queries behind `QueueStatistics`. `key` is an expression of ours over `chosen`, or a column of `episodes`.
private struct StatisticsQuery {
    let queue: String
    let moments: Range<Timestamp>
    /// The time at which a ticket joined, on the queue's clock.
    let local: String
    let database: Connection

    func figures<Key: Hashable & Column>(by key: String, _: Key.Type) throws
        -> [Key: QueueStatistics.Figures]
    {
        var figures: [Key: QueueStatistics.Figures] = [:]
        let counts = """
            SELECT \(key), count(*), count(*) FILTER (WHERE state = 'finished'), count(*) FILTER (WHERE state = 'noShow'),
                count(*) FILTER (WHERE state = 'left') FROM chosen GROUP BY 1
            UNION ALL
            SELECT \(key), sum(count), 0, 0, sum(CASE WHEN isOver THEN count ELSE 0 END) FROM bare GROUP BY 1
            """
        for row in try rows(counts) {
            let key: Key = row[0]
            figures[key, default: .init()].taken += row[1]
            figures[key, default: .init()].served += row[2]
            figures[key, default: .init()].noShows += row[3]
            figures[key, default: .init()].left += row[4]
        }
        let waits = """
            SELECT \(key) AS key, min(began) - joined AS length FROM episodes JOIN chosen ON chosen.id = ticket
            GROUP BY ticket, joined, local
            """
        for (key, spread) in try spreads(waits, Key.self) { figures[key, default: .init()].waits = spread }
        let services = """
            SELECT \(key) AS key, finished - began AS length FROM episodes JOIN chosen ON chosen.id = ticket WHERE outcome = 'finish'
            """
        for (key, spread) in try spreads(services, Key.self) { figures[key, default: .init()].services = spread }
        return figures
    }

    func served<Key: Hashable & Column>(by key: String, _: Key.Type) throws
        -> [Key: QueueStatistics.Figures]
    {
        var figures: [Key: QueueStatistics.Figures] = [:]
        let counts = """
            SELECT episodes.\(key), count(*) FILTER (WHERE outcome = 'finish'), count(*) FILTER (WHERE outcome = 'noShow')
            FROM episodes JOIN chosen ON chosen.id = ticket
            WHERE episodes.\(key) IS NOT NULL GROUP BY 1
            """
        for row in try rows(counts) {
            var one = QueueStatistics.Figures()
            (one.served, one.noShows) = (row[1], row[2])
            figures[row[0]] = one
        }
        let services = """
            SELECT episodes.\(key) AS key, finished - began AS length FROM episodes JOIN chosen ON chosen.id = ticket
            WHERE outcome = 'finish' AND episodes.\(key) IS NOT NULL
            """
        for (key, spread) in try spreads(services, Key.self) { figures[key, default: .init()].services = spread }
        return figures
    }

    /// `lengths` is a query for `key` and `length`, in milliseconds.
    private func spreads<Key: Hashable & Column>(_ lengths: String, _: Key.Type) throws
        -> [Key: QueueStatistics.Spread]
    {
        let ranked = """
            SELECT key, max(CASE WHEN rank = (count + 1) / 2 THEN length END), max(CASE WHEN rank = (count * 9 + 9) / 10 THEN length END)
            FROM (
                SELECT key, length, row_number() OVER (PARTITION BY key ORDER BY length) AS rank, count(*) OVER (PARTITION BY key) AS count
                FROM (\(lengths)) AS measured
            ) AS ranked GROUP BY key
            """
        return try rows(ranked).reduce(into: [:]) { spreads, row in
            let (median, ninetieth): (Int64, Int64) = (row[1], row[2])
            spreads[row[0]] = QueueStatistics.Spread(median: .milliseconds(median), ninetieth: .milliseconds(ninetieth))
        }
    }

    private func rows(_ question: String) throws -> [Row] {
        try Row.fetchAll(
            database, sql: tables + question,
            arguments: ["queue": queue, "from": moments.lowerBound.milliseconds, "to": moments.upperBound.milliseconds])
    }

    /// - `chosen`: the tickets that joined in that time; none of them ended before it.
    /// - `bare`: the numbers that were never called.
    /// - `steps`: the acts on tickets, except undone ones: those directly followed by an undo of the same ticket.
    /// - `episodes`: each call with its outcome; `person` is the clerk who ended it, or else the clerk who called.
    private var tables: String {
        """
        WITH chosen AS (
            SELECT id, joined, state, \(local) AS local FROM queue_tickets
            WHERE line = :queue AND ended IS NOT NULL AND ended >= :from AND joined >= :from AND joined < :to
            UNION ALL
            SELECT id, joined, state, \(local) AS local FROM queue_tickets
            WHERE line = :queue AND ended IS NULL AND joined >= :from AND joined < :to
        ), bare AS (
            SELECT last - first + 1 AS count, \(local) AS local, day < (SELECT day FROM queues WHERE name = :queue) AS isOver
            FROM queue_spans WHERE queue = :queue AND joined >= :from AND joined < :to AND last >= first
        ), steps AS (
            SELECT * FROM (
                SELECT id, at, act, ticket, counter, person, lead(act, 1, '') OVER (PARTITION BY ticket ORDER BY id) AS following
                FROM queue_acts WHERE queue = :queue AND at >= :from AND ticket IS NOT NULL AND act <> 'recall'
            ) AS followed WHERE act <> 'undo' AND following <> 'undo'
        ), episodes AS (
            SELECT * FROM (
                SELECT ticket, act, at AS began, counter, lead(act) OVER one AS outcome, lead(at) OVER one AS finished,
                    coalesce(lead(person) OVER one, person) AS person
                FROM steps WINDOW one AS (PARTITION BY ticket ORDER BY id)
            ) AS paired WHERE act = 'call'
        )

        """
    }
}
