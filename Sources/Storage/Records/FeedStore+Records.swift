import CLinux
package import Records
import Synchronization

extension FeedStore {
    /// Makes the board's table fit its fields. A table that no longer fits is renamed, and nothing in it is lost. If the board only has
    /// fewer fields than before, and the same key, its records are copied to the new table; otherwise its feeds start again with their next
    /// fetch.
    package func prepare(_ board: String, _ schema: Schema) async throws {
        let table = BoardTable(board: board, schema: schema)
        // Once: SQLite doesn't make an index of words again in a transaction that has undone it.
        try await database.write("preparing the table of \(board)", locking: .everything.once) { database in
            let known = try String.fetchOne(database, sql: "SELECT fields FROM boards WHERE name = ?", arguments: [board])
            guard known != table.signature else { return try table.createIndexes(in: database) }
            var former: String?
            if known != nil {
                let bare = String(table.name.dropFirst().dropLast())
                let aside = try database.tableNames().count { $0.hasPrefix("\(bare)_until_") } + 1
                switch database.dialect {
                case .sqlite: try WordIndex.drop(of: table, in: database)
                case .postgres: try WordColumn.drop(of: table, in: database)
                }
                former = "\"\(bare)_until_\(aside)\""
                try database.execute(sql: "ALTER TABLE \(table.name) RENAME TO \(former ?? "")")
                for index in BoardTable.indexes { try database.execute(sql: "DROP INDEX IF EXISTS \"\(bare)_\(index)\"") }
            }
            try table.create(in: database)
            if let known, let former {
                let goesOver = table.isPart(of: known)
                if goesOver { try table.fill(from: former, in: database) }
                // The document will be parsed differently, so the last response's validators don't apply.
                try database.execute(
                    sql: """
                        UPDATE feeds SET etag = NULL, last_modified = NULL\(goesOver ? "" : ", last_success = NULL, records = 0")
                        WHERE board = ?
                        """, arguments: [board])
            }
            try database.execute(
                sql: "INSERT INTO boards (name, fields) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET fields = excluded.fields",
                arguments: [board, table.signature])
        }
    }

    /// The same for all boards of a server. One read finds the boards whose tables need work.
    package func prepare(_ boards: [(name: String, schema: Schema)]) async throws {
        let unprepared = try await database.read("looking at the tables of boards") { database in
            let known = try Row.fetchAll(database, sql: "SELECT name, fields FROM boards").map {
                ($0["name"] as String, $0["fields"] as String)
            }
            let signatures = Dictionary(uniqueKeysWithValues: known)
            let indexes = try database.indexNames()
            return boards.filter { name, schema in
                let table = BoardTable(board: name, schema: schema)
                return table.signature != signatures[name] || !table.hasItsIndexes(indexes, in: database)
            }
        }
        for (name, schema) in unprepared { try await prepare(name, schema) }
    }

    /// A feed's records in the source's order, all of them or those whose fields equal the given values; `after` is a position. Also stops
    /// when texts reach `byteLimit` bytes.
    package func records(
        of feed: Feed, _ schema: Schema, where equals: [(field: String, value: Value)] = [], after: Int = -1,
        limit: Int = .max, byteLimit: Int = .max
    ) async throws -> [StoredRecord] {
        let table = BoardTable(board: feed.board, schema: schema)
        let conditions = equals.filter { schema.index(of: $0.field) != nil }.map { " AND \"\($0.field)\" = ?" }.joined()
        let arguments = Arguments(
            [.integer(feed.id), .integer(Int64(after))] + equals.map { $0.value.stored } + [.integer(Int64(limit))])
        return try await database.read("reading records of \(feed.board)") { database in
            let sql = "\(table.select) WHERE _feed = ? AND _position > ?\(conditions) ORDER BY _position LIMIT ?"
            var (records, bytes): ([StoredRecord], Int) = ([], 0)
            let statement = try database.makeStatement(sql: sql)
            try statement.setArguments(arguments)
            let rows = BulkStatement(statement)
            rows.begin()
            defer { rows.end() }
            while bytes < byteLimit, try rows.step() {
                if byteLimit < .max { bytes += table.byteCount(rows) }
                records.append(table.record(rows))
            }
            return records
        }
    }

    /// The record with this id; nil if the feed doesn't have it.
    package func record(_ id: Int64, of feed: Feed, _ schema: Schema) async throws -> StoredRecord? {
        let table = BoardTable(board: feed.board, schema: schema)
        return try await database.read("reading a record of \(feed.board)") { database in
            try Row.fetchOne(database, sql: "\(table.select) WHERE _id = ? AND _feed = ?", arguments: [id, feed.id]).map(table.record)
        }
    }

    /// The record with this id, of any of the board's feeds, and its feed.
    package func record(_ id: Int64, of board: String, _ schema: Schema) async throws -> (feed: Feed, record: StoredRecord)? {
        let table = BoardTable(board: board, schema: schema)
        return try await database.read("reading a record of \(board)") { database in
            guard let record = try Row.fetchOne(database, sql: "\(table.select) WHERE _id = ?", arguments: [id]),
                let feed = try Row.fetchOne(
                    database, sql: "\(Feed.select) WHERE id = (SELECT _feed FROM \(table.name) WHERE _id = ?)", arguments: [id])
            else { return nil }
            return (Feed(feed), table.record(record))
        }
    }

    /// Replaces a feed's stored records with those of a fetch, and logs the changes, in one transaction. `recordCount` is the number of
    /// records; nil counts them afterwards.
    ///
    /// `comparing` finds the difference: it receives the stored records one by one, in order. A feed's first fetch is its baseline: it is
    /// stored, and none of it counts as a change. With `emptySaysNothing`, so is a fetch when no records are stored. `telling` decides who
    /// is notified of the changes; if it throws, nothing of the fetch is stored. `checkup` updates the feed's health with the outcome.
    package func apply(
        _ recordCount: Int?, to feed: Feed, _ schema: Schema, _ report: FetchReport,
        telling: Telling? = nil, checkup: Checkup? = nil, emptySaysNothing: Bool = false,
        comparing: @Sendable @escaping (_ stored: any StoredRows) throws -> Difference
    ) async throws -> Difference {
        let table = BoardTable(board: feed.board, schema: schema)
        return try await database.write("storing records of \(feed.board)", locking: .feed(feed.id).once) { database in
            let known = try database.cachedStatement(sql: "SELECT last_success IS NULL OR records = 0 AND ? <> 0 FROM feeds WHERE id = ?")
            let isBaseline = try Bool.fetchOne(known, arguments: [emptySaysNothing, feed.id]) ?? true
            let select = try self.statement("\(table.select) WHERE _feed = ? ORDER BY _position, _id", of: table, in: database)
            defer { select.end() }
            let difference = try comparing(StatementRows(select, of: table, [feed.id]))
            // Indexes can only be dropped while nothing is being read.
            select.end()
            let hasNews = !isBaseline && difference.changeCount > 0
            let fetch = try Self.log(report, of: feed, outcome: hasNews || isBaseline ? "changed" : "same", detail: nil, in: database)
            try self.write(difference, of: feed, table, at: report.ended, in: database)
            if hasNews {
                let stored = try Self.log(try difference.changes, of: feed, fetch: fetch, schema, at: report.ended, in: database)
                if let telling { try FollowingStore.post(stored, of: feed, telling, at: report.ended, in: database) }
            }
            let count =
                try recordCount ?? Int.fetchOne(
                    database, sql: "SELECT count(*) FROM \(table.name) WHERE _feed = ?", arguments: [feed.id]) ?? 0
            try Self.noteStored(report, of: feed, recordCount: count, hasNews: hasNews, in: database)
            if let checkup { try FollowingStore.check(feed, checkup, telling, hasChanged: hasNews, at: report.ended, in: database) }
            return isBaseline ? Difference() : difference
        }
    }

    private func write(
        _ difference: Difference, of feed: Feed, _ table: BoardTable, at time: Timestamp, in database: Connection
    ) throws {
        // Most differences are of one kind.
        func forEach<Row>(_ rows: [Row], _ sql: @autoclosure () -> String, _ run: (BulkStatement, Row) throws -> Void) throws {
            guard !rows.isEmpty else { return }
            let statement = try self.statement(sql(), of: table, in: database)
            for row in rows { try run(statement, row) }
        }
        let now = time.milliseconds
        let order = difference.isOrdered ? nil : try SourceOrder(of: feed, table, after: difference, in: database)
        func position(_ place: Int) -> Int64 { order?.position(of: place) ?? 0 }
        let words = try database.dialect == .postgres && difference.hasTexts ? WordColumn(of: table)?.words() : nil
        func add() throws {
            if case .postgres(let connection) = database {
                return try copy(difference, of: feed, into: table, words, at: now, connection, position: position)
            }
            try forEach(difference.appeared, table.insert) { try $0.run([feed.id, position($1.position), now], $1.record.values) }
            guard let filed = difference.filed else { return }
            var packed: [UInt8] = []
            let insert = try self.statement(table.insert, of: table, in: database)
            for place in filed.positions {
                if let record = try filed.take(place, &packed) {
                    try insert.run([feed.id, position(place), now], record.values)
                } else {
                    try packed.withUnsafeBytes { try insert.run([feed.id, position(place), now], packed: $0) }
                }
            }
        }
        if difference.appearedCount >= Self.manyRows {
            // Returns memory to the system after reading a large source, before storing it needs as much again.
            _ = malloc_trim(0)
            try table.adding(difference.appearedCount, in: database) {
                if database.dialect == .sqlite, let words = WordIndex(of: table) { try words.adding(in: database, add) } else { try add() }
            }
        } else {
            try add()
        }
        func held(_ record: Records.Record) throws -> [Value?] {
            guard let words else { return record.values }
            return record.values + [.text(try words.of(record.values.map(\.held)))]
        }
        let hasWords = words != nil
        try forEach(difference.altered, table.update(hasWords: hasWords)) { try $0.run([$1.before.id, now], held($1.after)) }
        try forEach(difference.touched, table.touch(hasWords: hasWords)) { try $0.run([$1.id], held($1.after)) }
        try forEach(difference.gone, "DELETE FROM \(table.name) WHERE _id = ?") { try $0.run([$1.id]) }
        try forEach(difference.forgotten, "DELETE FROM \(table.name) WHERE _id = ?") { try $0.run([$1]) }
        try forEach(order?.moved ?? [], "UPDATE \(table.name) SET _position = ?2 WHERE _id = ?1") { try $0.run([$1.id, $1.position]) }
    }

    /// Adds all new rows to PostgreSQL at once.
    private func copy(
        _ difference: Difference, of feed: Feed, into table: BoardTable, _ words: WordColumn.Words?, at now: Int64,
        _ connection: PostgresConnection, position: (Int) -> Int64
    ) throws {
        guard difference.appearedCount > 0 else { return }
        func row(_ place: Int, _ values: [ColumnValue]) throws -> [ColumnValue] {
            let first: [ColumnValue] = [.integer(feed.id), .integer(position(place)), .integer(now)]
            guard let words else { return first + values }
            return first + values + [.text(try words.of(values))]
        }
        var appeared = difference.appeared.makeIterator()
        var filed = (difference.filed?.positions ?? PlaceSet(below: 0)).makeIterator()
        var packed: [UInt8] = []
        try connection.copy(table.copy(hasWords: words != nil), into: table.name) { bytes in
            if let next = appeared.next() {
                PostgresCopy.append(try row(next.position, next.record.values.map(\.held)), to: &bytes)
                return true
            }
            guard let place = filed.next() else { return false }
            let values = try difference.filed?.take(place, &packed)?.values.map(\.held)
            PostgresCopy.append(try row(place, values ?? packed.withUnsafeBytes(PackedValue.columns)), to: &bytes)
            return true
        }
    }

    /// Cached for the first 100 boards: preparing a statement costs more than running it for a few rows, but the statements of one board
    /// use about 20 kB.
    private func statement(_ sql: String, of table: BoardTable, in database: Connection) throws -> BulkStatement {
        let isKept = self.database.preparedTables.names.withLock { tables in
            if tables.count < Self.keptTableLimit { tables.insert(table.name) }
            return tables.contains(table.name)
        }
        return BulkStatement(try isKept ? database.cachedStatement(sql: sql) : database.makeStatement(sql: sql))
    }

    private static let keptTableLimit = 100
    /// For at least this many rows, dropping and recreating triggers pays off, although all connections must then reload the schema.
    private static let manyRows = 1000
}

extension Difference {
    /// Whether any row's texts are written.
    fileprivate var hasTexts: Bool { appearedCount > 0 || !altered.isEmpty || !touched.isEmpty }

    /// Whether every remaining row keeps its place, and none is added.
    fileprivate var isOrdered: Bool {
        appearedCount == 0 && moved.isEmpty && touched.isEmpty && altered.allSatisfy { $0.before.position == $0.position }
    }
}
