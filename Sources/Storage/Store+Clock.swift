package import Records

extension Store {
    /// A notice waits at most for a digest and then for the end of quiet hours. Each takes at most a day plus the hour of a clock change.
    private static let longestNotice = Duration.seconds(50 * 3600)

    /// Corrects stored times after a start, or after the wall clock was set by `step` while the server ran; `Schedule` corrects the due
    /// times of feeds.
    ///
    /// A stored event in the future was recorded by a clock that ran ahead (`StoredTimes`). It counts as now; otherwise it would block the
    /// next fetch or password attempt, for example, until the right time passes it. A retry that was due before the step keeps its
    /// remaining wait. Notices that wait for a time of day (a digest, the end of quiet hours) wait for that time on the new clock.
    /// Sessions, links and invitations end by the wall clock, at the latest after their usual lifetime. `health` returns a feed's health by
    /// the new clock; nil leaves it unchanged.
    package func keepTimes(
        at now: Timestamp, movedBy step: Duration = .zero, lease: Duration,
        health: @escaping @Sendable (_ state: String) -> String? = { _ in nil }
    ) async throws {
        try await database.write("keeping times") { database in
            func put(_ sql: String, _ more: [String: Int64] = [:]) throws {
                // Only the names that the statement uses: it rejects others.
                let named = more.merging(["now": now.milliseconds]) { $1 }.filter { sql.contains(":\($0.key)") }
                try database.execute(sql: sql, arguments: Arguments(named))
            }
            for times in StoredTimes.all {
                if let mending = times.mending(at: now) { try put(mending) }
            }
            // The next request looks the address up again.
            try put("UPDATE geocodes SET expires = :now WHERE expires IS NOT NULL AND asked > :now")
            if step != .zero { try Self.move(step, at: now) { try put($0, $1) } }

            try put(
                """
                UPDATE notices SET due = due - (created - :now), next_attempt = next_attempt - (created - :now), created = :now
                WHERE state = 'waiting' AND created > :now
                """)
            let bounds = ["lease": (now + lease).milliseconds, "latest": (now + Self.longestNotice).milliseconds]
            try put(
                """
                UPDATE notices SET due = CASE WHEN due < :now THEN due ELSE :now END,
                    next_attempt = CASE WHEN claimed = 1 THEN :lease ELSE :now END
                WHERE state = 'waiting' AND next_attempt > CASE WHEN claimed = 1 THEN :lease ELSE :latest END
                """, bounds)
            try put(
                """
                UPDATE queue_words SET next_attempt = next_attempt - (made - :now), made = :now WHERE state = 'waiting' AND made > :now
                """)
            try put(
                "UPDATE queue_words SET next_attempt = :now WHERE state = 'waiting' AND next_attempt > :latest",
                ["latest": (now + TicketWord.lifetime).milliseconds])

            for row in try Row.fetchAll(database, sql: "SELECT feed, state FROM feed_health") {
                guard let state = health(row["state"]) else { continue }
                try database.execute(sql: "UPDATE feed_health SET state = ? WHERE feed = ?", arguments: [state, row["feed"] as Int64])
            }
        }
    }

    private static func move(
        _ step: Duration, at now: Timestamp, _ put: (_ sql: String, _ times: [String: Int64]) throws -> Void
    ) throws {
        let times = ["step": step.wholeMilliseconds, "before": (now + (.zero - step)).milliseconds]
        // A notice's time limit for sending begins at its due time.
        try put(
            """
            UPDATE notices SET due = due + :step, next_attempt = next_attempt + :step,
                created = created + CASE WHEN created > :now THEN :step ELSE 0 END
            WHERE state = 'waiting' AND due <= :before AND (:step > 0 OR next_attempt > :now)
            """, times)
        try put(
            """
            UPDATE queue_words SET made = made + :step, next_attempt = next_attempt + :step
            WHERE state = 'waiting' AND made <= :before AND (:step > 0 OR next_attempt > :now)
            """, times)
        try put("UPDATE geocode_traffic SET paused_until = paused_until + :step WHERE paused_until > :before", times)
    }
}

extension StoredTimes {
    static let all = Store.migrations.flatMap(\.times)
}
