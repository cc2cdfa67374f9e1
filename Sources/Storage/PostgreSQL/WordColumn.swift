import Records

/// The words of a board's texts in PostgreSQL, what `WordIndex` is in SQLite: a column of each row with its words, and an index of that
/// column (https://www.postgresql.org/docs/15/datatype-textsearch.html, https://www.postgresql.org/docs/15/gin.html).
///
/// The words are made here and not by PostgreSQL's parser: SQLite's own tokenizer splits and folds the texts (`WordTokens`), so both
/// engines find the same rows. Who writes a row's texts writes its words; where they are nothing, `fill` makes them. The column isn't among
/// a table's columns (`TableShape`): it is made again from the texts wherever those go.
struct WordColumn {
    /// PostgreSQL takes no longer word, and no more bytes of words in a row.
    private static let (wordByteLimit, rowByteLimit) = (2046, 1_000_000)
    private static let atOnce = 1000

    private let table: BoardTable
    /// The places of the texts among the fields.
    private let places: [Int]

    /// nil if none of the board's fields are indexed (`Schema.indexedTexts`).
    init?(of table: BoardTable) {
        places = table.schema.indexedTexts.compactMap(table.schema.index(of:))
        self.table = table
        if places.isEmpty { return nil }
    }

    private var bare: String { String(table.name.dropFirst().dropLast()) }
    private var index: String { "\(bare)_words" }

    /// Whether the index is among all there are.
    func isAmong(_ indexes: Set<String>) -> Bool { indexes.contains(index) }

    /// Makes the column with the words of all rows, and its index, unless they are there.
    func create(in database: Connection) throws {
        guard try !isThere(in: database) else { return }
        try database.execute(sql: "ALTER TABLE \(table.name) ADD COLUMN _words tsvector")
        try fill(in: database)
        // Searches would read what waits to be put in, each of them.
        try database.execute(sql: "CREATE INDEX \"\(index)\" ON \(table.name) USING gin (_words) WITH (fastupdate = off)")
    }

    /// With its index. Called before the board's table is renamed.
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

    /// Makes the words of rows that were written without: copied from another table, or imported.
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

    /// The same for all boards' tables that have such a column.
    static func fillAll(in database: Connection) throws {
        for row in try Row.fetchAll(database, sql: "SELECT name, fields FROM boards ORDER BY name") {
            guard let schema = Schema(signature: row["fields"]) else { continue }
            let column = WordColumn(of: BoardTable(board: row["name"], schema: schema))
            if let column, try column.isThere(in: database) { try column.fill(in: database) }
        }
    }

    /// What makes the words of rows.
    func words() throws -> Words { Words(places: places, tokens: try WordTokens()) }

    /// Makes the words of a row's values, as a `tsvector` is written. Used on one thread.
    struct Words {
        fileprivate let places: [Int]
        fileprivate let tokens: WordTokens

        /// Of all fields' values.
        func of(_ values: [ColumnValue]) throws -> String { try of(texts: places.map { values[$0] }) }

        /// Each word once, as `'one' 'two'`. Words are letters and digits, so none has a mark that would have to be escaped.
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

    /// What a search asks for, as a `tsquery`; nil for a search that finds nothing.
    static func query(_ text: String) throws -> String? {
        guard let wanted = try WordIndex.wanted(text, WordTokens().split), wanted.others.isEmpty else { return nil }
        return wanted.words.map { "'\(cut($0.text))'\($0.isWhole ? "" : ":*")" }.joined(separator: " & ")
    }

    /// The condition that a row has the words of a query.
    static func condition(_ parameter: String) -> String { "_words @@ CAST(\(parameter) AS tsquery)" }
}

extension Schema {
    /// The fields as a `BoardTable.signature` has them, by name and kind; nil if it isn't one.
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

/// The index of media's names for PostgreSQL, by three characters each, where its extension `pg_trgm` is installed: the same rows are found
/// without, more slowly. (https://www.postgresql.org/docs/15/pgtrgm.html)
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
