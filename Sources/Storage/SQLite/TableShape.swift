/// A table as the database describes it, for exports and imports, which treat all tables alike.
struct TableShape {
    let name: String
    let columns: [String]
    /// The columns of the primary key, in its order.
    let key: [String]
    /// Column → the table that it refers to.
    let references: [String: String]

    /// The columns that may be exported. Secrets with which one can log in or sign as another person never are.
    var exported: [String] { Self.isSecret(table: name) ? [] : columns.filter { !isSecret($0) } }

    private func isSecret(_ column: String) -> Bool {
        // A board's columns are published data, regardless of their names.
        guard !name.hasPrefix("board_") else { return false }
        return Self.secretColumns.contains("\(name).\(column)") || Self.secretWords.contains { column.lowercased().contains($0) }
    }

    private static func isSecret(table: String) -> Bool {
        !table.hasPrefix("board_") && secretTables.contains { table.lowercased().contains($0) }
    }

    /// New tables are exported by default, so these words rather exclude too much.
    private static let secretWords = ["password", "secret", "token", "hash", "salt", "private", "cookie", "visitor", "session", "vapid"]
    private static let secretTables = [
        "session", "token", "secret", "key", "invit", "credential", "login", "failure", "confirmation", "queue_listeners", "queue_words",
    ]
    /// An address of a channel includes keys, and a server's error message may include the address.
    private static let secretColumns: Set = [
        "channels.address", "channels.failure", "channels.mark", "notices.failure", "queue_tickets.device",
    ]

    /// References that SQLite doesn't enforce.
    private static let unenforced = ["changes": ["fetch": "fetches"]]

    /// All tables of a database, each after those it refers to, otherwise by name. Leaves out GRDB's list of migrations and the tables
    /// behind virtual tables.
    static func all(in database: Connection) throws -> [TableShape] {
        let names = try String.fetchAll(
            database,
            sql: """
                SELECT name FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'grdb_migrations'
                ORDER BY name
                """)
        var waiting = try names.map { try TableShape($0, in: database) }
        var ordered: [TableShape] = []
        while !waiting.isEmpty {
            let open = Set(waiting.map(\.name))
            // Tables that refer to each other in a circle come in the order of their names.
            let next = waiting.firstIndex { open.isDisjoint(with: Set($0.references.values).subtracting([$0.name])) } ?? 0
            ordered.append(waiting.remove(at: next))
        }
        return ordered
    }

    private init(_ name: String, in database: Connection) throws {
        self.name = name
        columns = try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info(?) ORDER BY cid", arguments: [name])
        key = try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", arguments: [name])
        let foreign = try Row.fetchAll(database, sql: "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?)", arguments: [name])
        references = Dictionary(foreign.map { ($0["from"] as String, $0["table"] as String) }) { first, _ in first }
            .merging(Self.unenforced[name] ?? [:]) { first, _ in first }
    }
}
