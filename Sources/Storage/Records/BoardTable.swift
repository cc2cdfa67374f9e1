import Foundation
import Records

/// The typed table of a board: its name, its columns, and the statements that read and write it.
///
/// Columns: `_id`, `_feed`, `_position` (increases in the source's order, see `SourceOrder`), `_since` (when the row was last new or
/// changed), then one per field under its own name. Names of boards and fields are validated where they are declared, and quoted here.
struct BoardTable {
    let name: String
    let schema: Schema
    /// The kinds of the fields, in their order.
    private let kinds: [Field.Kind]
    /// The indices of the fields that are read.
    private var read: [Int] { didSet { texts = Self.texts(of: read, kinds) } }
    /// The columns of `select` that may hold long texts.
    private var texts: [Int]

    init(board: String, schema: Schema) {
        name = "\"board_\(String(board.map { $0 == "-" ? "_" : $0 }))\""
        self.schema = schema
        kinds = schema.fields.map(\.kind)
        read = Array(kinds.indices)
        texts = Self.texts(of: read, kinds)
    }

    private static func texts(of read: [Int], _ kinds: [Field.Kind]) -> [Int] {
        read.indices.filter { ![.number, .timestamp, .flag].contains(kinds[read[$0]]) }.map { $0 + 2 }
    }

    /// A copy that reads only these fields; the others are nil. nil: all fields.
    func only(_ fields: Set<String>?) -> BoardTable {
        guard let fields else { return self }
        var table = self
        table.read = kinds.indices.filter { fields.contains(schema.fields[$0].name) }
        return table
    }

    /// One line per field, to check whether a stored table still fits.
    var signature: String {
        schema.fields.map { "\($0.name) \($0.kind.rawValue)\($0.isKey ? " key" : "")\($0.isAsked ? " ask" : "")" }.joined(separator: "\n")
    }

    /// Whether another signature includes all fields, with the same key, so that the records of that table are valid records of this one.
    func isPart(of other: String) -> Bool {
        let (own, all) = (signature.split(separator: "\n"), other.split(separator: "\n"))
        return Set(own).isSubset(of: all) && own.filter { $0.contains(" key") } == all.filter { $0.contains(" key") }
    }

    /// Copies the rows of a table whose records are valid here (`isPart`).
    func fill(from other: String, in database: Connection) throws {
        let all = (["_id", "_feed", "_position", "_since"] + columns).joined(separator: ", ")
        try database.execute(sql: "INSERT INTO \(name) (\(all)) SELECT \(all) FROM \(other)")
        if database.dialect == .postgres { try WordColumn(of: self)?.fill(in: database) }
    }

    var columns: [String] { schema.fields.map { "\"\($0.name)\"" } }

    func create(in database: Connection) throws {
        let dialect = database.dialect
        let fields = zip(columns, schema.fields).map { ", \($0) \(Self.type(of: $1.kind, dialect))" }.joined()
        try database.execute(
            sql: """
                CREATE TABLE \(name) (
                    _id \(dialect.identity), _feed \(dialect.integer) NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
                    _position \(dialect.integer) NOT NULL, _since \(dialect.integer) NOT NULL\(fields)
                ) \(dialect.strict)
                """)
        try createIndexes(in: database)
    }

    /// Creates missing indexes and drops no others: a table of an earlier version may have more.
    func createIndexes(in database: Connection) throws {
        for index in Self.indexes { try create(index, in: database) }
        switch database.dialect {
        case .sqlite: try WordIndex(of: self)?.create(in: database)
        case .postgres: try WordColumn(of: self)?.create(in: database)
        }
    }

    /// Whether the table has exactly the indexes it needs, by the names of all existing ones. The word index is always checked.
    func hasItsIndexes(_ known: Set<String>, in database: Connection) -> Bool {
        let dialect = database.dialect
        let hasWords = dialect == .sqlite ? WordIndex(of: self) == nil : WordColumn(of: self)?.isAmong(known) ?? true
        return hasWords
            && Self.indexes.allSatisfy {
                known.contains("\(name.dropFirst().dropLast())_\($0)") == (definition(of: $0, dialect) != nil)
            }
    }

    /// Creates one of `indexes` if the board needs it; otherwise drops it.
    private func create(_ index: String, in database: Connection) throws {
        guard let definition = definition(of: index, database.dialect) else { return try drop(index, in: database) }
        try database.execute(sql: "CREATE INDEX IF NOT EXISTS \(indexName(index)) ON \(name) \(definition)")
    }

    private func drop(_ index: String, in database: Connection) throws {
        try database.execute(sql: "DROP INDEX IF EXISTS \(indexName(index))")
    }

    private func indexName(_ index: String) -> String { "\(name.dropLast())_\(index)\"" }

    /// The index for one of the queries of a feed's records, so that none of them sorts many rows. nil if the board doesn't need it.
    private func definition(of index: String, _ dialect: Dialect) -> String? {
        let asked = schema.asked ?? schema.fields[schema.keyFields.first ?? 0]
        let sought = "\"\(asked.name)\""
        let isText = ![.number, .timestamp, .flag].contains(asked.kind)
        switch index {
        case "in_order": return "(_feed, _position)"
        case "slots": return schema.slot == nil ? nil : "(_feed, \"start\", \"stop\")"
        case "channels": return schema.slotChannel == nil ? nil : "(_feed, \"channel\", \"start\", \"stop\")"
        case "sought":
            guard schema.slot == nil || asked.name != "start" else { return nil }
            return isText ? dialect.index(ofTexts: sought) : "(_feed, \(sought), _position)"
        default: return nil
        }
    }

    /// Adds `count` rows with `body`. If most of the table is then new, its indexes are built afterwards from sorted rows: row by row, each
    /// would go to another page of the index. For a guide, whose programmes come channel by channel, that is the index by time.
    func adding(_ count: Int, in database: Connection, _ body: () throws -> Void) throws {
        let known =
            try Int.fetchOne(
                database, sql: "SELECT count(*) FROM (SELECT 1 FROM \(name) LIMIT ?) AS looked", arguments: [count]) ?? 0
        guard known < count, database.dialect == .sqlite else { return try database.writingMany(body) }
        let late = schema.slotChannel != nil ? ["slots"] : Self.indexes
        for index in late { try drop(index, in: database) }
        try body()
        for index in late { try create(index, in: database) }
    }

    /// All indexes that a table may have; `lanes` is from earlier versions.
    static let indexes = ["in_order", "sought", "slots", "channels", "lanes"]

    private static func type(of kind: Field.Kind, _ dialect: Dialect) -> String {
        switch kind {
        case .number: dialect.number
        case .timestamp, .flag: dialect.integer
        default: dialect.text
        }
    }

    /// `_id`, `_position`, then the selected fields.
    var select: String { select(from: name) }

    /// The same for the rows of a `ValueList` of ids, in its order.
    func selectListed(_ list: ValueList) -> String { select(from: list.rows(of: name, by: "_id")) + list.order }

    func select(from source: String) -> String {
        let columns = columns
        return "SELECT \((["_id", "_position"] + read.map { columns[$0] }).joined(separator: ", ")) FROM \(source)"
    }

    var insert: String {
        let places = Array(repeating: "?", count: columns.count + 3).joined(separator: ", ")
        return "INSERT INTO \(name) (_feed, _position, _since, \(columns.joined(separator: ", "))) VALUES (\(places))"
    }

    /// PostgreSQL's counterpart of `insert` for many rows; `hasWords`: with their words at the end (`WordColumn`).
    func copy(hasWords: Bool) -> String {
        "COPY \(name) (_feed, _position, _since, \((columns + (hasWords ? ["_words"] : [])).joined(separator: ", "))) FROM STDIN"
    }

    /// Parameters: `_id`, `_since`, then the fields, then the words.
    func update(hasWords: Bool) -> String { "UPDATE \(name) SET _since = ?2, \(settings(from: 3, hasWords)) WHERE _id = ?1" }

    /// Parameters: `_id`, then the fields, then the words. `_since` stays unchanged.
    func touch(hasWords: Bool) -> String { "UPDATE \(name) SET \(settings(from: 2, hasWords)) WHERE _id = ?1" }

    private func settings(from first: Int, _ hasWords: Bool) -> String {
        let fields = columns.enumerated().map { "\($0.element) = ?\($0.offset + first)" }
        return (fields + (hasWords ? ["_words = CAST(?\(fields.count + first) AS tsvector)"] : [])).joined(separator: ", ")
    }

    func record(_ row: Row) -> StoredRecord {
        StoredRecord(id: row[0], record: Records.Record(values { Self.value(row.value($0), $1) }), position: row[1])
    }

    /// The record of a statement's row.
    func record(_ row: BulkStatement) -> StoredRecord {
        StoredRecord(id: row.integer(0), record: Records.Record(values { row.value($0, $1) }), position: Int(row.integer(1)))
    }

    /// All fields in order; nil for those that aren't read. `value` returns a column of the current row of `select`.
    private func values(_ value: (_ column: Int, Field.Kind) -> Value?) -> [Value?] {
        var values = [Value?](repeating: nil, count: kinds.count)
        for (column, place) in read.enumerated() { values[place] = value(column + 2, kinds[place]) }
        return values
    }

    /// From a row with all fields, the values at these indices only; the others are nil.
    func record(_ row: BulkStatement, only fields: Set<Int>) -> Records.Record {
        Records.Record(kinds.enumerated().map { index, kind in fields.contains(index) ? row.value(index + 2, kind) : nil })
    }

    /// Size in bytes of the texts in a statement's row.
    func byteCount(_ row: BulkStatement) -> Int { texts.reduce(0) { $0 + row.byteCount($1) } }

    static func value(_ stored: ColumnValue, _ kind: Field.Kind) -> Value? {
        switch (stored, kind) {
        case (.text(let text), _): Value(stored: text, kind)
        case (.number(let number), .number): Value(number: number)
        case (.integer(let number), .timestamp): .timestamp(Timestamp(milliseconds: number))
        case (.integer(let number), .flag): .flag(number != 0)
        default: nil
        }
    }
}
