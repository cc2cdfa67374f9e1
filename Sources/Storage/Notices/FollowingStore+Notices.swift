import Foundation
package import Records

// The outbox. Notices enter it in the transaction that stores their changes (`apply(_:to:…, telling:)`), so either both are stored or
// neither. They leave it in three steps: claimed, sent, and recorded. A claim is a lease: if its holder dies, the claim expires with the
// lease.
extension FollowingStore {
    /// When the next notice is due on channels of a kind; nil if none is waiting.
    package func nextDue(by kind: String, except held: Set<Int64> = []) async throws -> Timestamp? {
        try await nextDue(by: [kind], except: held)
    }

    /// When the next notice is due on channels of these kinds, leaving out those in `held`; nil if none is waiting.
    package func nextDue(by kinds: [String], except held: Set<Int64> = []) async throws -> Timestamp? {
        try await database.read("looking for notices") { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT min(next_attempt) FROM notices WHERE state = 'waiting' AND kind = ?1 \(Self.leavingOut(held, from: 2))
                    """)
            return try kinds.compactMap { try Int64.fetchOne(statement, arguments: [$0] + Arguments(held)) }.min()
                .map(Timestamp.init(milliseconds:))
        }
    }

    /// A condition with a placeholder for each of these few notices; empty if there are none.
    private static func leavingOut(_ held: Set<Int64>, from first: Int) -> String {
        held.isEmpty ? "" : "AND id NOT IN (\((first..<first + held.count).map { "?\($0)" }.joined(separator: ", ")))"
    }

    /// Claims due notices of a kind, longest waiting first, and withholds them from other senders until the lease ends. Leaves out those in
    /// `held`, which the caller still has under way. Notices that fall into quiet hours are put off to their end instead, which counts as
    /// no attempt: `quietEnd` says when the last of these quiet hours ends, nil if none holds now. `node`: the server that sends them;
    /// empty: it is the only one.
    package func claim(
        by kind: String, upTo limit: Int = 100, except held: Set<Int64> = [], on node: String = "", at now: Timestamp, lease: Duration,
        quietEnd: @escaping @Sendable ([Watch.QuietHours]) -> Timestamp? = { _ in nil }
    ) async throws -> [StoredNotice] {
        try await database.write("claiming notices", locking: .topic(.claims)) { [seal] database in
            let next = """
                SELECT id FROM notices WHERE state = 'waiting' AND kind = ?2 AND next_attempt <= ?1
                    \(Self.leavingOut(held, from: 4)) ORDER BY next_attempt, id LIMIT ?3
                """
            let arguments: Arguments = [now.milliseconds, kind, limit] + Arguments(held)
            let due = try database.cachedStatement(sql: "SELECT * FROM notices WHERE id IN (\(next))")
            let quiet = QuietNotices(database: database, now: now, end: quietEnd)
            // The notices after the postponed ones may be in quiet hours too. After 50 rounds, the rest is left to the next call.
            var rounds = 0
            while try quiet.putOff(Row.fetchAll(due, arguments: arguments)) {
                rounds += 1
                if rounds == 50 { return [] }
            }
            let claim = try database.cachedStatement(
                sql: """
                    UPDATE notices SET attempts = attempts + 1, claimed = 1, next_attempt = ?\(4 + held.count), node = ?\(5 + held.count)
                    WHERE id IN (\(next)) AND state = 'waiting' AND next_attempt <= ?1
                    RETURNING \(StoredNotice.columns)
                    """)
            let rows = try Row.fetchAll(claim, arguments: arguments + [(now + lease).milliseconds, node])
            return rows.map { StoredNotice($0, seal) }.sorted { $0.id < $1.id }
        }
    }

    /// Makes claimed notices due again, for a caller that knows that the processes that claimed them have ended: those of a node, or of the
    /// only server (empty). What another node has claimed it may still be sending, even if it has ended (Decision 24): that claim ends with
    /// its lease.
    package func releaseClaims(of node: String = "", at now: Timestamp) async throws {
        try await database.write("releasing notices", locking: .topic(.claims)) {
            try $0.execute(
                sql: """
                    UPDATE notices SET claimed = 0, next_attempt = ? WHERE state = 'waiting' AND claimed = 1 AND node = ?
                    """, arguments: [now.milliseconds, node])
        }
    }

    /// Stores the outcome of an attempt. Success counts no matter who reports it; a failure counts only from the latest claim. False if
    /// nothing was stored.
    @discardableResult
    package func note(_ outcome: StoredNotice.Outcome, of notice: StoredNotice, at now: Timestamp) async throws -> Bool {
        try await database.write("noting a delivery", locking: outcome.endsChannel ? .nothing.withNews : .nothing) { database in
            switch outcome {
            case .sent:
                try database.cachedStatement(
                    sql: "UPDATE notices SET state = 'sent', claimed = 0, ended = ?, failure = NULL WHERE id = ? AND state = 'waiting'"
                ).execute(arguments: [now.milliseconds, notice.id])
            case .failed(let reason, let retryAt):
                try self.fail(notice, reason, retryAt: retryAt, at: now, in: database)
            case .gone(let reason), .dropped(let reason):
                try self.fail(notice, reason, retryAt: nil, at: now, in: database)
            }
            let isNoted = database.changesCount > 0
            if isNoted, let channel = notice.channel, let told = outcome.ofChannel {
                try self.note(told, ofChannel: channel, at: now, in: database)
            }
            return isNoted
        }
    }

    private func fail(
        _ notice: StoredNotice, _ reason: String, retryAt: Timestamp?, at now: Timestamp, in database: Connection
    ) throws {
        try database.cachedStatement(
            sql: """
                UPDATE notices SET failure = :reason, claimed = 0, next_attempt = coalesce(:retry, next_attempt),
                    state = CASE WHEN :retry IS NULL THEN 'failed' ELSE 'waiting' END, ended = CASE WHEN :retry IS NULL THEN :now END
                WHERE id = :id AND state = 'waiting' AND attempts = :attempts
                """
        ).execute(
            arguments: [
                "reason": try seal.seal(reason, for: .failure), "retry": retryAt?.milliseconds, "now": now.milliseconds, "id": notice.id,
                "attempts": notice.attempts,
            ])
    }

    /// The changes of a notice, grouped by feed and oldest first. Leaves out changes from before a change of the board's fields, and those
    /// of boards without a schema.
    package func changes(
        of notice: StoredNotice, limit: Int, _ schema: @Sendable @escaping (_ board: String) -> Schema?
    ) async throws -> [ToldChange] {
        try await database.read("reading the changes of a notice") { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT changes.*, feeds.board, notice_changes.watch FROM notice_changes
                        JOIN changes ON changes.id = change JOIN feeds ON feeds.id = changes.feed
                    WHERE notice = ? ORDER BY changes.feed, changes.id LIMIT ?
                    """, arguments: [notice.id, limit]
            ).compactMap { row in
                let board: String = row["board"]
                guard let schema = schema(board), let change = FeedStore.change(row, schema) else { return nil }
                return ToldChange(board: board, watch: row["watch"], change: change)
            }
        }
    }

    /// The state of a feed's health, as JSON; nil if none is stored.
    package func health(of feed: Feed) async throws -> String? {
        try await database.read("reading the health of \(feed.board)") { database in
            try String.fetchOne(database.cachedStatement(sql: "SELECT state FROM feed_health WHERE feed = ?"), arguments: [feed.id])
        }
    }
}

extension StoredNotice.Outcome {
    fileprivate var endsChannel: Bool { if case .gone = self { true } else { false } }

    fileprivate var ofChannel: Channel.Outcome? {
        switch self {
        case .sent: .delivered
        case .failed(let reason, _): .failed(reason)
        case .gone(let reason): .gone(reason)
        case .dropped: nil
        }
    }
}
