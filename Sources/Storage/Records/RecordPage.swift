package import Records

extension FeedStore {
    /// `limit` records from index `from`, of feeds that are shown together: in source order, one feed after another, or sorted by a column.
    /// A column that doesn't exist, or has no order, is ignored. `filter` selects records, within the limits of an `Effort`.
    package func page(
        of feeds: [Feed], _ schema: Schema, sort: RecordSort? = nil, from: Int = 0, limit: Int,
        matching filter: RecordFilter? = nil
    ) async throws -> RecordPage {
        guard let board = feeds.first?.board else { return RecordPage(rows: [], total: 0, found: 0, from: 0) }
        let table = BoardTable(board: board, schema: schema)
        let list = database.pool.dialect.list
        let isOf = Self.isOf(feeds, column: "_feed")
        let order = RecordPageOrder(of: feeds, table, by: sort, database.pool.dialect)
        let select = """
            SELECT _id, _position, \(table.columns.joined(separator: ", ")), _since = (SELECT last_change FROM feeds WHERE id = _feed)
            FROM \(list.rows(of: table.name, by: "_id"))\(list.order)
            """
        return try await database.read("reading a page of \(board)") { database in
            var reading = RecordPageReading(table, try database.makeStatement(sql: select), limit: limit)
            let sorted = try order.sorted(in: database)
            guard let filter else {
                let count = "SELECT count(*) FROM (SELECT 1 FROM \(table.name) WHERE \(isOf) LIMIT \(RecordPage.lookLimit)) AS looked"
                let total = try Int.fetchOne(database, sql: count) ?? 0
                let from = min(max(0, from), total)
                let page = min(limit, total - from)
                try reading.add(
                    sorted.map { Array($0[from..<from + page]) }
                        ?? Int64.fetchAll(database, sql: "\(order.sql) LIMIT ? OFFSET ?", arguments: [page, from]))
                return RecordPage(rows: reading.rows, total: total, found: total, from: from)
            }
            if var rest = sorted.map({ $0[...] }) {
                while !rest.isEmpty, reading.effort.spent == nil {
                    try reading.look(at: Array(rest.prefix(RecordPageReading.atOnce)), for: filter, from: from)
                    rest = rest.dropFirst(RecordPageReading.atOnce)
                }
                return RecordPage(rows: reading.rows, total: reading.total, found: reading.found, from: min(max(0, from), reading.found))
            }
            let ids = BulkStatement(try database.makeStatement(sql: "\(order.sql) LIMIT \(RecordPage.lookLimit)"))
            ids.begin()
            defer { ids.end() }
            var some: [Int64]
            repeat {
                some = try ids.integers(upTo: RecordPageReading.atOnce)
                try reading.look(at: some, for: filter, from: from)
            } while some.count == RecordPageReading.atOnce && reading.effort.spent == nil
            return RecordPage(rows: reading.rows, total: reading.total, found: reading.found, from: min(max(0, from), reading.found))
        }
    }
}

/// The query of a page's records in order. Only their numbers are sorted, because rows may be long.
private struct RecordPageOrder {
    /// Selects all numbers in order.
    let sql: String
    /// For orders that PostgreSQL doesn't know: selects numbers and texts, which are sorted here.
    private let keyed: String?
    private let field: Field?
    private let isDescending: Bool

    init(of feeds: [Feed], _ table: BoardTable, by sort: RecordSort?, _ dialect: Dialect) {
        let isOf = FeedStore.isOf(feeds, column: "_feed")
        let published = feeds.count > 1 ? "\(Self.place(of: feeds)), _position" : "_position"
        field = sort.flatMap { Self.field(of: $0, table.schema) }
        isDescending = sort?.isDescending == true
        var (order, keyed): (String, String?) = ("SELECT _id FROM \(table.name) WHERE \(isOf) ORDER BY \(published)", nil)
        if let field, dialect == .postgres, SortKeys.haveOwn(field.kind) {
            keyed = "SELECT _id, \"\(field.name)\" FROM \(table.name) WHERE \(isOf) ORDER BY \(published) LIMIT \(RecordPage.lookLimit)"
        } else if let field {
            order = """
                SELECT _id FROM (SELECT _id, _feed, _position, "\(field.name)" AS sorted
                    FROM \(table.name) WHERE \(isOf) ORDER BY \(published) LIMIT \(RecordPage.lookLimit)) AS looked
                ORDER BY sorted IS NULL, \(Self.key(of: field))\(isDescending ? " DESC" : ""), \(published)
                """
        }
        (sql, self.keyed) = (order, keyed)
    }

    /// The sorted numbers; nil if the database sorts them.
    func sorted(in database: Connection) throws -> [Int64]? {
        guard let keyed, let field else { return nil }
        let rows = try Row.fetchAll(database, sql: keyed).map { (id: $0[0] as Int64, text: $0[1] as String?) }
        return SortKeys.sorted(rows, field.kind, isDescending: isDescending)
    }

    /// The index of a row's feed among those that are shown together.
    private static func place(of feeds: [Feed]) -> String {
        "CASE _feed \(feeds.enumerated().map { "WHEN \($1.id) THEN \($0)" }.joined(separator: " ")) END"
    }

    /// The field to sort by; nil if the board has no field of that name, or it has no order.
    private static func field(of sort: RecordSort, _ schema: Schema) -> Field? {
        schema[sort.field].flatMap { RecordSort.isPossible(by: $0.kind) ? $0 : nil }
    }

    private static func key(of field: Field) -> String {
        switch field.kind {
        case .number, .timestamp, .flag, .date, .time: "sorted"
        // The part before the currency.
        case .money: "CAST(sorted AS REAL)"
        case .duration: "\(SortKeys.seconds.name)(sorted)"
        case .text, .url, .image, .phone, .email, .position, .list: "\(SortKeys.folded.name)(sorted)"
        }
    }
}

/// The state of a page while it is read.
private struct RecordPageReading {
    private let table: BoardTable
    private let select: BulkStatement
    private let limit: Int
    private static let byteLimit = 4 << 20
    /// Number of records read by one statement.
    static let atOnce = 250
    private(set) var effort = Effort()
    private var bytes = 0
    private(set) var rows: [RecordPage.Row] = []
    private(set) var total = 0
    private(set) var found = 0

    init(_ table: BoardTable, _ select: Statement, limit: Int) {
        self.table = table
        self.select = BulkStatement(select)
        self.limit = limit
        effort.look()
    }

    /// Filters these records, and adds those that belong on the page, which begins at index `from`.
    mutating func look(at ids: [Int64], for filter: RecordFilter, from: Int) throws {
        select.begin([], texts: [ValueList.argument(ids)])
        defer { select.end() }
        while effort.spent == nil, try select.step() {
            total += 1
            guard try filter.takes(select, table, &effort) else { continue }
            if found >= from { take() }
            found += 1
        }
    }

    mutating func add(_ ids: [Int64]) throws {
        select.begin([], texts: [ValueList.argument(ids)])
        defer { select.end() }
        while try select.step() { take() }
    }

    /// A page ends early if its texts are very long.
    private mutating func take() {
        guard rows.count < limit, bytes < Self.byteLimit else { return }
        bytes += table.byteCount(select)
        rows.append(RecordPage.Row(table.record(select), isNews: select.integer(table.columns.count + 2) != 0))
    }
}
