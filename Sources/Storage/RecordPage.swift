import GRDB
package import Records

/// A page of a board's records as a table shows them: found by a search, put in order by a column, cut out; and which of them are news.
///
/// Looks at the first `lookLimit` records in the source's order, so that no search and no order costs more than that.
package struct RecordPage: Sendable {
    package struct Row: Hashable, Sendable {
        package let stored: StoredRecord
        /// Whether it is new or altered since the last fetch that changed anything in its feed.
        package let isNews: Bool

        package init(_ stored: StoredRecord, isNews: Bool = false) {
            self.stored = stored
            self.isNews = isNews
        }
    }

    package static let lookLimit = 20_000

    package let rows: [Row]
    /// Records looked at, and those of them that were found.
    package let total: Int
    package let found: Int
    /// Place of the first row among those found, base 0.
    package let from: Int

    package init(rows: [Row], total: Int, found: Int, from: Int) {
        self.rows = rows
        self.total = total
        self.found = found
        self.from = from
    }
}

/// The column that puts records in order: by what its values are, and not by how they are written. Records without a value come last in
/// both directions, equal ones stand as the source has them.
package struct RecordSort: Hashable, Sendable {
    package let field: String
    package let isDescending: Bool

    package init(field: String, isDescending: Bool = false) {
        self.field = field
        self.isDescending = isDescending
    }

    /// As an address has it: `price`, `-price` from the largest down.
    package var text: String { (isDescending ? "-" : "") + field }

    package init(text: String) {
        isDescending = text.hasPrefix("-")
        field = isDescending ? String(text.dropFirst()) : text
    }

    /// Pictures and places have no order.
    package static func isPossible(by kind: Field.Kind) -> Bool { kind != .image && kind != .position }
}

extension Store {
    /// `limit` records from the place `from` on, of feeds that are shown together: in the order of the sources, a feed after another, or by a
    /// column. A column that is not there, or has no order, orders nothing. `matches` decides what is found.
    package func page(
        of feeds: [Feed], _ schema: Schema, sort: RecordSort? = nil, from: Int = 0, limit: Int,
        matching matches: (@Sendable (Records.Record) -> Bool)? = nil
    ) async throws -> RecordPage {
        guard let board = feeds.first?.board else { return RecordPage(rows: [], total: 0, found: 0, from: 0) }
        let table = BoardTable(board: board, schema: schema)
        let isOf = Self.isOf(feeds, column: "_feed")
        let published = feeds.count > 1 ? "\(Self.place(of: feeds)), _position" : "_position"
        var (rows, order) = ("\(table.name) WHERE \(isOf)", published)
        if let column = sort.flatMap({ Self.order(by: $0, schema) }) {
            rows = "(SELECT * FROM \(rows) ORDER BY \(published) LIMIT \(RecordPage.lookLimit))"
            order = "\(column), \(published)"
        }
        let sql = """
            SELECT _id, _position, \(table.columns.joined(separator: ", ")), _since = (SELECT last_change FROM feeds WHERE id = _feed)
            FROM \(rows) ORDER BY \(order) LIMIT ? OFFSET ?
            """
        let newsPlace = schema.fields.count + 2
        return try await read("reading a page of \(board)") { [sql] database in
            func row(_ row: Row) -> RecordPage.Row { RecordPage.Row(table.record(row), isNews: (row[newsPlace] as Bool?) ?? false) }
            let count = "SELECT count(*) FROM (SELECT 1 FROM \(table.name) WHERE \(isOf) LIMIT \(RecordPage.lookLimit))"
            let total = try Int.fetchOne(database, sql: count) ?? 0
            guard let matches else {
                let from = min(max(0, from), total)
                let rows = try Row.fetchAll(database, sql: sql, arguments: [min(limit, total - from), from]).map(row)
                return RecordPage(rows: rows, total: total, found: total, from: from)
            }
            var (rows, found) = ([RecordPage.Row](), 0)
            let cursor = try Row.fetchCursor(database, sql: sql, arguments: [RecordPage.lookLimit, 0])
            while let next = try cursor.next() {
                guard matches(table.record(next).record) else { continue }
                if found >= from, rows.count < limit { rows.append(row(next)) }
                found += 1
            }
            return RecordPage(rows: rows, total: total, found: found, from: min(max(0, from), found))
        }
    }

    /// The place of a row's feed among those that are shown together.
    private static func place(of feeds: [Feed]) -> String {
        "CASE _feed \(feeds.enumerated().map { "WHEN \($1.id) THEN \($0)" }.joined(separator: " ")) END"
    }

    private static func order(by sort: RecordSort, _ schema: Schema) -> String? {
        guard let field = schema[sort.field], RecordSort.isPossible(by: field.kind) else { return nil }
        let column = "\"\(field.name)\""
        let value =
            switch field.kind {
            case .number, .timestamp, .flag, .date, .time: column
            // What stands before the currency.
            case .money: "CAST(\(column) AS REAL)"
            case .duration: "\(SortKeys.seconds.name)(\(column))"
            case .text, .url, .image, .phone, .email, .position, .list: "\(SortKeys.folded.name)(\(column))"
            }
        return "\(column) IS NULL, \(value)\(sort.isDescending ? " DESC" : "")"
    }
}
