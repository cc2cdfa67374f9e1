import Records

/// Searches words in records with slots, stored in any order, and returns them by start.
///
/// The word index finds the records that have them. If those are few, each is read. If they are many, the search follows the index of times
/// until it has enough of them, so that it needs to neither read nor sort all matches.
struct SlotSearch {
    private let table: BoardTable
    private let index: WordIndex
    private let words: String
    /// The conditions on a record, with the texts of their parameters.
    private let conditions: String
    private let texts: [String]
    private let window: Range<Timestamp>?

    /// From this many records on, it follows the index of times.
    private static let many = 2000
    /// Number of records that one statement reads.
    private static let atOnce = 100

    /// The place of a match.
    private struct Place {
        let start, id: Int64
    }

    /// nil if no text of the board is indexed, or the filter names a field that the board doesn't have.
    init?(_ table: BoardTable, words: String, _ filter: SlotFilter, _ dialect: Dialect) {
        guard let index = WordIndex(of: table) else { return nil }
        func hasField(_ name: String, _ kind: Field.Kind) -> Bool { table.schema[name]?.kind == kind }
        var (conditions, texts): ([String], [String]) = ([], [])
        if let title = filter.title {
            conditions.append("\"title\" = ?")
            texts.append(title)
        }
        if let channel = filter.channel {
            conditions.append("\"channel\" = ?")
            texts.append(channel)
        }
        if let genre = filter.genre {
            guard hasField("categories", .list) else { return nil }
            conditions.append("\"categories\" \(dialect.likeAnyCase) ? ESCAPE '!'")
            // As a list is stored, between the brackets.
            let plain = Value.list([genre]).storedText.dropFirst().dropLast().map { "%_!".contains($0) ? "!\($0)" : "\($0)" }
            texts.append("%\(plain.joined())%")
        }
        if let flag = filter.flag {
            guard hasField(flag, .flag) else { return nil }
            conditions.append("\"\(flag)\" = 1")
        }
        (self.table, self.index, self.words, self.texts, window) = (table, index, words, texts, filter.window)
        self.conditions = conditions.map { " AND \($0)" }.joined()
    }

    /// The first `limit` matches of these feeds that aren't over at `time`; `fields` are the ones read.
    func records(
        of feeds: [Int64], notOverAt time: Timestamp, fields: Set<String>, limit: Int, in database: Connection
    ) throws -> [StoredRecord] {
        guard database.dialect == .sqlite else {
            return try read(found(feeds, notOverAt: time, limit: limit, in: database), fields, in: database)
        }
        let keys = try keys(in: database)
        guard !keys.isEmpty else { return [] }
        // By ids, not by the index of feeds.
        let sql = """
            SELECT "start", _id FROM \(table.name)
            WHERE "stop" > ? AND \(database.dialect.list.has("_id")) AND \(database.dialect.list.has("+_feed"))\(conditions)
            """
        let look = BulkStatement(try database.cachedStatement(sql: sql))
        func places(of ids: [Int64]) throws -> [Place] {
            look.begin([time.milliseconds], texts: [ValueList.argument(ids), ValueList.argument(feeds)] + texts)
            defer { look.end() }
            var places: [Place] = []
            while try look.step() {
                let place = Place(start: look.integer(0), id: look.integer(1))
                if window?.contains(Timestamp(milliseconds: place.start)) != false { places.append(place) }
            }
            return places
        }
        var found =
            try keys.count <= Self.many
            ? places(of: keys)
            : along(feeds, notOverAt: time, limit: limit, among: keys, in: database) {
                try conditions.isEmpty ? $0 : places(of: $0.map(\.id))
            }
        found.sort { ($0.start, $0.id) < ($1.start, $1.id) }
        return try read(found.prefix(limit).map(\.id), fields, in: database)
    }

    private func read(_ ids: [Int64], _ fields: Set<String>, in database: Connection) throws -> [StoredRecord] {
        let shown = table.only(fields)
        let read = BulkStatement(try database.cachedStatement(sql: shown.selectListed(database.dialect.list)))
        read.begin([], texts: [ValueList.argument(ids)])
        defer { read.end() }
        var records: [StoredRecord] = []
        while try read.step() { records.append(shown.record(read)) }
        return records
    }

    /// PostgreSQL's matches, by its column of words, in the same order.
    private func found(_ feeds: [Int64], notOverAt time: Timestamp, limit: Int, in database: Connection) throws -> [Int64] {
        guard let query = try WordColumn.query(words) else { return [] }
        let span = window.map { [$0.lowerBound.milliseconds, $0.upperBound.milliseconds] } ?? []
        let next = span.count + 3
        let sql = """
            SELECT _id FROM \(table.name)
            WHERE "stop" > ?1\(span.isEmpty ? "" : " AND \"start\" >= ?3 AND \"start\" < ?4") AND \(WordColumn.condition("?\(next)"))
                AND \(database.dialect.list.has("_feed", "?\(next + 1)"))\(conditions)
            ORDER BY "start" NULLS FIRST, _id LIMIT ?2
            """
        let look = BulkStatement(try database.cachedStatement(sql: sql))
        look.begin([time.milliseconds, Int64(limit)] + span, texts: [query, ValueList.argument(feeds)] + texts)
        defer { look.end() }
        return try look.integers(upTo: limit)
    }

    /// The ids of all records that have the words, ascending.
    private func keys(in database: Connection) throws -> [Int64] {
        guard let match = try index.match(words, in: database) else { return [] }
        let rows = BulkStatement(try database.cachedStatement(sql: index.keys))
        rows.begin([], texts: [match])
        defer { rows.end() }
        var keys: [Int64] = []
        while try rows.step() { keys.append(rows.integer(0)) }
        return keys.sorted()
    }

    /// Feed by feed, because the index covers all columns of this query. `holding` filters those among `keys`, in batches. Includes all
    /// records that start at the same time as the last one.
    private func along(
        _ feeds: [Int64], notOverAt time: Timestamp, limit: Int, among keys: [Int64], in database: Connection,
        holding: ([Place]) throws -> [Place]
    ) throws -> [Place] {
        let sql = """
            SELECT "start", _id FROM \(table.name) WHERE _feed = ?1 AND "start" > ?2 AND "start" < ?3 AND "stop" > ?4 ORDER BY "start"
            """
        let earliest = (time + (.zero - SlotQuery.defaultLongest)).milliseconds
        let (from, to) = (max(earliest, window.map { $0.lowerBound.milliseconds - 1 } ?? earliest), window?.upperBound.milliseconds ?? .max)
        let rows = BulkStatement(try database.cachedStatement(sql: sql))
        defer { rows.end() }
        var found: [Place] = []
        for feed in feeds {
            rows.begin([feed, from, to, time.milliseconds])
            var (count, last, some) = (0, Int64.min, [Place]())
            func take() throws {
                let held = try holding(some)
                (count, last, some) = (count + held.count, held.last?.start ?? last, [])
                found += held
            }
            while try rows.step() {
                let place = Place(start: rows.integer(0), id: rows.integer(1))
                if count >= limit, place.start > last { break }
                guard Self.isIn(keys, place.id) else { continue }
                some.append(place)
                if some.count == Self.atOnce { try take() }
            }
            try take()
        }
        return found
    }

    private static func isIn(_ keys: [Int64], _ id: Int64) -> Bool {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low < keys.count && keys[low] == id
    }
}
