package import Records

extension FollowingStore {
    /// Limit of channels per person.
    package static let channelLimit = 100

    /// Adds a channel to a person; throws `StorageError` with `full` if the person has reached the limit. If they already have a channel of
    /// that kind and address, it is returned, marked as working again. A name that is taken, or has another meaning in a watch, gets a
    /// number.
    ///
    /// The new channel replaces those in `former`, which are removed first, with their notices; if it can't be added, they stay.
    package func addChannel(
        of person: Person, named name: String, kind: String, address: String, insteadOf former: [Channel] = [], at time: Timestamp
    ) async throws -> Channel {
        let mark = seal.mark(address, for: .channel)
        let scope = former.isEmpty ? WriteScope.person(person.id) : .person(person.id).withNews
        return try await database.write("adding a channel", locking: scope) { [seal] database in
            for channel in former {
                try database.execute(sql: "DELETE FROM channels WHERE id = ? AND person = ?", arguments: [channel.id, person.id])
            }
            let known = try Row.fetchOne(
                database,
                sql: """
                    UPDATE channels SET gone = 0, failure = NULL WHERE person = ? AND kind = ? AND mark = ? RETURNING *
                    """, arguments: [person.id, kind, mark])
            if let known { return Channel(known, seal) }
            try Self.checkRoom("channels", of: person, limit: Self.channelLimit, database)
            let others = try String.fetchAll(
                database,
                sql: "SELECT name FROM channels WHERE person = ?1 UNION SELECT kind FROM channels WHERE person = ?1 AND kind <> ?2",
                arguments: [person.id, kind])
            let taken = Set(others + [Channel.app])
            var (free, number) = (name, 1)
            while taken.contains(free) {
                number += 1
                free = "\(name) \(number)"
            }
            let row = try Row.fetchOne(
                database, sql: "INSERT INTO channels (person, name, kind, address, mark, created) VALUES (?, ?, ?, ?, ?, ?) RETURNING *",
                arguments: [person.id, free, kind, try seal.seal(address, for: .channel), mark, time.milliseconds])
            guard let row else { throw StoredFault("the channel is not there") }
            return Channel(row, seal)
        }
    }

    /// A person's channels, oldest first, including those whose address is invalid.
    package func channels(of person: Person) async throws -> [Channel] {
        try await database.read("listing channels") { [seal] database in
            try Row.fetchAll(database, sql: "SELECT * FROM channels WHERE person = ? ORDER BY id", arguments: [person.id]).map {
                Channel($0, seal)
            }
        }
    }

    package func channel(_ id: Int64) async throws -> Channel? {
        try await database.read("reading a channel") { [seal] in
            try Row.fetchOne($0, sql: "SELECT * FROM channels WHERE id = ?", arguments: [id]).map { Channel($0, seal) }
        }
    }

    /// Removes a channel, with its notices. False if it was already removed.
    @discardableResult
    package func remove(_ channel: Channel) async throws -> Bool {
        try await database.write("removing a channel", locking: .person(channel.person).withNews) { database in
            try database.execute(sql: "DELETE FROM channels WHERE id = ?", arguments: [channel.id])
            return database.changesCount > 0
        }
    }

    /// Stores the outcome of a message outside the outbox: a test message. For notices, `note(_:of:at:)` does so.
    package func note(_ outcome: Channel.Outcome, of channel: Channel, at now: Timestamp) async throws {
        try await database.write("noting a delivery", locking: .person(channel.person).withNews) {
            try self.note(outcome, ofChannel: channel.id, at: now, in: $0)
        }
    }

    func note(_ outcome: Channel.Outcome, ofChannel channel: Int64, at now: Timestamp, in database: Connection) throws {
        switch outcome {
        case .delivered:
            try database.cachedStatement(sql: "UPDATE channels SET last_delivered = ?, failure = NULL, gone = 0 WHERE id = ?")
                .execute(arguments: [now.milliseconds, channel])
        case .failed(let reason):
            let reason = try seal.seal(reason, for: .failure)
            try database.cachedStatement(sql: "UPDATE channels SET failure = ? WHERE id = ?").execute(arguments: [reason, channel])
        case .gone(let reason):
            let reason = try seal.seal(reason, for: .failure)
            try database.execute(sql: "UPDATE channels SET failure = ?, gone = 1 WHERE id = ?", arguments: [reason, channel])
            try database.execute(
                sql: "UPDATE notices SET state = 'failed', ended = ?, failure = ? WHERE channel = ? AND state = 'waiting'",
                arguments: [now.milliseconds, reason, channel])
        }
    }
}
