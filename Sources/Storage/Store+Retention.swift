import GRDB
package import Records

/// How long what has happened is kept; nil: for ever. What is stored now, records and watches, is kept in any case.
package struct Retention: Hashable, Sendable {
    package var fetches: Duration?
    package var changes: Duration?
    package var notices: Duration?

    package init(fetches: Duration? = .seconds(90 * 86_400), changes: Duration? = nil, notices: Duration? = .seconds(365 * 86_400)) {
        self.fetches = fetches
        self.changes = changes
        self.notices = notices
    }
}

extension Store {
    /// Forgets what is older, a thousand rows in a transaction, so that nobody waits; returns how many rows. A notice that still waits to be
    /// sent is kept, and a change that belongs to one.
    package func prune(_ retention: Retention, at time: Timestamp) async throws -> Int {
        let rules: [(keep: Duration?, sql: String)] = [
            (retention.fetches, "DELETE FROM fetches WHERE id IN (SELECT id FROM fetches WHERE ended < ? LIMIT 1000)"),
            (
                retention.notices,
                "DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE created < ? AND state <> 'waiting' LIMIT 1000)"
            ),
            (
                retention.changes,
                """
                DELETE FROM changes WHERE id IN (
                    SELECT id FROM changes WHERE seen < ? AND NOT EXISTS (
                        SELECT 1 FROM notice_changes JOIN notices ON notices.id = notice WHERE change = changes.id AND state = 'waiting'
                    ) LIMIT 1000)
                """
            ),
        ]
        var pruned = 0
        for (keep, sql) in rules {
            guard let keep else { continue }
            let before = time.milliseconds - keep.wholeMilliseconds
            while true {
                try Task.checkCancellation()
                let count = try await write("forgetting") { database in
                    try database.execute(sql: sql, arguments: [before])
                    return database.changesCount
                }
                pruned += count
                if count < 1000 { break }
            }
        }
        return pruned
    }
}
