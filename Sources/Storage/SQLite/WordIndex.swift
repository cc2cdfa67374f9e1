import Records

/// A word index of a table's texts, like those of a board's records, so that a search need not scan them: an FTS5 table beside the table
/// (https://www.sqlite.org/fts5.html, 4.4.3, external content), which triggers keep up to date.
struct WordIndex {
    /// How texts are split into tokens (section 4.3).
    private enum Tokens: String {
        /// Whole words, found by prefix; case and accents are folded.
        case words = "unicode61 remove_diacritics 2"
        /// Any three characters or more, exactly as written.
        case parts = "trigram case_sensitive 1"
    }

    private let table: String
    /// The integer primary key of the table.
    private let key: String
    /// The prefix of the names of the index and its triggers.
    private let name: String
    /// The indexed texts, quoted.
    let columns: [String]
    private let tokens: Tokens

    /// Films and music, whose words are already folded. Another index already has the name `media_words`.
    static let media = WordIndex(table: "media", key: "id", name: "media_names", columns: ["words"], tokens: .parts)

    private init(table: String, key: String, name: String, columns: [String], tokens: Tokens) {
        (self.table, self.key, self.name, self.columns, self.tokens) = (table, key, name, columns, tokens)
    }

    /// nil if none of the board's fields are indexed (`Schema.indexedTexts`).
    init?(of board: BoardTable) {
        let columns = board.schema.indexedTexts.map { "\"\($0)\"" }
        guard !columns.isEmpty else { return nil }
        let name = String(board.name.dropFirst().dropLast())
        self.init(table: name, key: "_id", name: name, columns: columns, tokens: .words)
    }

    private var index: String { "\"\(name)_words\"" }
    /// All words in the index (section 5).
    private var terms: String { "\"\(name)_terms\"" }
    private var list: String { columns.joined(separator: ", ") }
    private var add: String { "INSERT INTO \(index) (rowid, \(list)) VALUES (new.\(key), \(texts(of: "new")));" }
    private var addedTrigger: String { "CREATE TRIGGER \"\(name)_words_added\" AFTER INSERT ON \"\(table)\" BEGIN \(add) END;" }

    /// A word index stores only which rows contain a word, not the field, the place or the lengths of texts (sections 4.5 and 4.6):
    /// searches need no phrases and no ranking. An index of parts needs places, because it finds a part as neighbouring trigrams.
    private var definition: String {
        let kept = if case .words = tokens { ", detail = none, columnsize = 0" } else { "" }
        return """
            CREATE VIRTUAL TABLE \(index) USING fts5(\(list), content = '\(table)', content_rowid = '\(key)', \
            tokenize = '\(tokens.rawValue)'\(kept))
            """
    }

    private func texts(of row: String) -> String { columns.map { "\(row).\($0)" }.joined(separator: ", ") }

    /// Creates the index from the table's rows, unless it exists in its current form.
    func create(in database: Connection) throws {
        let known = try String.fetchOne(database, sql: "SELECT sql FROM sqlite_master WHERE name = ?", arguments: ["\(name)_words"])
        guard known != definition else { return }
        if known != nil { try drop(in: database) }
        if case .words = tokens {
            try database.execute(sql: "CREATE VIRTUAL TABLE IF NOT EXISTS \(terms) USING fts5vocab('\(name)_words', 'row')")
        }
        let remove = "INSERT INTO \(index) (\(index), rowid, \(list)) VALUES ('delete', old.\(key), \(texts(of: "old")));"
        let differs = columns.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")
        try database.execute(
            sql: """
                \(definition);
                \(addedTrigger)
                CREATE TRIGGER "\(name)_words_removed" AFTER DELETE ON "\(table)" BEGIN \(remove) END;
                CREATE TRIGGER "\(name)_words_altered" AFTER UPDATE OF \(list) ON "\(table)" WHEN \(differs) BEGIN \(remove) \(add) END;
                INSERT INTO \(index) (\(index)) VALUES ('rebuild');
                """)
    }

    /// Fills all word indexes from their tables, which were written without triggers.
    static func makeAll(in database: Connection) throws {
        let indexes = try String.fetchAll(
            database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%'")
        for index in indexes { try database.execute(sql: "INSERT INTO \"\(index)\" (\"\(index)\") VALUES ('rebuild')") }
    }

    /// Adds many rows to the table with `body`, and then all of their words at once. With the trigger, FTS5 would flush its buffered words
    /// after every row (each is a savepoint to it), which takes five times as long as the row.
    func adding(in database: Connection, _ body: () throws -> Void) throws {
        let newest = try Int64.fetchOne(database, sql: "SELECT max(\(key)) FROM \"\(table)\"") ?? 0
        try database.execute(sql: "DROP TRIGGER IF EXISTS \"\(name)_words_added\"")
        try body()
        try gather(in: database, bytes: 2 << 20)
        try database.execute(
            sql: "INSERT INTO \(index) (rowid, \(list)) SELECT \(key), \(list) FROM \"\(table)\" WHERE \(key) > ?", arguments: [newest])
        try gather(in: database, bytes: 1 << 20)
        try database.execute(sql: addedTrigger)
    }

    /// The size of FTS5's in-memory buffer of words. Everything it flushes must be merged later.
    private func gather(in database: Connection, bytes: Int) throws {
        try database.execute(sql: "INSERT INTO \(index) (\(index), rank) VALUES ('hashsize', ?)", arguments: [bytes])
    }

    /// Drops the index. Called before the board's table is renamed.
    static func drop(of board: BoardTable, in database: Connection) throws {
        try drop(String(board.name.dropFirst().dropLast()), in: database)
    }

    func drop(in database: Connection) throws { try Self.drop(name, in: database) }

    private static func drop(_ name: String, in database: Connection) throws {
        for trigger in ["added", "removed", "altered"] { try database.execute(sql: "DROP TRIGGER IF EXISTS \"\(name)_words_\(trigger)\"") }
        for table in ["terms", "words"] { try database.execute(sql: "DROP TABLE IF EXISTS \"\(name)_\(table)\"") }
    }

    /// A condition on rows with one parameter, the `match` of a search.
    var condition: String { "\(key) IN (\(keys))" }

    /// Selects the keys of the rows that match a `match`, its one parameter.
    var keys: String { "SELECT rowid FROM \(index) WHERE \(index) MATCH ?1" }

    /// Requires every word to be a prefix of a word in one of the fields; nil if the text has no words.
    ///
    /// Words are what the tokenizer accepts: letters, digits, and marks of letters, so nothing in a person's input acts as an operator. A
    /// word that is a prefix of another is left out: every row with the longer word also matches it.
    ///
    /// For a prefix, FTS5 collects the places of all words that begin with it before it evaluates the other words: a millisecond for 45,000
    /// places. If few words begin with it, the query therefore names them, and FTS5 reads only places where all words can match. In a
    /// search of many words, short words are looked up as whole words, because almost any word begins with some single letter.
    func match(_ text: String, in database: Connection) throws -> String? {
        guard let wanted = try Self.wanted(text, database.tokenizer()) else { return nil }
        let sql = "SELECT term FROM \(terms) WHERE term > ?1 AND term < ?2 LIMIT \(Self.fewTerms + 1)"
        let longer = BulkStatement(try database.cachedStatement(sql: sql))
        defer { longer.end() }
        let asked = try wanted.words.map { $0.isWhole ? "\"\($0.text)\"" : try Self.beginning($0.text, longer) }
        return (asked + wanted.others.map { "\"\($0)\"*" }).joined(separator: " AND ")
    }

    /// The terms of a search: prefixes or whole words, folded, and words that no text contains. nil if it has no words.
    static func wanted(
        _ text: String, _ tokenize: (String) throws -> [String]
    ) throws -> (words: [(text: String, isWhole: Bool)], others: [String])? {
        let words = text.unicodeScalars.prefix(lengthLimit).split { scalar in
            !scalar.properties.isAlphabetic && scalar.properties.numericType == nil && !scalar.properties.isDiacritic
        }.map { String(String.UnicodeScalarView($0)) }
        guard !words.isEmpty else { return nil }
        var (whole, others): (Set<String>, [String]) = ([], [])
        for word in words {
            let tokens = try tokenize(word)
            // A word without tokens matches nothing.
            if tokens.isEmpty { others.append(word) } else { whole.formUnion(tokens) }
        }
        // In sorted order, a prefix comes directly before a word that it begins.
        let sorted = whole.sorted()
        let wanted = sorted.indices.filter { $0 + 1 == sorted.count || !sorted[$0 + 1].utf8.starts(with: sorted[$0].utf8) }
        let isLong = wanted.count > manyWords
        return (wanted.map { (sorted[$0], isLong && sorted[$0].unicodeScalars.count < longWord) }, others)
    }

    /// Matches a prefix: by naming the word and the few longer ones that `longer` finds, or else as a prefix query.
    private static func beginning(_ word: String, _ longer: BulkStatement) throws -> String {
        guard word.unicodeScalars.count >= longWord else { return "\"\(word)\"*" }
        // Starts after the word itself: counting its places would take as long as collecting them.
        longer.begin([], texts: [word + "\u{1}", word + "\u{10FFFF}"])
        var found = [word]
        while try longer.step() { found += [longer.text(0)].compactMap { $0 } }
        return found.count > fewTerms + 1 ? "\"\(word)\"*" : "(\(found.map { "\"\($0)\"" }.joined(separator: " OR ")))"
    }

    /// Longer than a form or the API allows for a search. The beginning of a longer title is enough to find it.
    private static let lengthLimit = 1000
    /// Up to this many longer words are named in the query, if the prefix has this many characters; shorter prefixes have too many.
    private static let (fewTerms, longWord) = (8, 4)
    private static let manyWords = 16

    /// For an index of parts: every word of three characters or more must occur somewhere; nil if all are shorter.
    static func match(partsOf words: [String]) -> String? {
        let long = words.filter { $0.unicodeScalars.count >= leastPart }
        return long.isEmpty ? nil : long.map { "\"\($0)\"" }.joined(separator: " ")
    }

    /// Shorter words aren't in an index of parts.
    static let leastPart = 3
}
