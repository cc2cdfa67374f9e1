import Foundation
import Records

/// Posts the message of a price alert or a reminder to one person. The changes of a fetch are posted to all people at once
/// (`WatchPosting`).
struct Posting {
    private let now: Timestamp
    private let database: Connection
    private let notice: Statement

    init(_ database: Connection, _ now: Timestamp) throws {
        self.now = now
        self.database = database
        notice = try database.cachedStatement(
            sql: """
                INSERT INTO notices (
                    identifier, person, channel, kind, alert, news, reminder, programme, created, due, next_attempt, state, ended)
                VALUES (
                    :identifier, :person, :channel, (SELECT kind FROM channels WHERE id = :channel), :alert, :news,
                    :reminder, :programme, :now, :due, :due, CASE WHEN :channel IS NULL THEN 'sent' ELSE 'waiting' END,
                    CASE WHEN :channel IS NULL THEN :now END)
                """)
    }

    /// The person's channels that a watch names, by name or kind.
    func channels(of watch: Watch) throws -> [Channel.ID] { try channels(of: watch.person, named: watch.settings.channels) }

    /// The person's channels that a price alert names.
    private func channels(of alert: PriceAlert) throws -> [Channel.ID] { try channels(of: alert.person, named: alert.settings.channels) }

    /// All of the person's channels.
    private func channels(of reminder: Reminder) throws -> [Channel.ID] {
        try Int64.fetchAll(
            database.cachedStatement(sql: "SELECT id FROM channels WHERE person = ? AND gone = 0 ORDER BY id"), arguments: [reminder.person]
        )
    }

    private func channels(of person: Person.ID, named names: [String]) throws -> [Channel.ID] {
        guard !names.isEmpty else { return [] }
        return try Row.fetchAll(
            database.cachedStatement(sql: "SELECT id, name, kind FROM channels WHERE person = ? AND gone = 0 ORDER BY id"),
            arguments: [person]
        ).compactMap { names.contains($0["name"]) || names.contains($0["kind"]) ? $0["id"] : nil }
    }

    /// Posts a price alert's news: to the person's own list, and on each channel that the alert names, or none if `due` is nil.
    func tell(_ news: String, of alert: PriceAlert, due: Timestamp?) throws {
        try database.holdNews()
        try add(alert.person, nil, alert: alert.id, news: news, due: now)
        guard let due else { return }
        for channel in try channels(of: alert) { try add(alert.person, channel, alert: alert.id, news: news, due: due) }
    }

    /// Posts a reminder's message: to the person's own list, and on all of their channels, immediately: a programme doesn't wait for the
    /// end of quiet hours.
    func tell(_ programme: String, of reminder: Reminder) throws {
        try database.holdNews()
        for channel in try [nil] + channels(of: reminder) {
            try add(reminder.person, channel, reminder: reminder.id, programme: programme, due: now)
        }
    }

    private func add(
        _ person: Int64, _ channel: Channel.ID?, alert: PriceAlert.ID? = nil, news: String? = nil, reminder: Reminder.ID? = nil,
        programme: String? = nil, due: Timestamp
    ) throws {
        try notice.execute(
            arguments: [
                "identifier": UUID(), "person": person, "channel": channel, "alert": alert, "news": news, "reminder": reminder,
                "programme": programme,
                "now": now.milliseconds, "due": due.milliseconds,
            ])
    }
}
