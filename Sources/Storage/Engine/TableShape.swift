/// A table as the database describes it, for exports and imports, which treat all tables alike. A column of words (`WordColumn`) isn't one
/// of its columns: it belongs to an index.
struct TableShape {
    let name: String
    let columns: [String]
    /// The columns of the primary key, in its order.
    let key: [String]
    /// Column → the table that it references.
    let references: [String: String]

    /// The columns that may be exported. Secrets that allow signing in or acting as another person never are.
    var exported: [String] { Self.isSecret(table: name) ? [] : columns.filter { !isSecret($0) } }

    private func isSecret(_ column: String) -> Bool {
        // A board's columns are published data, regardless of their names.
        guard !name.hasPrefix("board_") else { return false }
        return Self.secretColumns.contains("\(name).\(column)") || Self.secretWords.contains { column.lowercased().contains($0) }
    }

    private static func isSecret(table: String) -> Bool {
        !table.hasPrefix("board_") && secretTables.contains { table.lowercased().contains($0) }
    }

    /// New tables are exported by default, so this list errs on the side of excluding too much.
    private static let secretWords = ["password", "secret", "token", "hash", "salt", "private", "cookie", "visitor", "session", "vapid"]
    /// The pictures show pages as one of the operator's accounts saw them. Marks of watches are no secrets, but are made again.
    private static let secretTables = [
        "session", "token", "secret", "key", "invit", "credential", "login", "failure", "confirmation", "queue_listeners", "queue_words",
        "feed_pictures", "node_settings", "watch_marks", "marked_feeds",
    ]
    /// An address of a channel includes keys, and a server's error message may include the address.
    private static let secretColumns: Set = [
        "channels.address", "channels.failure", "channels.mark", "notices.failure", "queue_tickets.device",
    ]

    /// References that the database doesn't enforce.
    private static let unenforced = ["changes": ["fetch": "fetches"]]

    /// All tables of a database, each after those it references, otherwise by name. Leaves out the list of migrations and the tables behind
    /// virtual tables.
    static func all(in database: Connection) throws -> [TableShape] {
        var waiting = try String.fetchAll(database, sql: database.dialect.shapedTables).map { try TableShape($0, in: database) }
        var ordered: [TableShape] = []
        while !waiting.isEmpty {
            let open = Set(waiting.map(\.name))
            // Tables that reference each other in a cycle are ordered by name.
            let next = waiting.firstIndex { open.isDisjoint(with: Set($0.references.values).subtracting([$0.name])) } ?? 0
            ordered.append(waiting.remove(at: next))
        }
        return ordered
    }

    private init(_ name: String, in database: Connection) throws {
        let dialect = database.dialect
        self.name = name
        columns = try String.fetchAll(database, sql: dialect.columnsOfTable, arguments: [name])
        key = try String.fetchAll(database, sql: dialect.keyOfTable, arguments: [name])
        let foreign = try Row.fetchAll(database, sql: dialect.referencesOfTable, arguments: [name])
        references = Dictionary(foreign.map { ($0[0] as String, $0[1] as String) }) { first, _ in first }
            .merging(Self.unenforced[name] ?? [:]) { first, _ in first }
    }
}

extension Dialect {
    fileprivate var shapedTables: String {
        switch self {
        case .sqlite:
            """
            SELECT name FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'grdb_migrations'
            ORDER BY name
            """
        case .postgres: "\(tables) AND tablename <> 'migrations' ORDER BY tablename COLLATE \"C\""
        }
    }

    fileprivate var columnsOfTable: String {
        switch self {
        case .sqlite: "SELECT name FROM pragma_table_info(?) ORDER BY cid"
        case .postgres:
            """
            SELECT attname FROM pg_attribute WHERE attrelid = CAST(quote_ident(?) AS REGCLASS) AND attnum > 0 AND NOT attisdropped
                AND atttypid <> CAST('tsvector' AS REGTYPE)
            ORDER BY attnum
            """
        }
    }

    fileprivate var keyOfTable: String {
        switch self {
        case .sqlite: "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk"
        case .postgres:
            """
            SELECT attname FROM pg_constraint CROSS JOIN unnest(conkey) WITH ORDINALITY AS part (number, rank)
                JOIN pg_attribute ON attrelid = conrelid AND attnum = number
            WHERE contype = 'p' AND conrelid = CAST(quote_ident(?) AS REGCLASS) ORDER BY rank
            """
        }
    }

    /// The references as pairs of column and table.
    fileprivate var referencesOfTable: String {
        switch self {
        case .sqlite: "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?)"
        case .postgres:
            """
            SELECT attname, relname FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
                JOIN pg_class ON pg_class.oid = confrelid
            WHERE contype = 'f' AND conrelid = CAST(quote_ident(?) AS REGCLASS) ORDER BY attnum
            """
        }
    }
}
