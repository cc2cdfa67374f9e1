import GRDB
package import Records

/// An address that a person wants to be told at, which is used once its owner has followed the link that was sent there.
package struct ChannelConfirmation: Hashable, Sendable {
    /// What the link ends in.
    package let token: String
    package let person: Int64
    package let name: String
    package let kind: String
    package let address: String
    package let created: Timestamp

    /// How long the link is good, and how many a person may have waiting.
    package static let lifetime = Duration.seconds(7 * 86_400)
    package static let limit = 5

    package init(token: String, person: Person, name: String, kind: String, address: String, created: Timestamp) {
        self.token = token
        self.person = person.id
        self.name = name
        self.kind = kind
        self.address = address
        self.created = created
    }
}

// What the page of a person's channels does beside adding and removing them.
extension Store {
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

    /// Another name for a channel, in the watches and alerts that name it too. False if the name is taken, or means something else.
    package func rename(_ channel: Channel, to name: String) async throws -> Bool {
        guard name != Channel.app, name != channel.kind else { return false }
        return try await write("renaming a channel") { database in
            let isTaken = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM channels WHERE person = ?1 AND id <> ?2 AND ?3 IN (name, kind))",
                arguments: [channel.person, channel.id, name])
            guard isTaken == false else { return false }
            try database.execute(sql: "UPDATE channels SET name = ? WHERE id = ?", arguments: [name, channel.id])
            try database.execute(
                sql: """
                    UPDATE watches SET channels = (SELECT json_group_array(iif(value = ?2, ?3, value)) FROM json_each(watches.channels))
                    WHERE person = ?1 AND EXISTS (SELECT 1 FROM json_each(watches.channels) WHERE value = ?2)
                    """, arguments: [channel.person, channel.name, name])
            try Self.rename(channel, to: name, inAlertsOf: channel.person, database)
            return true
        }
    }

    /// Has every watch and alert of a person use a channel, by its name or kind.
    package func useForAllWatches(_ name: String, of person: Person) async throws {
        try await write("altering watches") { database in
            try database.execute(
                sql: """
                    UPDATE watches SET channels = json_insert(channels, '$[#]', ?2)
                    WHERE person = ?1 AND NOT EXISTS (SELECT 1 FROM json_each(watches.channels) WHERE value = ?2)
                    """, arguments: [person.id, name])
            try Self.use(name, inAlertsOf: person.id, database)
        }
    }

    /// Keeps an address until it is confirmed. False if too many of the person's wait for that.
    package func keep(_ confirmation: ChannelConfirmation) async throws -> Bool {
        try await write("keeping an address") { database in
            try Self.forgetOld(confirmation.created, database)
            let waiting = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM channel_confirmations WHERE person = ?", arguments: [confirmation.person])
            guard (waiting ?? 0) < ChannelConfirmation.limit else { return false }
            try database.execute(
                sql: "INSERT INTO channel_confirmations (token, person, name, kind, address, created) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    confirmation.token, confirmation.person, confirmation.name, confirmation.kind, confirmation.address,
                    confirmation.created.milliseconds,
                ])
            return true
        }
    }

    /// The addresses of a person that wait to be confirmed, oldest first.
    package func confirmations(of person: Person) async throws -> [ChannelConfirmation] {
        try await read("listing addresses") { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM channel_confirmations WHERE person = ? ORDER BY created", arguments: [person.id]
            ).map { Self.confirmation($0, person) }
        }
    }

    /// Takes the address out that the link of a person is for; nil if there is none, or no longer.
    package func confirm(_ token: String, by person: Person, at now: Timestamp) async throws -> ChannelConfirmation? {
        try await write("confirming an address") { database in
            try Self.forgetOld(now, database)
            return try Row.fetchOne(
                database, sql: "DELETE FROM channel_confirmations WHERE token = ? AND person = ? RETURNING *",
                arguments: [token, person.id]
            ).map { Self.confirmation($0, person) }
        }
    }

    private static func forgetOld(_ now: Timestamp, _ database: Database) throws {
        let limit = now + (.zero - ChannelConfirmation.lifetime)
        try database.execute(sql: "DELETE FROM channel_confirmations WHERE created < ?", arguments: [limit.milliseconds])
    }

    private static func confirmation(_ row: Row, _ person: Person) -> ChannelConfirmation {
        ChannelConfirmation(
            token: row["token"], person: person, name: row["name"], kind: row["kind"], address: row["address"],
            created: Timestamp(milliseconds: row["created"]))
    }
}
