import Foundation
package import Records

extension ReminderStore {
    /// Adds a reminder; if the person already has the same one, only its time before the start changes. Throws `StorageError` with `full`
    /// if the person has reached the limit.
    package func addReminder(
        of person: Person, on board: String, _ settings: Reminder.Settings, at time: Timestamp
    ) async throws -> Reminder {
        let json = try Self.json(of: settings)
        return try await database.write("adding a reminder", locking: .person(person.id)) { database in
            try BoardStore.check(board, isVisibleTo: person.id, doing: "adding a reminder", database)
            let same = try Self.reminders(of: person.id, database).first { $0.board == board && $0.isSame(as: settings) }
            let row: Row?
            if let same {
                let altered = Reminder.Settings(same.settings.rule, asking: same.settings.given, minutes: settings.minutes)
                row = try Row.fetchOne(
                    database, sql: "UPDATE reminders SET settings = ?, version = version + 1 WHERE id = ? RETURNING *",
                    arguments: [try Self.json(of: altered), same.id])
            } else {
                try FollowingStore.checkRoom("reminders", of: person, limit: Reminder.Limits.reminders, database)
                row = try Row.fetchOne(
                    database, sql: "INSERT INTO reminders (person, board, settings, created) VALUES (?, ?, ?, ?) RETURNING *",
                    arguments: [person.id, board, json, time.milliseconds])
            }
            guard let row else { throw StoredFault("the reminder is not there") }
            return try Reminder(row)
        }
    }

    /// Removes a person's reminder, with its notices that haven't been sent yet. False if they have no such reminder.
    package func removeReminder(_ id: Reminder.ID, of person: Person) async throws -> Bool {
        try await database.write("removing a reminder", locking: .person(person.id)) { database in
            let isTheirs = try Bool.fetchOne(
                database, sql: "SELECT 1 FROM reminders WHERE id = ? AND person = ?", arguments: [id, person.id])
            guard isTheirs != nil else { return false }
            try database.execute(sql: "DELETE FROM notices WHERE reminder = ? AND state = 'waiting'", arguments: [id])
            try database.execute(sql: "DELETE FROM reminders WHERE id = ?", arguments: [id])
            return true
        }
    }

    /// A person's reminders, oldest first.
    package func all(of person: Person) async throws -> [Reminder] {
        try await database.read("listing reminders") { try Self.reminders(of: person.id, $0) }
    }

    /// nil if there is no such reminder, or it is another person's.
    package func reminder(_ id: Reminder.ID, of person: Person) async throws -> Reminder? {
        try await database.read("reading a reminder") {
            try Row.fetchOne($0, sql: "SELECT * FROM reminders WHERE id = ? AND person = ?", arguments: [id, person.id]).map(Reminder.init)
        }
    }

    /// The reminders of all people who aren't disabled, except those that another version wrote and this one can't read.
    package func remindersToTell() async throws -> [Reminder] {
        try await database.read("listing reminders") { database in
            let areTold = "NOT EXISTS (SELECT 1 FROM people WHERE people.id = reminders.person AND disabled <> 0)"
            let statement = try database.cachedStatement(sql: "SELECT * FROM reminders WHERE \(areTold) ORDER BY id")
            return try Row.fetchAll(statement).compactMap { try? Reminder($0) }
        }
    }

    /// Stores a reminder's new state and posts its messages, in one transaction. A reminder that `isOver` is removed. False if the reminder
    /// was changed since it was read; then nothing is done.
    package func settle(
        _ reminder: Reminder, _ state: ReminderState, saying news: [String] = [], isOver: Bool = false, at now: Timestamp
    ) async throws -> Bool {
        let json = try Self.json(of: state)
        return try await database.write("telling of programmes", locking: .person(reminder.person).withNews) { database in
            try database.execute(
                sql: "UPDATE reminders SET state = ?, version = version + 1 WHERE id = ? AND version = ?",
                arguments: [json, reminder.id, reminder.version])
            guard database.changesCount > 0 else { return false }
            if !news.isEmpty {
                let posting = try Posting(database, now)
                for one in news { try posting.tell(one, of: reminder) }
            }
            if isOver { try database.execute(sql: "DELETE FROM reminders WHERE id = ?", arguments: [reminder.id]) }
            return true
        }
    }

    private static func reminders(of person: Person.ID, _ database: Connection) throws -> [Reminder] {
        try Row.fetchAll(database, sql: "SELECT * FROM reminders WHERE person = ? ORDER BY id", arguments: [person])
            .compactMap { try? Reminder($0) }
    }

    /// Equal values give equal texts.
    private static func json(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

extension Reminder {
    fileprivate init(_ row: Row) throws {
        let state = (row["state"] as String?).flatMap { try? JSONDecoder().decode(ReminderState.self, from: Data($0.utf8)) }
        self.init(
            id: row["id"], person: row["person"], board: row["board"],
            settings: try JSONDecoder().decode(Settings.self, from: Data((row["settings"] as String).utf8)), state: state,
            created: Timestamp(milliseconds: row["created"]), version: row["version"])
    }
}
