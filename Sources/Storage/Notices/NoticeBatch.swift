import Foundation
import Records

/// The recipient of a notice: a person, on a channel.
struct Recipient: Hashable, Comparable {
    let person: Person.ID
    /// nil for the person's own list.
    let channel: Channel.ID?

    static func < (left: Recipient, right: Recipient) -> Bool {
        (left.person, left.channel ?? 0) < (right.person, right.channel ?? 0)
    }
}

/// Notices and their changes, collected in memory and written by one statement for each table.
struct NoticeBatch {
    private let database: Connection
    private let now: Timestamp
    /// The message of all of them about a feed's health; nil for notices about changes.
    private let health: String?
    private(set) var nextID: StoredNotice.ID
    private var notices: [[Int64?]] = []
    private var identifiers = Data()
    private var changes: [[Int64?]] = []
    /// A batch of this many rows is written before more are added.
    private static let full = 50_000

    /// Only one at a time in a transaction: it reserves the ids of its notices beforehand.
    init(_ database: Connection, health: String? = nil, at now: Timestamp) throws {
        (self.database, self.health, self.now) = (database, health, now)
        try database.holdNews()
        nextID = try database.nextID(of: "notices")
    }

    var isFull: Bool { notices.count + changes.count >= Self.full }

    /// A notice with the id `nextID`. In the person's own list it counts as sent.
    mutating func add(_ recipient: Recipient, feed: Feed.ID?, watch: Watch.ID? = nil, due: Timestamp) {
        withUnsafeBytes(of: UUID().uuid) { identifiers.append(contentsOf: $0) }
        notices.append([nextID, Int64(notices.count), recipient.person, recipient.channel, feed, watch, due.milliseconds])
        nextID += 1
    }

    mutating func tell(_ change: StoredChange.ID, to recipient: Recipient, watch: Watch.ID, by notice: StoredNotice.ID) {
        changes.append([change, recipient.person, recipient.channel ?? 0, notice, watch])
    }

    mutating func write() throws {
        if !notices.isEmpty {
            try database.cachedStatement(sql: Self.insertNotices(database.dialect.list)).execute(
                arguments: [
                    "rows": ValueList.argument(notices), "identifiers": identifiers, "health": health, "now": now.milliseconds,
                ])
            try database.tookIDs(of: "notices", before: nextID)
        }
        if !changes.isEmpty {
            try database.cachedStatement(sql: Self.insertChanges(database.dialect.list)).execute(arguments: [ValueList.argument(changes)])
        }
        (notices, identifiers, changes) = ([], Data(), [])
    }

    private static func insertNotices(_ list: ValueList) -> String {
        """
        INSERT INTO notices (
            id, identifier, person, channel, kind, feed, watch, health, created, due, next_attempt, state, ended)
        SELECT _id, substr(:identifiers, CAST(16 * _place + 1 AS INTEGER), 16), _person, _channel,
            (SELECT kind FROM channels WHERE channels.id = _channel), _feed, _watch, :health, :now, _due, _due,
            CASE WHEN _channel IS NULL THEN 'sent' ELSE 'waiting' END, CASE WHEN _channel IS NULL THEN :now END
        FROM \(list.table(["_id", "_place", "_person", "_channel", "_feed", "_watch", "_due"], ":rows"))
        """
    }

    private static func insertChanges(_ list: ValueList) -> String {
        """
        INSERT INTO notice_changes (change, person, channel, notice, watch)
        SELECT _change, _person, _channel, _notice, _watch
        FROM \(list.table(["_change", "_person", "_channel", "_notice", "_watch"])) WHERE true
        ON CONFLICT (change, person, channel) DO NOTHING
        """
    }
}
