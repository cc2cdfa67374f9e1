import Foundation
package import Records

extension LoggedChange {
    init(_ row: Row, board: String) {
        self.init(
            id: row["id"], board: board, seen: Timestamp(milliseconds: row["seen"]), kind: row["kind"], before: row["before"],
            after: row["after"])
    }
}

extension FeedStore {
    /// Changes of all boards after the one with that id, in the order they were stored; and whether more may follow: the list has `limit`
    /// changes, or they are very long.
    ///
    /// `person`: limits it to boards that they may see; nil for all boards.
    package func changes(after id: Int64, limit: Int, for person: Person.ID? = nil) async throws -> (changes: [LoggedChange], isCut: Bool) {
        let isVisible = person == nil ? "" : " AND \(BoardStore.isVisible("feeds.board"))"
        return try await database.read("reading changes") { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT changes.*, feeds.board FROM changes \(database.dialect.joinInOrder) feeds ON feeds.id = changes.feed
                    WHERE changes.id > ?\(isVisible) ORDER BY changes.id LIMIT ?
                    """, arguments: Arguments([id] + (person.map { [$0] } ?? []) + [Int64(limit)]))
            var (changes, bytes): ([LoggedChange], Int) = ([], 0)
            while bytes < ChangePage.byteLimit, let row = try rows.next() {
                let change = LoggedChange(row, board: row["board"])
                bytes += (change.before?.utf8.count ?? 0) + (change.after?.utf8.count ?? 0)
                changes.append(change)
            }
            return (changes, changes.count == limit || bytes >= ChangePage.byteLimit)
        }
    }

    /// Changes of a feed, newest first: all, or those of records whose asked field is `needle`.
    package func changes(of feed: Feed, _ schema: Schema, needle: String? = nil, limit: Int = 100) async throws -> [StoredChange] {
        var query = ChangeQuery(limit: limit)
        query.needle = needle
        query.isBounded = false
        return try await changes(of: [feed], schema, query)
    }

    /// Changes of feeds of one board after the one with that id, in the order they were stored: all, or those of records whose asked field
    /// is `needle`.
    package func changes(of feeds: [Feed], after id: Int64, needle: String? = nil, limit: Int) async throws -> [LoggedChange] {
        let board = feeds.first?.board ?? ""
        return try await database.read("reading changes of \(board)") { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM changes WHERE \(Self.isOf(feeds)) AND id > :id AND (asked = :needle OR :needle IS NULL)
                    ORDER BY id LIMIT :limit
                    """, arguments: ["id": id, "needle": needle.map(KeptKey.of), "limit": limit]
            ).map { LoggedChange($0, board: board) }
        }
    }

    /// The id of the last change of these feeds; 0 if there is none.
    package func lastChangeID(of feeds: [Feed]) async throws -> Int64 {
        var last: Int64 = 0
        for feed in feeds {
            let id = try await database.read("looking for the last change of \(feed.board)") {
                try Int64.fetchOne($0, sql: "SELECT max(id) FROM changes WHERE feed = ?", arguments: [feed.id])
            }
            last = max(last, id ?? 0)
        }
        return last
    }

    /// The number of a feed's changes since that time.
    package func changeCount(of feed: Feed, since: Timestamp) async throws -> Int {
        try await database.read("counting changes of \(feed.board)") {
            let statement = try $0.cachedStatement(sql: "SELECT count(*) FROM changes WHERE feed = ? AND seen >= ?")
            return try Int.fetchOne(statement, arguments: [feed.id, since.milliseconds]) ?? 0
        }
    }

    /// Returns the changes as stored, in order.
    static func log(
        _ changes: [Change], of feed: Feed, fetch: Int64, _ schema: Schema, at time: Timestamp, in database: Connection
    ) throws -> [StoredChange] {
        try database.holdNews()
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO changes (feed, "fetch", seen, kind, key, asked, before, after) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                \(database.dialect.returningID)
                """)
        let asked = schema.fields.firstIndex { $0.isAsked }
        var stored: [StoredChange] = []
        for change in changes {
            guard let record = change.after ?? change.before else { continue }
            let key = schema.keptKey(of: record)
            let arguments: Arguments = [
                feed.id, fetch, time.milliseconds, change.kind.rawValue, key,
                asked.flatMap { record.values[$0]?.text }.map(KeptKey.of), change.before?.json(schema).closed,
                change.after?.json(schema).closed,
            ]
            let id = try database.insert(statement, arguments)
            stored.append(
                StoredChange(id: id, feed: feed.id, fetch: fetch, seen: time, key: key, change: change))
        }
        return stored
    }

    /// nil if a row's fields aren't the board's any more, or can't be read; the other rows are still returned.
    static func change(_ row: Row, _ schema: Schema) -> StoredChange? {
        let before = (row["before"] as String?).flatMap { try? record($0, schema) }
        let after = (row["after"] as String?).flatMap { try? record($0, schema) }
        let change: Change
        switch (Change.Kind(rawValue: row["kind"]), before, after) {
        case (.appeared, nil, let after?): change = .appeared(after)
        case (.altered, let before?, let after?): change = .altered(before: before, after: after)
        case (.gone, let before?, nil): change = .gone(before)
        default: return nil
        }
        return StoredChange(
            id: row["id"], feed: row["feed"], fetch: row["fetch"], seen: Timestamp(milliseconds: row["seen"]), key: row["key"],
            change: change)
    }

    private static func record(_ json: String, _ schema: Schema) throws -> Records.Record {
        let decoder = JSONDecoder()
        decoder.userInfo[StoredFields.fields] = schema.fields
        return Records.Record(try decoder.decode(StoredFields.self, from: Data(json.utf8)).values)
    }

    /// A change's record as stored. Each field is decoded as its own kind: trying another kind first would cost an error.
    private struct StoredFields: Decodable {
        static let fields = CodingUserInfoKey(rawValue: "fields")!

        let values: [Value?]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            let fields = decoder.userInfo[Self.fields] as? [Field] ?? []
            values = fields.map { field in
                let name = Name(stringValue: field.name)
                guard container.contains(name), (try? container.decodeNil(forKey: name)) == false else { return nil }
                switch field.kind {
                case .list: return (try? container.decode([String].self, forKey: name)).map { .list($0) }
                case .number: if let number = try? container.decode(Double.self, forKey: name) { return Value(number: number) }
                case .flag: if let flag = try? container.decode(Bool.self, forKey: name) { return .flag(flag) }
                default: break
                }
                return (try? container.decode(String.self, forKey: name)).flatMap { Value(stored: $0, field.kind) }
            }
        }

        private struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
    }
}
