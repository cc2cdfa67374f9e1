import GRDB
import Records

/// The words of a board's records, for searches that don't look at each of them: an FTS5 table beside the board's
/// (https://www.sqlite.org/fts5.html, 4.4.3, external content), which triggers keep. Case and accents are folded.
struct WordIndex {
    private let table: String
    private let name: String
    private let columns: [String]

    /// nil if none of the board's fields are indexed (`Schema.indexedTexts`).
    init?(of board: BoardTable) {
        columns = board.schema.indexedTexts.map { "\"\($0)\"" }
        guard !columns.isEmpty else { return nil }
        (table, name) = (board.name, String(board.name.dropFirst().dropLast()))
    }

    private var index: String { "\"\(name)_words\"" }

    /// Makes it, with the records that are there, if it isn't there yet.
    func create(in database: Database) throws {
        guard try !database.tableExists("\(name)_words") else { return }
        let list = columns.joined(separator: ", ")
        func of(_ row: String) -> String { columns.map { "\(row).\($0)" }.joined(separator: ", ") }
        let add = "INSERT INTO \(index) (rowid, \(list)) VALUES (new._id, \(of("new")));"
        let remove = "INSERT INTO \(index) (\(index), rowid, \(list)) VALUES ('delete', old._id, \(of("old")));"
        let differs = columns.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")
        try database.execute(
            sql: """
                CREATE VIRTUAL TABLE \(index) USING fts5(\(list), content = '\(name)', content_rowid = '_id', tokenize = 'unicode61 remove_diacritics 2');
                CREATE TRIGGER "\(name)_words_added" AFTER INSERT ON \(table) BEGIN \(add) END;
                CREATE TRIGGER "\(name)_words_removed" AFTER DELETE ON \(table) BEGIN \(remove) END;
                CREATE TRIGGER "\(name)_words_altered" AFTER UPDATE OF \(list) ON \(table) WHEN \(differs) BEGIN \(remove) \(add) END;
                INSERT INTO \(index) (\(index)) VALUES ('rebuild');
                """)
    }

    /// Before the board's table gets another name.
    static func drop(of board: BoardTable, in database: Database) throws {
        let name = board.name.dropFirst().dropLast()
        for trigger in ["added", "removed", "altered"] { try database.execute(sql: "DROP TRIGGER IF EXISTS \"\(name)_words_\(trigger)\"") }
        try database.execute(sql: "DROP TABLE IF EXISTS \"\(name)_words\"")
    }

    /// A condition on records, with one parameter: the `match` of a search.
    var condition: String { "_id IN (SELECT rowid FROM \(index) WHERE \(index) MATCH ?1)" }

    /// Every word has to occur, as the beginning of a word in any of the fields; nil if a text has no word.
    ///
    /// A word here is what the tokenizer takes for one: letters, digits, and the marks of letters. So nothing that somebody types is an operator.
    static func match(_ text: String) -> String? {
        let words = text.unicodeScalars.split { scalar in
            !scalar.properties.isAlphabetic && scalar.properties.numericType == nil && !scalar.properties.isDiacritic
        }.prefix(wordLimit)
        return words.isEmpty ? nil : words.map { "\"\(String(String.UnicodeScalarView($0)))\"*" }.joined(separator: " ")
    }

    private static let wordLimit = 16
}
