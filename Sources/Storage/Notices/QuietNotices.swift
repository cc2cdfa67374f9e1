import Records

/// Postpones notices that are due in quiet hours: those whose retry falls into them, and those that became due while nothing was being
/// sent.
///
/// New notices already wait for the end of quiet hours (`Telling.due`). Reminders are never postponed.
struct QuietNotices {
    let database: Connection
    let now: Timestamp
    /// When the last of these quiet hours ends; nil if none applies now.
    let end: ([Watch.QuietHours]) -> Timestamp?

    /// Whether one of these rows of `notices` was postponed. A notice that was never tried is treated as if posted for the new time: its
    /// time limit for sending starts then, and changes may join it.
    func putOff(_ notices: [Row]) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE notices SET next_attempt = ?1, claimed = 0, due = CASE WHEN attempts = 0 THEN ?1 ELSE due END WHERE id = ?2
                """)
        var isAny = false
        for notice in notices {
            guard let end = try end(of: notice), end > now else { continue }
            try statement.execute(arguments: [end.milliseconds, notice["id"] as StoredNotice.ID])
            isAny = true
        }
        return isAny
    }

    private func end(of notice: Row) throws -> Timestamp? {
        if notice["programme"] as String? != nil { return nil }
        if notice["news"] as String? != nil { return try endOfPrices(notice) }
        if notice["health"] as String? != nil { return try endOfHealth(notice) }
        // A digest waits for all of its watches.
        let watches = try database.cachedStatement(
            sql: "SELECT quiet_from, quiet_to, quiet_zone FROM watches WHERE id IN (SELECT watch FROM notice_changes WHERE notice = ?)")
        let hours = try Row.fetchAll(watches, arguments: [notice["id"] as StoredNotice.ID]).compactMap(Watch.QuietHours.init)
        return hours.isEmpty ? nil : end(hours)
    }

    private func endOfPrices(_ notice: Row) throws -> Timestamp? {
        let alerts = try database.cachedStatement(sql: "\(PriceAlert.select) WHERE id = ?")
        let alert = try Row.fetchOne(alerts, arguments: [notice["alert"] as PriceAlert.ID?]).flatMap { try? PriceAlert($0) }
        return alert?.settings.quietHours.flatMap { end([$0]) }
    }

    /// The earliest end among the person's watches with that channel; nil if one of them isn't quiet now.
    private func endOfHealth(_ notice: Row) throws -> Timestamp? {
        let watches = try database.cachedStatement(
            sql: "\(Watch.select) WHERE person = ? AND feed = ? AND \(StoredWatches.areTold)")
        let rows = try Row.fetchAll(watches, arguments: [notice["person"] as Person.ID, notice["feed"] as Feed.ID?])
        let posting = try Posting(database, now)
        var first: Timestamp?
        for watch in rows.compactMap({ try? Watch($0) }) {
            guard try posting.channels(of: watch).contains(notice["channel"]) else { continue }
            guard let end = watch.settings.quietHours.flatMap({ end([$0]) }) else { return nil }
            first = min(first ?? end, end)
        }
        return first
    }
}
