import Foundation
package import Records

// Actions of the page of a person's channels, except adding and removing them.
extension FollowingStore {
    static let confirmationTable = """
        CREATE TABLE channel_confirmations (
            token TEXT PRIMARY KEY,
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            -- JSON, as the notifier of that kind reads it.
            address TEXT NOT NULL,
            created INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Renames a channel, also in the watches and alerts that name it. False if the name is already used, or means something else.
    package func rename(_ channel: Channel, to name: String) async throws -> Bool {
        guard name != Channel.app, name != channel.kind else { return false }
        return try await database.write("renaming a channel", locking: .person(channel.person)) { database in
            let isTaken = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM channels WHERE person = ?1 AND id <> ?2 AND ?3 IN (name, kind))",
                arguments: [channel.person, channel.id, name])
            guard isTaken == false else { return false }
            try database.execute(sql: "UPDATE channels SET name = ? WHERE id = ?", arguments: [name, channel.id])
            try Self.alterChannels(ofWatchesOf: channel.person, database) { $0.map { $0 == channel.name ? name : $0 } }
            try Self.rename(channel, to: name, inAlertsOf: channel.person, database)
            return true
        }
    }

    /// Makes every watch and alert of a person use a channel, by its name or kind.
    package func useForAllWatches(_ name: String, of person: Person) async throws {
        try await database.write("altering watches", locking: .person(person.id)) { database in
            try Self.alterChannels(ofWatchesOf: person.id, database) { $0.contains(name) ? $0 : $0 + [name] }
            try Self.use(name, inAlertsOf: person.id, database)
        }
    }

    /// Writes only the watches that change.
    private static func alterChannels(ofWatchesOf person: Person.ID, _ database: Connection, _ alter: ([String]) -> [String]) throws {
        for row in try Row.fetchAll(database, sql: "SELECT id, channels FROM watches WHERE person = ?", arguments: [person]) {
            let channels = try JSONDecoder().decode([String].self, from: Data((row["channels"] as String).utf8))
            let altered = alter(channels)
            guard altered != channels else { continue }
            try database.execute(
                sql: "UPDATE watches SET channels = ? WHERE id = ?", arguments: [JSONLine.array(altered), row["id"] as Watch.ID])
        }
    }

    /// Stores an address until it is confirmed. False if too many of the person's addresses are waiting for that.
    package func keep(_ confirmation: ChannelConfirmation) async throws -> Bool {
        try await database.write("keeping an address", locking: .person(confirmation.person)) { [seal] database in
            try Self.forgetOld(confirmation.created, database)
            let waiting = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM channel_confirmations WHERE person = ?", arguments: [confirmation.person])
            guard (waiting ?? 0) < ChannelConfirmation.limit else { return false }
            try database.execute(
                sql: "INSERT INTO channel_confirmations (token, person, name, kind, address, created) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    confirmation.token, confirmation.person, confirmation.name, confirmation.kind,
                    try seal.seal(confirmation.address, for: .confirmation), confirmation.created.milliseconds,
                ])
            return true
        }
    }

    /// The person's unconfirmed addresses, oldest first.
    package func confirmations(of person: Person) async throws -> [ChannelConfirmation] {
        try await database.read("listing addresses") { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM channel_confirmations WHERE person = ? ORDER BY created", arguments: [person.id]
            ).map { self.confirmation($0, person) }
        }
    }

    /// Removes and returns the unconfirmed address that the link of a person is for; nil if there is none.
    package func confirm(_ token: String, by person: Person, at now: Timestamp) async throws -> ChannelConfirmation? {
        try await database.write("confirming an address", locking: .person(person.id)) { database in
            try Self.forgetOld(now, database)
            return try Row.fetchOne(
                database, sql: "DELETE FROM channel_confirmations WHERE token = ? AND person = ? RETURNING *",
                arguments: [token, person.id]
            ).map { self.confirmation($0, person) }
        }
    }

    private static func forgetOld(_ now: Timestamp, _ database: Connection) throws {
        let limit = now + (.zero - ChannelConfirmation.lifetime)
        try database.execute(sql: "DELETE FROM channel_confirmations WHERE created < ?", arguments: [limit.milliseconds])
    }

    private func confirmation(_ row: Row, _ person: Person) -> ChannelConfirmation {
        ChannelConfirmation(
            token: row["token"], person: person, name: row["name"], kind: row["kind"],
            address: seal.open(row["address"], for: .confirmation) ?? "",
            created: Timestamp(milliseconds: row["created"]))
    }
}
