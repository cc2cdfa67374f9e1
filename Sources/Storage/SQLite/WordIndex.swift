import Records

/// The words of a table's texts, like those of a board's records, for searches that don't look at each of them: an FTS5 table beside it
/// (https://www.sqlite.org/fts5.html, 4.4.3, external content), which triggers keep.
struct WordIndex {
    /// What of a text is looked up (section 4.3).
    private enum Tokens: String {
        /// Words by their beginnings; case and accents are folded.
        case words = "unicode61 remove_diacritics 2"
        /// Any three characters or more, as they are.
        case parts = "trigram case_sensitive 1"
    }

    private let table: String
    /// The integer primary key of the table.
    private let key: String
    /// What the names of the index and its triggers begin with.
    private let name: String
    private let columns: [String]
    private let tokens: Tokens

    /// Of films and music, whose words are folded. There is an index `media_words` already.
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
    /// All words of it (section 5).
    private var terms: String { "\"\(name)_terms\"" }
    private var list: String { columns.joined(separator: ", ") }
    private var add: String { "INSERT INTO \(index) (rowid, \(list)) VALUES (new.\(key), \(texts(of: "new")));" }
    private var addedTrigger: String { "CREATE TRIGGER \"\(name)_words_added\" AFTER INSERT ON \"\(table)\" BEGIN \(add) END;" }

    /// Of a word is kept which rows have it. In which text, where, and how long the texts are, isn’t (sections 4.5 and 4.6): nobody searches for words
    /// beside each other, or ranks what is found. Parts of words are places beside each other.
    private var definition: String {
        let kept = if case .words = tokens { ", detail = none, columnsize = 0" } else { "" }
        return
            "CREATE VIRTUAL TABLE \(index) USING fts5(\(list), content = '\(table)', content_rowid = '\(key)', tokenize = '\(tokens.rawValue)'\(kept))"
    }

    private func texts(of row: String) -> String { columns.map { "\(row).\($0)" }.joined(separator: ", ") }

    /// Makes it, with the records that are there, if it isn't there yet or is that of an earlier version.
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

    /// Adds rows to the table by `body`, many at once, and their words afterwards in one go. By the trigger FTS5 would write out what it has
    /// gathered with every row (each is a savepoint to it), which takes five times as long as the row.
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

    /// Of words in memory, until FTS5 writes them out: what it writes, it merges later.
    private func gather(in database: Connection, bytes: Int) throws {
        try database.execute(sql: "INSERT INTO \(index) (\(index), rank) VALUES ('hashsize', ?)", arguments: [bytes])
    }

    /// Before the board's table gets another name.
    static func drop(of board: BoardTable, in database: Connection) throws {
        try drop(String(board.name.dropFirst().dropLast()), in: database)
    }

    /// With all that is in it.
    func drop(in database: Connection) throws { try Self.drop(name, in: database) }

    private static func drop(_ name: String, in database: Connection) throws {
        for trigger in ["added", "removed", "altered"] { try database.execute(sql: "DROP TRIGGER IF EXISTS \"\(name)_words_\(trigger)\"") }
        for table in ["terms", "words"] { try database.execute(sql: "DROP TABLE IF EXISTS \"\(name)_\(table)\"") }
    }

    /// A condition on rows, with one parameter: the `match` of a search.
    var condition: String { "\(key) IN (\(keys))" }

    /// Asks for the keys of the rows that have the words of a `match`, its one parameter.
    var keys: String { "SELECT rowid FROM \(index) WHERE \(index) MATCH ?1" }

    /// Every word has to occur, as the beginning of a word in any of the fields; nil if a text has no word.
    ///
    /// A word here is what the tokenizer takes for one: letters, digits, and the marks of letters. So nothing that somebody types is an operator. A word
    /// that begins another of them isn't asked for: whatever has the other has it.
    ///
    /// For the beginning of a word FTS5 gathers the places of all words that begin so before it looks at the others: a millisecond for 45,000. So a
    /// word that begins few others is asked for together with them; then only places are read where all words can be. And among many words short ones
    /// are asked for as they are, as all letters of the alphabet begin whatever there is.
    func match(_ text: String, in database: Connection) throws -> String? {
        let words = text.unicodeScalars.prefix(Self.lengthLimit).split { scalar in
            !scalar.properties.isAlphabetic && scalar.properties.numericType == nil && !scalar.properties.isDiacritic
        }.map { String(String.UnicodeScalarView($0)) }
        guard !words.isEmpty else { return nil }
        let tokenize = try database.tokenizer()
        var (whole, others): (Set<String>, [String]) = ([], [])
        for word in words {
            let tokens = try tokenize(word)
            // Without one nothing is found.
            if tokens.isEmpty { others.append("\"\(word)\"*") } else { whole.formUnion(tokens) }
        }
        // In their order one that begins others is right before one of those.
        let sorted = whole.sorted()
        let wanted = sorted.indices.filter { $0 + 1 == sorted.count || !sorted[$0 + 1].utf8.starts(with: sorted[$0].utf8) }
        let sql = "SELECT term FROM \(terms) WHERE term > ?1 AND term < ?2 LIMIT \(Self.fewTerms + 1)"
        let longer = BulkStatement(try database.cachedStatement(sql: sql))
        defer { longer.end() }
        let isLong = wanted.count > Self.manyWords
        let asked = try wanted.map { place in
            let word = sorted[place]
            return isLong && word.unicodeScalars.count < Self.longWord ? "\"\(word)\"" : try Self.beginning(word, longer)
        }
        return (asked + others).joined(separator: " AND ")
    }

    /// Asks for what begins with a word: for the word and those few by name that `longer` finds, or for whatever there is.
    private static func beginning(_ word: String, _ longer: BulkStatement) throws -> String {
        guard word.unicodeScalars.count >= longWord else { return "\"\(word)\"*" }
        // Not from the word itself on: what counts its places takes as long as to gather them.
        longer.begin([], texts: [word + "\u{1}", word + "\u{10FFFF}"])
        var found = [word]
        while try longer.step() { found += [longer.text(0)].compactMap { $0 } }
        return found.count > fewTerms + 1 ? "\"\(word)\"*" : "(\(found.map { "\"\($0)\"" }.joined(separator: " OR ")))"
    }

    /// More than a form or the API sends of a search. Of a longer title the beginning is enough to look for it.
    private static let lengthLimit = 1000
    /// So many words that begin with one are asked for by themselves, if that has so many characters: with fewer it begins many.
    private static let (fewTerms, longWord) = (8, 4)
    private static let manyWords = 16

    /// Of an index of parts: every word of three characters or more has to occur somewhere; nil if there is none so long.
    static func match(partsOf words: [String]) -> String? {
        let long = words.filter { $0.unicodeScalars.count >= leastPart }
        return long.isEmpty ? nil : long.map { "\"\($0)\"" }.joined(separator: " ")
    }

    /// Shorter ones aren't in an index of parts.
    static let leastPart = 3
}
