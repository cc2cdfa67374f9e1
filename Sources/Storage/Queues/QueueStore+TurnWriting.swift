import Records

// What a desk writes in its turn.
extension QueueStore {
    static func write(_ writing: QueueWriting, in turn: QueueTurn, _ asking: QueueAsking, _ database: Connection) throws {
        let versions = Dictionary(writing.lines.map { ($0.name, $0.version) }) { _, last in last }
        func version(of queue: String) throws -> Int64 {
            guard let version = versions[queue], asking.known[queue] != nil else { throw StoredFault("the queue \(queue) isn’t held") }
            return version
        }
        let held = Dictionary(turn.reading.lines.map { ($0.name, $0) }) { first, _ in first }
        for line in writing.lines {
            let desks = (turn.desks[line.name] ?? LastGroups("")).noting(asking.group, of: asking.desk)
            try database.cachedStatement(
                sql: """
                    UPDATE queues SET board = ?, day = ?, began = ?, next = ?, settings = ?, version = ?, whole = ?, timeline = ?, desks = ?
                    WHERE name = ?
                    """
            ).execute(
                arguments: [
                    line.board, line.day, line.began.milliseconds, line.next, try json(line.settings), try version(of: line.name),
                    line.isWhole ? line.version : held[line.name]?.whole ?? 0, turn.reading.timeline, desks, line.name,
                ])
        }
        for line in writing.days {
            try writeDay(line, database)
            try database.execute(
                sql: "DELETE FROM queue_spans WHERE queue = ? AND day < ? AND last < first", arguments: [line.name, line.day])
        }
        for span in writing.spans { try write(span, version: version(of: span.queue), database) }
        for ticket in writing.tickets { try write(ticket, version: version(of: ticket.line), database) }
        for block in writing.blocks {
            try database.execute(
                sql: "INSERT INTO queue_blocks (queue, day, first, last, kiosk, reserved, version) VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    block.queue, block.day, block.block.first, block.block.last, block.block.kiosk, block.reserved.milliseconds,
                    try version(of: block.queue),
                ])
        }
        for act in writing.acts { try write(act, database) }
        for event in writing.events { try add(event, database) }
        if writing.skippedTickets > 0, let sql = database.dialect.skippingTicketIDs {
            try database.execute(sql: sql, arguments: [writing.skippedTickets])
        }
        if turn.listens { try post(writing, database) }
    }

    /// A span that is used up stays until the day ends, without numbers, so that other desks see it.
    private static func write(_ span: QueueWriting.Span, version: Int64, _ database: Connection) throws {
        guard let last = span.last, let joined = span.joined else {
            try database.cachedStatement(
                sql: "UPDATE queue_spans SET last = first - 1, version = ? WHERE queue = ? AND day = ? AND first = ?"
            ).execute(arguments: [version, span.queue, span.day, span.first])
            return
        }
        try database.cachedStatement(
            sql: """
                INSERT INTO queue_spans (queue, day, first, last, joined, version) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (queue, day, first) DO UPDATE SET
                    last = excluded.last, joined = excluded.joined, version = excluded.version
                """
        ).execute(arguments: [span.queue, span.day, span.first, last, joined.milliseconds, version])
    }
}

/// The last group of commands of each desk that changed a queue, a line each. A desk has one group at a time, so the last one is enough to
/// find out whether it was committed.
struct LastGroups {
    /// Names of servers that are gone stay in the list until it is full.
    private static let limit = 32

    /// A group has no space in its name.
    private let groups: [(group: Substring, desk: Substring)]

    init(_ text: String) {
        groups = text.split(separator: "\n").map { line in
            let group = line.prefix { $0 != " " }
            return (group, line.dropFirst(group.count + 1))
        }
    }

    /// nil: it has none.
    subscript(desk: String) -> String? { groups.first { $0.desk == desk }.map { String($0.group) } }

    func noting(_ group: String, of desk: String) -> String {
        let others = groups.filter { $0.desk != desk }.suffix(Self.limit - 1)
        return (others.map { "\($0.group) \($0.desk)" } + ["\(group) \(desk)"]).joined(separator: "\n")
    }
}
