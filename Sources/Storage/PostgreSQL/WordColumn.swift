import Records

/// The words of a board's texts in PostgreSQL, the counterpart of `WordIndex` in SQLite: a column with the words of each row, and an index
/// of that column (https://www.postgresql.org/docs/15/datatype-textsearch.html, https://www.postgresql.org/docs/15/gin.html).
///
/// SQLite's own tokenizer splits and folds the texts (`WordTokens`), not PostgreSQL's parser, so both engines find the same rows. Code that
/// writes a row's texts also writes its words; `fill` adds missing ones. The column isn't one of a table's columns (`TableShape`), because
/// it is derived from the texts wherever they are copied.
struct WordColumn {
    /// PostgreSQL's limits: bytes of a word, and of all words in a row.
    private static let (wordByteLimit, rowByteLimit) = (2046, 1_000_000)
    private static let atOnce = 1000

    private let table: BoardTable
    /// The indices of the text fields.
    private let places: [Int]

    /// nil if none of the board's fields are indexed (`Schema.indexedTexts`).
    init?(of table: BoardTable) {
        places = table.schema.indexedTexts.compactMap(table.schema.index(of:))
        self.table = table
        if places.isEmpty { return nil }
    }

    private var bare: String { String(table.name.dropFirst().dropLast()) }
    private var index: String { "\(bare)_words" }

    /// Whether the index exists, by the list of all indexes.
    func isAmong(_ indexes: Set<String>) -> Bool { indexes.contains(index) }

    /// Creates the column with the words of all rows, and its index, unless they exist.
    func create(in database: Connection) throws {
        guard try !isThere(in: database) else { return }
        try database.execute(sql: "ALTER TABLE \(table.name) ADD COLUMN _words tsvector")
        try fill(in: database)
        // Without the pending list, which each search would scan.
        try database.execute(sql: "CREATE INDEX \"\(index)\" ON \(table.name) USING gin (_words) WITH (fastupdate = off)")
    }

    /// Drops the column and its index. Called before the board's table is renamed.
    static func drop(of table: BoardTable, in database: Connection) throws {
        try database.execute(sql: "ALTER TABLE \(table.name) DROP COLUMN IF EXISTS _words")
    }

    private func isThere(in database: Connection) throws -> Bool {
        let sql = """
            SELECT count(*) FROM pg_attribute
            WHERE attrelid = CAST(quote_ident(?) AS REGCLASS) AND attname = '_words' AND NOT attisdropped
            """
        return try Int.fetchOne(database, sql: sql, arguments: [bare]) ?? 0 > 0
    }

    /// Adds the words of rows that were written without them: copied from another table, or imported.
    func fill(in database: Connection) throws {
        let texts = places.map { table.columns[$0] }.joined(separator: ", ")
        let select = try database.makeStatement(
            sql: "SELECT _id, \(texts) FROM \(table.name) WHERE _id > ? AND _words IS NULL ORDER BY _id LIMIT \(Self.atOnce)")
        let update = try database.makeStatement(
            sql: """
                UPDATE \(table.name) SET _words = CAST(made.words AS tsvector)
                FROM (SELECT CAST(value ->> 0 AS BIGINT) AS id, value ->> 1 AS words
                    FROM json_array_elements(CAST(? AS JSON)) AS given (value)) AS made
                WHERE _id = made.id
                """)
        let words = try self.words()
        var last = Int64.min
        while true {
            let rows = try Row.fetchAll(select, arguments: [last]).map { row in
                (id: row[0] as Int64, words: try words.of(texts: places.indices.map { row.value($0 + 1) }))
            }
            guard let end = rows.last?.id else { return }
            last = end
            let made = rows.map { "[\($0.id),\(JSONLine.quoted($0.words))]" }.joined(separator: ",")
            try update.execute(arguments: ["[\(made)]"])
        }
    }

    /// The same for the tables of all boards that have such a column.
    static func fillAll(in database: Connection) throws {
        for row in try Row.fetchAll(database, sql: "SELECT name, fields FROM boards ORDER BY name") {
            guard let schema = Schema(signature: row["fields"]) else { continue }
            let column = WordColumn(of: BoardTable(board: row["name"], schema: schema))
            if let column, try column.isThere(in: database) { try column.fill(in: database) }
        }
    }

    /// Creates the words of rows.
    func words() throws -> Words { Words(places: places, tokens: try WordTokens()) }

    /// Converts a row's values to words in the syntax of `tsvector`. Used on one thread.
    struct Words {
        fileprivate let places: [Int]
        fileprivate let tokens: WordTokens

        /// The words of all field values.
        func of(_ values: [ColumnValue]) throws -> String { try of(texts: places.map { values[$0] }) }

        /// Each word once, as `'one' 'two'`. Words contain only letters and digits, so nothing needs escaping.
        fileprivate func of(texts: [ColumnValue]) throws -> String {
            var words: Set<String> = []
            for case .text(let text) in texts { words.formUnion(try tokens.split(text)) }
            var (line, room) = ("", WordColumn.rowByteLimit)
            for word in words.lazy.map(WordColumn.cut) {
                room -= word.utf8.count
                if room < 0 { break }
                line += "'\(word)' "
            }
            return line
        }
    }

    private static func cut(_ word: String) -> String { word.utf8.count <= wordByteLimit ? word : word.limited(to: wordByteLimit / 4) }

    /// A search as a `tsquery`; nil if it can't match anything.
    static func query(_ text: String) throws -> String? {
        guard let wanted = try WordIndex.wanted(text, WordTokens().split), wanted.others.isEmpty else { return nil }
        return wanted.words.map { "'\(cut($0.text))'\($0.isWhole ? "" : ":*")" }.joined(separator: " & ")
    }

    /// The condition that a row has the words of a query.
    static func condition(_ parameter: String) -> String { "_words @@ CAST(\(parameter) AS tsquery)" }
}

extension Schema {
    /// Parses a `BoardTable.signature`, which lists the fields by name and kind; nil if it isn't one.
    fileprivate init?(signature: String) {
        let fields = signature.split(separator: "\n").compactMap { line -> Field? in
            let parts = line.split(separator: " ")
            guard parts.count > 1, let kind = Field.Kind(rawValue: String(parts[1])) else { return nil }
            return Field(name: String(parts[0]), kind: kind)
        }
        guard !fields.isEmpty else { return nil }
        self.init(fields: fields)
    }
}

/// PostgreSQL's trigram index of the names of media, if its extension `pg_trgm` is installed. Without it, the same rows are found, but more
/// slowly. (https://www.postgresql.org/docs/15/pgtrgm.html)
enum MediaNamesIndex {
    static let name = "media_names"

    static let migration = Migration("media search in PostgreSQL") { database in
        guard database.dialect == .postgres else { return }
        try database.execute(
            sql: """
                DO $$ BEGIN
                    CREATE EXTENSION IF NOT EXISTS pg_trgm;
                    CREATE INDEX \(name) ON media USING gin (words gin_trgm_ops);
                EXCEPTION
                    -- No right to make it, or no such package.
                    WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object
                        OR invalid_parameter_value THEN
                        NULL;
                END $$
                """)
    }
}
