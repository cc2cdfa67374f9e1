import Foundation
package import Records

// The outbox. Notices enter it in the transaction that stores their changes (`apply(_:to:…, telling:)`), so either both are there or
// neither; they leave it by being claimed, sent and noted. A claim is a lease: whoever dies with it loses it at its end.
extension FollowingStore {
    /// When the next notice is to be sent by channels of a kind; nil if none waits.
    package func nextDue(by kind: String, except held: Set<Int64> = []) async throws -> Timestamp? {
        try await nextDue(by: [kind], except: held)
    }

    /// When the next notice is to be sent by channels of these kinds, leaving out those in `held`; nil if none waits.
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

    /// A condition with a place for each of these notices, of which there are a few; nothing if there are none.
    private static func leavingOut(_ held: Set<Int64>, from first: Int) -> String {
        held.isEmpty ? "" : "AND id NOT IN (\((first..<first + held.count).map { "?\($0)" }.joined(separator: ", ")))"
    }

    /// Takes notices of a kind that are due, the longest waiting first, and keeps others from them until the lease ends. Leaves out those in `held`,
    /// which the caller still has under way. Notices that fall into quiet hours wait for their end instead, which counts as no attempt:
    /// `quietEnd` says when none of these is any more, nil if none is now.
    package func claim(
        by kind: String, upTo limit: Int = 100, except held: Set<Int64> = [], at now: Timestamp, lease: Duration,
        quietEnd: @escaping @Sendable ([Watch.QuietHours]) -> Timestamp? = { _ in nil }
    ) async throws -> [StoredNotice] {
        try await database.write("claiming notices") { [seal] database in
            let next = """
                SELECT id FROM notices WHERE state = 'waiting' AND kind = ?2 AND next_attempt <= ?1
                    \(Self.leavingOut(held, from: 4)) ORDER BY next_attempt, id LIMIT ?3
                """
            let arguments: Arguments = [now.milliseconds, kind, limit] + Arguments(held)
            let due = try database.cachedStatement(sql: "SELECT * FROM notices WHERE id IN (\(next))")
            let quiet = QuietNotices(database: database, now: now, end: quietEnd)
            // Those that come after the ones put off may be quiet too. Of very many the rest is for the next time.
            var rounds = 0
            while try quiet.putOff(Row.fetchAll(due, arguments: arguments)) {
                rounds += 1
                if rounds == 50 { return [] }
            }
            let claim = try database.cachedStatement(
                sql: """
                    UPDATE notices SET attempts = attempts + 1, claimed = 1, next_attempt = ?\(4 + held.count) WHERE id IN (\(next))
                    RETURNING \(StoredNotice.columns)
                    """)
            let rows = try Row.fetchAll(claim, arguments: arguments + [(now + lease).milliseconds])
            return rows.map { StoredNotice($0, seal) }.sorted { $0.id < $1.id }
        }
    }

    /// Makes claimed notices due again, for whoever knows that those who claimed them are no more.
    package func releaseClaims(at now: Timestamp) async throws {
        try await database.write("releasing notices") {
            try $0.execute(
                sql: "UPDATE notices SET claimed = 0, next_attempt = ? WHERE state = 'waiting' AND claimed = 1",
                arguments: [now.milliseconds])
        }
    }

    /// Notes what came of an attempt. What was sent is sent, whoever says so; a failure counts only from the last who claimed it. False
    /// if nothing was noted.
    @discardableResult
    package func note(_ outcome: StoredNotice.Outcome, of notice: StoredNotice, at now: Timestamp) async throws -> Bool {
        try await database.write("noting a delivery") { database in
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
                UPDATE notices SET failure = :reason, claimed = 0, state = CASE WHEN :retry IS NULL THEN 'failed' ELSE 'waiting' END,
                    next_attempt = coalesce(:retry, next_attempt), ended = CASE WHEN :retry IS NULL THEN :now END
                WHERE id = :id AND state = 'waiting' AND attempts = :attempts
                """
        ).execute(
            arguments: [
                "reason": try seal.seal(reason, for: .failure), "retry": retryAt?.milliseconds, "now": now.milliseconds, "id": notice.id,
                "attempts": notice.attempts,
            ])
    }

    /// The changes a notice tells of, those of a feed together and oldest first; left out are those of a former form of a board's fields, and
    /// of boards for which there is no schema.
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

    /// The state of a feed's health, as JSON; nil while nothing is known of it.
    package func health(of feed: Feed) async throws -> String? {
        try await database.read("reading the health of \(feed.board)") { database in
            try String.fetchOne(database.cachedStatement(sql: "SELECT state FROM feed_health WHERE feed = ?"), arguments: [feed.id])
        }
    }
}

extension StoredNotice.Outcome {
    fileprivate var ofChannel: Channel.Outcome? {
        switch self {
        case .sent: .delivered
        case .failed(let reason, _): .failed(reason)
        case .gone(let reason): .gone(reason)
        case .dropped: nil
        }
    }
}
