package import Records

extension PersonStore {
    /// The person of that name. A new person is created as a member, and can't log in until they have a password.
    package func person(named name: String, at time: Timestamp) async throws -> Person {
        // Known people, nearly all, are found without waiting for the writer.
        if let person = try await person(named: name) { return person }
        return try await database.write("finding a person") { database in
            if let person = try Self.person(named: name, database) { return person }
            return try Self.add(name, .member, password: nil, at: time, database)
        }
    }

    package func person(_ id: Int64) async throws -> Person? {
        try await database.read("reading a person") { try Self.person(id, $0) }
    }

    package func person(named name: String) async throws -> Person? {
        try await database.read("reading a person") { try Self.person(named: name, $0) }
    }

    /// All people, by name.
    package func all() async throws -> [Person] {
        try await database.read("listing people") {
            try Row.fetchAll($0, sql: "SELECT * FROM people ORDER BY \($0.dialect.caseless("name"))").map(Person.init)
        }
    }

    /// Whether an administrator can sign in. If not, the installation is open for set-up. An imported administrator has no password, and
    /// can sign in only where a proxy authenticates people (`byProxy`).
    package func hasAdministrator(byProxy: Bool = false) async throws -> Bool {
        try await database.read("looking for an administrator") { try Self.hasAdministrator(byProxy: byProxy, $0) }
    }

    /// Creates the first administrator. They take over the data of the nameless owner of an installation without accounts, or the account
    /// of that name if it is an imported administrator's. nil if there is already an administrator, or another person has the name.
    package func setUp(administrator name: String, password: String, byProxy: Bool = false, at time: Timestamp) async throws -> Person? {
        try await database.write("setting up") { database in
            guard try !Self.hasAdministrator(byProxy: byProxy, database) else { return nil }
            var owner = try Self.person(named: "owner", database)
            if let taken = try Self.person(named: name, database), taken.id != owner?.id {
                guard taken.role == .administrator else { return nil }
                owner = taken
            }
            guard let owner else { return try Self.add(name, .administrator, password: password, at: time, database) }
            return try Row.fetchOne(
                database, sql: "UPDATE people SET name = ?, role = 'administrator', password = ?, disabled = 0 WHERE id = ? RETURNING *",
                arguments: [name, password, owner.id]
            ).map(Person.init)
        }
    }

    /// nil if the name is taken.
    package func add(_ name: String, _ role: Person.Role, password: String?, at time: Timestamp) async throws -> Person? {
        try await database.write("adding a person") { database in
            guard try Self.person(named: name, database) == nil else { return nil }
            return try Self.add(name, role, password: password, at: time, database)
        }
    }

    /// Applies a person's changes to themselves: the name, if given, and `alter` to the settings as stored now. Settings written by a later
    /// version are left alone. Returns the person as stored then; nil if they were removed, or another person has the name. If `alter`
    /// throws, nothing changes.
    package func update(
        _ id: Person.ID, name: String? = nil, _ alter: @escaping @Sendable (inout PersonSettings) throws -> Void = { _ in }
    ) async throws -> Person? {
        try await database.write("altering a person") { database -> Result<Person?, any Error> in
            guard var person = try Self.person(id, database) else { return .success(nil) }
            if let name, let taken = try Self.person(named: name, database), taken.id != id { return .success(nil) }
            person.name = name ?? person.name
            do { try alter(&person.settings) } catch { return .failure(error) }
            try database.execute(
                sql: "UPDATE people SET name = ?, settings = \(database.dialect.patched("settings", by: "?")), zone = ? WHERE id = ?",
                arguments: [person.name, try person.settings.json, person.settings.zone, id])
            return .success(person)
        }.get()
    }

    /// Applies an administrator's changes to a person; nil leaves a property unchanged. Disabling them ends their sessions, tokens and
    /// secret addresses, and drops their pending notices. Returns the person as stored then; nil if they were removed, or no administrator
    /// would be left. `check` receives the person as stored now; if it throws, nothing changes.
    package func update(
        _ id: Person.ID, role: Person.Role? = nil, isDisabled: Bool? = nil, if check: @escaping @Sendable (Person) throws -> Void = { _ in }
    ) async throws -> Person? {
        // Blocks notices to the person who is being disabled.
        let scope = isDisabled == true ? WriteScope.topic(.people).withNews : .topic(.people)
        return try await database.write("altering what a person may do", locking: scope) { database -> Result<Person?, any Error> in
            guard var person = try Self.person(id, database) else { return .success(nil) }
            do { try check(person) } catch { return .failure(error) }
            (person.role, person.isDisabled) = (role ?? person.role, isDisabled ?? person.isDisabled)
            if person.role != .administrator || person.isDisabled, try Self.isLastAdministrator(person, database) { return .success(nil) }
            try database.execute(
                sql: "UPDATE people SET role = ?, disabled = ? WHERE id = ?", arguments: [person.role.rawValue, person.isDisabled, id])
            if person.isDisabled {
                try database.execute(sql: "DELETE FROM sessions WHERE person = ?", arguments: [id])
                try Self.endTokens(of: id, database)
                try database.execute(sql: "DELETE FROM notices WHERE person = ? AND state = 'waiting'", arguments: [id])
            }
            return .success(person)
        }.get()
    }

    /// Removes a person with their watches, notices, sessions and tokens. False if no administrator would be left. `check` receives the
    /// person as stored now; if it throws, nothing changes.
    @discardableResult
    package func remove(_ person: Person, if check: @escaping @Sendable (Person) throws -> Void = { _ in }) async throws -> Bool {
        try await database.write("removing a person", locking: .everything) { database -> Result<Bool, any Error> in
            if let stored = try Self.person(person.id, database) { do { try check(stored) } catch { return .failure(error) } }
            guard try !Self.isLastAdministrator(person, database) else { return .success(false) }
            try database.execute(sql: "DELETE FROM people WHERE id = ?", arguments: [person.id])
            return .success(true)
        }.get()
    }

    /// The person of that name, ignoring case, and the hash of their password. Disabled people aren't found.
    package func login(_ name: String) async throws -> (person: Person, password: String?)? {
        try await database.read("looking up a sign-in") { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM people WHERE \(database.dialect.isSame("name")) AND disabled = 0", arguments: [name])
            return row.map { (Person($0), $0["password"]) }
        }
    }

    /// Sets a password's hash and ends the person's other sessions and their login links; also tokens and secret addresses, unless they are
    /// kept.
    package func setPassword(
        _ password: String, of person: Person, keeping session: Session? = nil, keepingTokens: Bool = false
    ) async throws {
        try await database.write("setting a password") { database in
            try database.execute(sql: "UPDATE people SET password = ? WHERE id = ?", arguments: [password, person.id])
            try database.execute(
                sql: "DELETE FROM sessions WHERE person = ? AND id IS DISTINCT FROM ?", arguments: [person.id, session?.id])
            try database.execute(sql: "DELETE FROM login_links WHERE person = ?", arguments: [person.id])
            if !keepingTokens { try Self.endTokens(of: person.id, database) }
        }
    }

    /// All credentials of programs that act or read for a person: tokens, and the addresses of their feeds.
    private static func endTokens(of person: Person.ID, _ database: Connection) throws {
        for table in ["tokens", "feed_addresses"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE person = ?", arguments: [person])
        }
    }

    private static func person(_ id: Person.ID, _ database: Connection) throws -> Person? {
        try Row.fetchOne(database, sql: "SELECT * FROM people WHERE id = ?", arguments: [id]).map(Person.init)
    }

    static func person(named name: String, _ database: Connection) throws -> Person? {
        try Row.fetchOne(database, sql: "SELECT * FROM people WHERE \(database.dialect.isSame("name"))", arguments: [name]).map(Person.init)
    }

    static func add(_ name: String, _ role: Person.Role, password: String?, at time: Timestamp, _ database: Connection) throws -> Person {
        let row = try Row.fetchOne(
            database, sql: "INSERT INTO people (name, role, password, created) VALUES (?, ?, ?, ?) RETURNING *",
            arguments: [name, role.rawValue, password, time.milliseconds])
        guard let row else { throw StoredFault("the person is not there") }
        return Person(row)
    }

    private static func hasAdministrator(byProxy: Bool, _ database: Connection) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: "SELECT EXISTS (SELECT 1 FROM people WHERE role = 'administrator' AND disabled = 0 AND (password IS NOT NULL OR ? <> 0))",
            arguments: [byProxy]) ?? false
    }

    /// An administrator with a password can't be replaced by one without: the installation would be open for set-up again.
    private static func isLastAdministrator(_ person: Person, _ database: Connection) throws -> Bool {
        let others = try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM people WHERE role = 'administrator' AND disabled = 0 AND id <> ?
                AND (password IS NOT NULL OR (SELECT password FROM people WHERE id = ?) IS NULL)
                """,
            arguments: [person.id, person.id])
        let was = try Bool.fetchOne(
            database, sql: "SELECT role = 'administrator' AND disabled = 0 FROM people WHERE id = ?", arguments: [person.id])
        return others == 0 && was == true
    }
}
