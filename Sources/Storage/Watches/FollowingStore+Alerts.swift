package import Records

extension FollowingStore {
    /// Throws `StorageError` with `full` if the person has reached the limit.
    package func addAlert(
        of person: Person, on board: String, _ settings: PriceAlert.Settings, at time: Timestamp
    ) async throws -> PriceAlert {
        let json = try settings.json
        return try await database.write("adding a price alert", locking: .person(person.id)) { database in
            try Self.checkRoom("price_alerts", of: person, limit: PriceAlert.Limits.alerts, database)
            try BoardStore.check(board, isVisibleTo: person.id, doing: "adding a price alert", database)
            guard
                let row = try Row.fetchOne(
                    database,
                    sql: """
                        INSERT INTO price_alerts (person, board, settings, created, since) VALUES (?1, ?2, ?3, ?4, ?4)
                        RETURNING *, \(PriceAlert.zone)
                        """, arguments: [person.id, board, json, time.milliseconds])
            else { throw StoredFault("the alert is not there") }
            return try PriceAlert(row)
        }
    }

    /// Applies `alter` to an alert as stored now: its settings, and whether it is muted. An alert whose question changes, or that is muted
    /// or unmuted, starts over. Returns the alert as stored then; nil if it was removed. If `alter` throws, nothing changes.
    package func update(
        _ id: PriceAlert.ID, at time: Timestamp, _ alter: @escaping @Sendable (inout PriceAlert) throws -> Void
    ) async throws -> PriceAlert? {
        let scope = WriteScope.owner(of: "price_alerts", id)
        return try await database.write("altering a price alert", locking: scope) { database -> Result<PriceAlert?, any Error> in
            guard let before = try Self.alert(id, database) else { return .success(nil) }
            var alert = before
            do { try alter(&alert) } catch { return .failure(error) }
            let goesOn = before.settings.asks(as: alert.settings) && before.isMuted == alert.isMuted
            try database.execute(
                sql: """
                    UPDATE price_alerts SET settings = :settings, muted = :muted, version = version + 1,
                        state = CASE WHEN :on <> 0 THEN state END, since = CASE WHEN :on <> 0 THEN since ELSE :now END
                    WHERE id = :id
                    """,
                arguments: [
                    "settings": try alert.settings.json, "muted": alert.isMuted, "on": goesOn, "now": time.milliseconds, "id": id,
                ])
            return .success(try Self.alert(id, database))
        }.get()
    }

    /// Removes an alert, with its notices that haven't been sent yet. False if it was already removed.
    package func remove(_ alert: PriceAlert) async throws -> Bool {
        try await database.write("removing a price alert", locking: .person(alert.person)) { database in
            try database.execute(sql: "DELETE FROM notices WHERE alert = ? AND state = 'waiting'", arguments: [alert.id])
            try database.execute(sql: "DELETE FROM price_alerts WHERE id = ?", arguments: [alert.id])
            return database.changesCount > 0
        }
    }

    package func alert(_ id: PriceAlert.ID) async throws -> PriceAlert? {
        try await database.read("reading a price alert") { try Self.alert(id, $0) }
    }

    private static func alert(_ id: PriceAlert.ID, _ database: Connection) throws -> PriceAlert? {
        try Row.fetchOne(database, sql: "\(PriceAlert.select) WHERE id = ?", arguments: [id]).map(PriceAlert.init)
    }

    /// A person's alerts, oldest first.
    package func alerts(of person: Person) async throws -> [PriceAlert] {
        try await database.read("listing price alerts") { database in
            try Row.fetchAll(database, sql: "\(PriceAlert.select) WHERE person = ? ORDER BY id", arguments: [person.id])
                .map(PriceAlert.init)
        }
    }

    /// The unmuted alerts of all people who aren't disabled, except those that another version wrote and this one can't read.
    package func alertsToTell() async throws -> [PriceAlert] {
        try await database.read("listing price alerts") { database in
            let areTold = "muted = 0 AND NOT EXISTS (SELECT 1 FROM people WHERE people.id = price_alerts.person AND disabled <> 0)"
            // This runs after each fetch of any feed.
            let statement = try database.cachedStatement(sql: "\(PriceAlert.select) WHERE \(areTold) ORDER BY id")
            return try Row.fetchAll(statement).compactMap { try? PriceAlert($0) }
        }
    }

    /// Stores an alert's new state and posts its message, in one transaction: either both or neither. False if the alert was changed since
    /// it was read; then nothing is done.
    ///
    /// `news` goes to the person's own list at once, and to the alert's channels at `due`; if that is nil, to none of them.
    package func settle(
        _ alert: PriceAlert, _ state: String, saying news: String? = nil, due: Timestamp? = nil, at now: Timestamp
    ) async throws -> Bool {
        try await database.write("telling of prices", locking: .person(alert.person).withNews) { database in
            try database.execute(
                sql: "UPDATE price_alerts SET state = ?, version = version + 1 WHERE id = ? AND version = ? AND muted = 0",
                arguments: [state, alert.id, alert.version])
            guard database.changesCount > 0 else { return false }
            if let news { try Posting(database, now).tell(news, of: alert, due: due) }
            return true
        }
    }

    /// When each of a person's alerts last posted a notice; leaves out alerts that never did.
    package func lastToldByAlerts(of person: Person) async throws -> [PriceAlert.ID: Timestamp] {
        try await database.read("looking when a person was last told") { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT alert, max(created) AS told FROM notices
                    WHERE alert IN (SELECT id FROM price_alerts WHERE person = ?) AND channel IS NULL GROUP BY alert
                    """, arguments: [person.id])
            return Dictionary(rows.map { ($0["alert"], Timestamp(milliseconds: $0["told"])) }) { first, _ in first }
        }
    }

    static func rename(_ channel: Channel, to name: String, inAlertsOf person: Int64, _ database: Connection) throws {
        try alterChannels(ofAlertsOf: person, database) { $0.map { $0 == channel.name ? name : $0 } }
    }

    static func use(_ channel: String, inAlertsOf person: Int64, _ database: Connection) throws {
        try alterChannels(ofAlertsOf: person, database) { $0.contains(channel) ? $0 : $0 + [channel] }
    }

    /// Writes only the alerts that change.
    private static func alterChannels(ofAlertsOf person: Int64, _ database: Connection, _ alter: ([String]) -> [String]) throws {
        for row in try Row.fetchAll(database, sql: "\(PriceAlert.select) WHERE person = ?", arguments: [person]) {
            var settings = try PriceAlert(row).settings
            let altered = alter(settings.channels)
            guard altered != settings.channels else { continue }
            settings.channels = altered
            try database.execute(
                sql: "UPDATE price_alerts SET version = version + 1, settings = ? WHERE id = ?",
                arguments: [settings.json, row["id"] as PriceAlert.ID])
        }
    }
}
