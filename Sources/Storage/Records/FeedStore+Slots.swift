package import Records

extension FeedStore {
    /// The records of one board's feeds that are on during a time; none if the board's records have no slot (`Schema.slot`). Ordered by
    /// feed, then by requested channel, then by start.
    package func records(of feeds: [Feed], _ schema: Schema, _ query: SlotQuery) async throws -> [StoredRecord] {
        guard let board = feeds.first?.board, schema.slot != nil else { return [] }
        let table = BoardTable(board: board, schema: schema).only(query.fields)
        let (from, to) = (query.window.lowerBound, query.window.upperBound)
        let channel = query.channels == nil ? "" : " AND \"channel\" = ?6"
        let sql = """
            \(table.select) WHERE _feed = ?1 AND "start" < ?2 AND "start" > ?3 AND ("stop" > ?4 OR "start" >= ?4)\(channel) \
            ORDER BY "start", "stop" NULLS FIRST, _id LIMIT ?5
            """
        let earliest = from + (.zero - query.longest)
        return try await database.read("reading the slots of \(board)") { database in
            var (records, bytes): ([StoredRecord], Int) = ([], 0)
            let rows = BulkStatement(try database.cachedStatement(sql: sql))
            defer { rows.end() }
            func take() throws {
                while bytes < query.byteLimit, try rows.step() {
                    bytes += table.byteCount(rows)
                    records.append(table.record(rows))
                }
            }
            // One feed and one channel at a time, to use the index.
            for feed in feeds {
                func bounds() -> [Int64] {
                    [feed.id, to.milliseconds, earliest.milliseconds, from.milliseconds, Int64(query.limit - records.count)]
                }
                guard let channels = query.channels else {
                    rows.begin(bounds())
                    try take()
                    continue
                }
                for channel in channels where records.count < query.limit {
                    rows.begin(bounds(), texts: [channel])
                    try take()
                }
            }
            return records
        }
    }

    /// The slots of a feed's programmes for a grid: those on these channels during a time, channel by channel; none if the board's records
    /// have no channel. Programmes longer than `SlotQuery.defaultLongest` may be missed.
    package func slots(
        of feed: Feed, _ schema: Schema, on channels: [String], in window: Range<Timestamp>, limit: Int
    ) async throws -> ProgrammeSlots {
        let table = BoardTable(board: feed.board, schema: schema)
        guard let columns = SlotColumns(table, database.pool.dialect) else { return ProgrammeSlots() }
        return try await database.read("reading the slots of \(feed.board)") { database in
            try columns.slots(of: feed, on: channels, in: window, limit: limit, in: database)
        }
    }

    /// The channels of one board's feeds, feed by feed and by id, each with a record of the feed's last reading, if that had the channel;
    /// none if the board's records have no channel (`Schema.slotChannel`). `fields` are the ones read.
    package func channels(of feeds: [Feed], _ schema: Schema, fields: Set<String>, limit: Int) async throws -> [StoredRecord] {
        guard let board = feeds.first?.board, schema.slotChannel != nil else { return [] }
        let table = BoardTable(board: board, schema: schema)
        return try await database.read("reading the channels of \(board)") { database in
            let current = CurrentRecords(of: table, only: fields, database.dialect)
            return try feeds.reduce(into: []) { $0 += try current.records(of: $1, limit: limit - $0.count, in: database) }
        }
    }

    /// One record of a channel, from the feed's last reading if that had the channel; nil if there is none. `fields` are the ones read.
    package func currentRecord(of feed: Feed, _ schema: Schema, on channel: String, fields: Set<String>) async throws -> StoredRecord? {
        guard schema.slotChannel != nil else { return nil }
        let table = BoardTable(board: feed.board, schema: schema)
        return try await database.read("reading a channel of \(feed.board)") { database in
            try CurrentRecords(of: table, only: fields, named: channel, database.dialect).records(of: feed, limit: 1, in: database).first
        }
    }

    /// From the first start to just after the last start of one board's feeds; nil if no record has a slot.
    package func coverage(of feeds: [Feed], _ schema: Schema) async throws -> Range<Timestamp>? {
        guard let board = feeds.first?.board, schema.slot != nil else { return nil }
        let table = BoardTable(board: board, schema: schema)
        func start(_ order: String) -> String {
            "(SELECT \"start\" FROM \(table.name) WHERE _feed = feeds.id ORDER BY \"start\" \(order) LIMIT 1)"
        }
        let sql = """
            SELECT min(first), max(last)
            FROM (SELECT \(start("ASC NULLS FIRST")) AS first, \(start("DESC NULLS LAST")) AS last
                FROM feeds WHERE \(database.pool.dialect.list.has("id"))) AS covered
            """
        return try await database.read("reading the times of \(board)") { [sql] database in
            let row = try Row.fetchOne(database, sql: sql, arguments: [ValueList.argument(feeds.map(\.id))])
            guard let first: Int64 = row?[0], let last: Int64 = row?[1] else { return nil }
            return Timestamp(milliseconds: first)..<Timestamp(milliseconds: last + 1)
        }
    }

    /// The records of one board's feeds whose slot isn't over at `time` and whose texts contain a word beginning with each word of `text`,
    /// ignoring case and accents; ordered by start. None if `text` has no word, or the board's texts aren't indexed
    /// (`Schema.indexedTexts`).
    ///
    /// `filter` limits the result.
    package func records(
        of feeds: [Feed], _ schema: Schema, withWordsOf text: String, where filter: SlotFilter = SlotFilter(), notOverAt time: Timestamp,
        fields: Set<String>, limit: Int
    ) async throws -> [StoredRecord] {
        let dialect = database.pool.dialect
        guard let board = feeds.first?.board,
            let search = SlotSearch(BoardTable(board: board, schema: schema), words: text, filter, dialect)
        else { return [] }
        return try await database.read("searching \(board)") {
            try search.records(of: feeds.map(\.id), notOverAt: time, fields: fields, limit: limit, in: $0)
        }
    }
}
