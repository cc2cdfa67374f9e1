import GRDB
package import Records

extension Store {
    /// The person of that name, made a member if they are new. Nobody can log in as one made so until they have a password.
    package func person(named name: String, at time: Timestamp) async throws -> Person {
        try await write("finding a person") { database in
            if let person = try Self.person(named: name, database) { return person }
            return try Self.add(name, .member, password: nil, at: time, database)
        }
    }

    package func person(_ id: Int64) async throws -> Person? {
        try await read("reading a person") {
            try Row.fetchOne($0, sql: "SELECT * FROM people WHERE id = ?", arguments: [id]).map(Person.init)
        }
    }

    package func person(named name: String) async throws -> Person? {
        try await read("reading a person") { try Self.person(named: name, $0) }
    }

    /// Everybody, by name.
    package func people() async throws -> [Person] {
        try await read("listing people") {
            try Row.fetchAll($0, sql: "SELECT * FROM people ORDER BY name COLLATE NOCASE").map(Person.init)
        }
    }

    /// Whether somebody can run this installation. While nobody can, it is open to be set up.
    package func hasAdministrator() async throws -> Bool {
        try await read("looking for an administrator") { try Self.administratorCount($0) > 0 }
    }

    /// Makes the first administrator, who takes over what belonged to the nameless owner of an installation without accounts. nil if there is an
    /// administrator already, or somebody else has the name.
    package func setUp(administrator name: String, password: String, at time: Timestamp) async throws -> Person? {
        try await write("setting up") { database in
            guard try Self.administratorCount(database) == 0 else { return nil }
            let owner = try Self.person(named: "owner", database)
            if let taken = try Self.person(named: name, database), taken.id != owner?.id { return nil }
            guard let owner else { return try Self.add(name, .administrator, password: password, at: time, database) }
            return try Row.fetchOne(
                database, sql: "UPDATE people SET name = ?, role = 'administrator', password = ?, disabled = 0 WHERE id = ? RETURNING *",
                arguments: [name, password, owner.id]
            ).map(Person.init)
        }
    }

    /// nil if somebody has the name.
    package func add(_ name: String, _ role: Person.Role, password: String?, at time: Timestamp) async throws -> Person? {
        try await write("adding a person") { database in
            guard try Self.person(named: name, database) == nil else { return nil }
            return try Self.add(name, role, password: password, at: time, database)
        }
    }

    /// Stores a person's name, role, settings and whether they are disabled, which ends their sessions. Settings of a later version are left as they
    /// are. False if the person is gone, somebody else has the name, or nobody would be left who runs the installation.
    package func update(_ person: Person) async throws -> Bool {
        try await write("altering a person") { database in
            if let taken = try Self.person(named: person.name, database), taken.id != person.id { return false }
            if person.role != .administrator || person.isDisabled, try Self.isLastAdministrator(person, database) { return false }
            try database.execute(
                sql: "UPDATE people SET name = ?, role = ?, settings = json_patch(settings, ?), disabled = ? WHERE id = ?",
                arguments: [person.name, person.role.rawValue, try person.settings.json, person.isDisabled, person.id])
            guard database.changesCount > 0 else { return false }
            if person.isDisabled { try database.execute(sql: "DELETE FROM sessions WHERE person = ?", arguments: [person.id]) }
            return true
        }
    }

    /// Removes a person with their watches, notices, sessions and tokens. False if nobody would be left who runs the installation.
    @discardableResult
    package func remove(_ person: Person) async throws -> Bool {
        try await write("removing a person") { database in
            guard try !Self.isLastAdministrator(person, database) else { return false }
            try database.execute(sql: "DELETE FROM people WHERE id = ?", arguments: [person.id])
            return true
        }
    }

    /// The person of that name, whatever the case, and the hash of their password. Somebody disabled is not found.
    package func login(_ name: String) async throws -> (person: Person, password: String?)? {
        try await read("looking up a login") { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM people WHERE name = ? COLLATE NOCASE AND disabled = 0", arguments: [name])
            return row.map { (Person($0), $0["password"]) }
        }
    }

    /// Sets a password's hash, and ends the person's sessions but for one.
    package func setPassword(_ password: String, of person: Person, keeping session: Session? = nil) async throws {
        try await write("setting a password") { database in
            try database.execute(sql: "UPDATE people SET password = ? WHERE id = ?", arguments: [password, person.id])
            try database.execute(
                sql: "DELETE FROM sessions WHERE person = ? AND id IS NOT ?", arguments: [person.id, session?.id])
        }
    }

    static func person(named name: String, _ database: Database) throws -> Person? {
        try Row.fetchOne(database, sql: "SELECT * FROM people WHERE name = ? COLLATE NOCASE", arguments: [name]).map(Person.init)
    }

    static func add(_ name: String, _ role: Person.Role, password: String?, at time: Timestamp, _ database: Database) throws -> Person {
        let row = try Row.fetchOne(
            database, sql: "INSERT INTO people (name, role, password, created) VALUES (?, ?, ?, ?) RETURNING *",
            arguments: [name, role.rawValue, password, time.milliseconds])
        guard let row else { throw DatabaseError(message: "the person is not there") }
        return Person(row)
    }

    private static func administratorCount(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM people WHERE role = 'administrator' AND disabled = 0") ?? 0
    }

    private static func isLastAdministrator(_ person: Person, _ database: Database) throws -> Bool {
        let others = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM people WHERE role = 'administrator' AND disabled = 0 AND id <> ?", arguments: [person.id])
        return try others == 0 && administratorCount(database) > 0
    }
}
