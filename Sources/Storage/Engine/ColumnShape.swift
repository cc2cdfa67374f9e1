/// A column of a table as either engine describes it, to create the same table in the other engine.
struct ColumnShape {
    enum Kind: CaseIterable {
        case integer, number, text, bytes
    }

    let name: String
    /// nil for a type that none of our tables uses.
    let kind: Kind?
    let isNeeded: Bool

    static func all(of table: String, in database: Connection) throws -> [ColumnShape] {
        let dialect = database.dialect
        return try Row.fetchAll(database, sql: dialect.shapesOfColumns, arguments: [table]).map { row in
            let type = row[1] as String
            return ColumnShape(
                name: row[0], kind: Kind.allCases.first { dialect.type(of: $0).hasPrefix(type) && !type.isEmpty }, isNeeded: row[2])
        }
    }
}

extension Connection {
    /// In PostgreSQL, each table's identity column.
    func identities() throws -> [String: String] {
        let rows = try Row.fetchAll(
            self,
            sql: """
                SELECT relname, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
                    JOIN pg_namespace ON pg_namespace.oid = relnamespace
                WHERE attidentity <> '' AND nspname = current_schema()
                """)
        return Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { first, _ in first }
    }

    /// The last id that a table has assigned; its row may be gone.
    func lastID(of table: String, _ key: String) throws -> Int64 {
        let greatest = try Int64.fetchOne(self, sql: "SELECT max(\"\(key)\") FROM \"\(table)\"") ?? 0
        let noted: Int64? =
            switch dialect {
            case .sqlite: try Int64.fetchOne(self, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table])
            case .postgres: try Int64.fetchOne(self, sql: "SELECT pg_sequence_last_value(\(Self.sequence))", arguments: [table, key])
            }
        return max(greatest, noted ?? 0)
    }

    /// The next row of a table gets the id after this one. In SQLite, a table that may reuse ids derives it from its rows.
    func setLastID(of table: String, _ key: String, to last: Int64) throws {
        switch dialect {
        case .sqlite:
            let isNoted = try Bool.fetchOne(
                self, sql: "SELECT sql LIKE '%AUTOINCREMENT%' FROM sqlite_master WHERE type = 'table' AND name = ?", arguments: [table])
            guard isNoted == true else { return }
            try execute(sql: "DELETE FROM sqlite_sequence WHERE name = ?", arguments: [table])
            if last > 0 { try execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", arguments: [table, last]) }
        case .postgres:
            guard last > 0 else { return }
            _ = try Int64.fetchOne(self, sql: "SELECT setval(\(Self.sequence), ?)", arguments: [table, key, last])
        }
    }

    private static let sequence = "CAST(pg_get_serial_sequence(quote_ident(?), ?) AS REGCLASS)"

    /// Runs `body` with our triggers disabled: the rows they would write are among those that are moved.
    func withoutTriggers(_ body: () throws -> Void) throws {
        switch dialect {
        case .sqlite:
            let triggers = try Row.fetchAll(self, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
            for trigger in triggers { try execute(sql: "DROP TRIGGER \"\(trigger["name"] as String)\"") }
            try body()
            for trigger in triggers { try execute(sql: trigger["sql"]) }
        case .postgres:
            let tables = try String.fetchAll(
                self,
                sql: """
                    SELECT DISTINCT relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
                        JOIN pg_namespace ON pg_namespace.oid = relnamespace
                    WHERE NOT tgisinternal AND nspname = current_schema()
                    """)
            for table in tables { try execute(sql: "ALTER TABLE \"\(table)\" DISABLE TRIGGER USER") }
            try body()
            for table in tables { try execute(sql: "ALTER TABLE \"\(table)\" ENABLE TRIGGER USER") }
        }
    }
}

extension Dialect {
    /// The type as CREATE TABLE spells it, and as the database reports it.
    func type(of kind: ColumnShape.Kind) -> String {
        switch kind {
        case .integer: integer
        case .number: number
        case .text: text
        case .bytes: self == .sqlite ? "BLOB" : "BYTEA"
        }
    }

    fileprivate var shapesOfColumns: String {
        switch self {
        case .sqlite: "SELECT name, type, \"notnull\" FROM pragma_table_info(?) ORDER BY cid"
        case .postgres:
            """
            SELECT attname, upper(format_type(atttypid, NULL)), attnotnull FROM pg_attribute
            WHERE attrelid = CAST(quote_ident(?) AS REGCLASS) AND attnum > 0 AND NOT attisdropped
                AND atttypid <> CAST('tsvector' AS REGTYPE)
            ORDER BY attnum
            """
        }
    }
}
