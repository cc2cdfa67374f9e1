import Foundation
package import Records

extension RecordFilter {
    /// Reads the fields that the condition needs, and evaluates it.
    func takes(_ row: BulkStatement, _ table: BoardTable, _ effort: inout Effort) throws -> Bool {
        effort.draw(1)
        return try takes(fields.map { table.record(row, only: $0) } ?? table.record(row).record, &effort)
    }
}

extension FeedStore {
    /// The records of a query, and where the next page begins; nil at the end. A cursor from another order gives a meaningless place but no
    /// error.
    package func records(
        of feed: Feed, _ schema: Schema, _ query: RecordQuery
    ) async throws -> (records: [StoredRecord], next: QueryCursor?) {
        try await records(of: [feed], schema, query)
    }

    /// The same for one board's feeds that are shown together. In source order, one feed follows another.
    package func records(
        of feeds: [Feed], _ schema: Schema, _ query: RecordQuery
    ) async throws -> (records: [StoredRecord], next: QueryCursor?) {
        guard let board = feeds.first?.board else { return ([], nil) }
        let table = BoardTable(board: board, schema: schema)
        return try await database.read("reading records of \(board)") { database in
            var page = PageReading(table, query)
            switch query.order {
            case .field(let name, let isDescending):
                guard let index = schema.index(of: name) else { return ([], nil) }
                let next = try page.read(feeds, by: index, isDescending, in: database)
                return (page.found, next)
            case .source:
                let first = query.after?.feed ?? 0
                for index in feeds.indices.dropFirst(first) {
                    let after = index == first ? query.after?.position.number : nil
                    if let next = try page.read(feeds[index], index, after: after ?? -1, in: database) { return (page.found, next) }
                }
                return (page.found, nil)
            }
        }
    }
}

/// Reads one page.
private struct PageReading {
    private let table: BoardTable
    private let query: RecordQuery
    private var effort = Effort()
    private var bytes = 0
    /// The last record that was read. A page reads at least one, so each page makes progress.
    private var last: QueryCursor?
    private(set) var found: [StoredRecord] = []
    /// Number of records read by one statement.
    private static let atOnce = 250

    init(_ table: BoardTable, _ query: RecordQuery) {
        self.table = table
        self.query = query
        effort.look()
    }

    /// Where the next page begins if this page ends here.
    private var end: QueryCursor? {
        found.count >= query.limit || bytes >= query.byteLimit || effort.spent != nil ? last : nil
    }

    /// Reads in the source's order, after a position. Returns where the next page begins if this one ends here.
    mutating func read(_ feed: Feed, _ place: Int, after position: Int64, in database: Connection) throws -> QueryCursor? {
        let (equal, values) = Self.equal(query, table.schema)
        let statement = try database.makeStatement(sql: "\(table.select) WHERE _feed = ? AND _position > ?\(equal) ORDER BY _position")
        try statement.setArguments(Arguments([.integer(feed.id), .integer(position)] + values))
        let rows = BulkStatement(statement)
        rows.begin()
        defer { rows.end() }
        while try rows.step() {
            if let end { return end }
            last = QueryCursor(number: rows.integer(1), value: nil).inFeed(place)
            try look(at: rows)
        }
        return nil
    }

    /// Reads ordered by a field. SQLite sorts only the numbers of records and reads the rest as needed, since rows may be long.
    mutating func read(_ feeds: [Feed], by index: Int, _ isDescending: Bool, in database: Connection) throws -> QueryCursor? {
        let field = table.schema.fields[index]
        let isNumber = [.number, .timestamp, .flag].contains(field.kind)
        let column = "coalesce(\"\(field.name)\", \(isNumber ? database.dialect.leastNumber : "''"))"
        var (sql, arguments) = Self.equal(query, table.schema)
        sql = "SELECT _id FROM \(table.name) WHERE \(FeedStore.isOf(feeds, column: "_feed"))\(sql)"
        if let after = query.after {
            sql += " AND (\(column), _id) \(isDescending ? "<" : ">") (?, ?)"
            arguments.append(isNumber ? .number(Double(after.value ?? "") ?? -.infinity) : .text(after.value ?? ""))
            arguments.append(.integer(after.number))
        }
        sql += " ORDER BY \(column)\(isDescending ? " DESC" : ""), _id\(isDescending ? " DESC" : "")"
        // One more than the page, to detect whether another page follows.
        if query.filter == nil { sql += " LIMIT \(query.limit + 1)" }
        let statement = try database.makeStatement(sql: sql)
        try statement.setArguments(Arguments(arguments))
        let order = BulkStatement(statement)
        let rows = BulkStatement(try database.makeStatement(sql: table.selectListed(database.dialect.list)))
        order.begin()
        defer {
            order.end()
            rows.end()
        }
        var ids: [Int64]
        repeat {
            ids = try order.integers(upTo: Self.atOnce)
            rows.begin([], texts: [ValueList.argument(ids)])
            while try rows.step() {
                if let end { return end }
                last = Self.cursor(at: rows.value(index + 2, field.kind), rows.integer(0))
                try look(at: rows)
            }
        } while ids.count == Self.atOnce
        return nil
    }

    private mutating func look(at row: BulkStatement) throws {
        guard try query.filter?.takes(row, table, &effort) ?? true else { return }
        bytes += table.byteCount(row)
        found.append(table.record(row))
    }

    private static func equal(_ query: RecordQuery, _ schema: Schema) -> (sql: String, arguments: [ColumnValue]) {
        let equals = query.equals.filter { schema.index(of: $0.field) != nil }
        return (equals.map { " AND \"\($0.field)\" = ?" }.joined(), equals.map { $0.value.stored })
    }

    private static func cursor(at value: Value?, _ id: Int64) -> QueryCursor {
        let text =
            switch value {
            case nil: ""
            case .number(let number)?: "\(number)"
            case .timestamp(let timestamp)?: "\(timestamp.milliseconds)"
            case .flag(let flag)?: flag ? "1" : "0"
            case let value?: value.storedText
            }
        return QueryCursor(number: id, value: text)
    }
}

extension FeedStore {
    /// The first `limit` records that `filter` accepts, in the source's order, and how many it accepts in all, within one `Effort`.
    /// `equals` is the part of the condition that SQL can check.
    package func preview(
        of feeds: [Feed], _ schema: Schema, where equals: [(field: String, value: Value)] = [], limit: Int, _ filter: RecordFilter
    ) async throws -> RecordPreview {
        let table = BoardTable(board: feeds.first?.board ?? "", schema: schema)
        let conditions = equals.map { " AND \"\($0.field)\" = ?" }.joined()
        let sql = "\(table.select) WHERE _feed = ?\(conditions) ORDER BY _position"
        return try await database.read("previewing records of \(feeds.first?.board ?? "")") { [sql] database in
            var (preview, effort) = (RecordPreview(), Effort())
            effort.look()
            for feed in feeds {
                let statement = try database.makeStatement(sql: sql)
                try statement.setArguments(Arguments([.integer(feed.id)] + equals.map { $0.value.stored }))
                let rows = BulkStatement(statement)
                rows.begin()
                defer { rows.end() }
                while try rows.step() {
                    guard effort.spent == nil else {
                        preview.isCut = true
                        return preview
                    }
                    preview.total += 1
                    guard try filter.takes(rows, table, &effort) else { continue }
                    preview.count += 1
                    if preview.records.count < limit { preview.records.append(table.record(rows)) }
                }
            }
            return preview
        }
    }
}
