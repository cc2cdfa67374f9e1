import Foundation
import GRDB
package import Records

/// A change as the store holds it, with when it was seen and the fetch it came from.
package struct StoredChange: Sendable, Identifiable {
    package let id: Int64
    package let feed: Int64
    package let fetch: Int64
    package let seen: Timestamp
    package let key: String
    package let change: Change
}

/// A change of any board as it lies in the store: its records as JSON objects of their fields by name.
package struct LoggedChange: Sendable, Identifiable {
    package let id: Int64
    package let board: String
    package let seen: Timestamp
    package let kind: String
    package let before: String?
    package let after: String?

    init(_ row: Row, board: String) {
        id = row["id"]
        self.board = board
        seen = Timestamp(milliseconds: row["seen"])
        kind = row["kind"]
        before = row["before"]
        after = row["after"]
    }
}

extension Store {
    /// Changes of all boards in the order they were stored, after the one of that id.
    package func changes(after id: Int64, limit: Int) async throws -> [LoggedChange] {
        try await read("reading changes") { database in
            try Row.fetchAll(
                database,
                sql:
                    "SELECT changes.*, feeds.board FROM changes JOIN feeds ON feeds.id = changes.feed WHERE changes.id > ? ORDER BY changes.id LIMIT ?",
                arguments: [id, limit]
            ).map { LoggedChange($0, board: $0["board"]) }
        }
    }

    /// Changes of a feed, newest first: all, or those of records whose asked field is `needle`.
    package func changes(of feed: Feed, _ schema: Schema, needle: String? = nil, limit: Int = 100) async throws -> [StoredChange] {
        var query = ChangeQuery(limit: limit)
        query.needle = needle
        return try await changes(of: [feed], schema, query)
    }

    /// Changes of feeds of one board in the order they were stored, after the one of that id: all, or those of records whose asked field is
    /// `needle`.
    package func changes(of feeds: [Feed], after id: Int64, needle: String? = nil, limit: Int) async throws -> [LoggedChange] {
        let board = feeds.first?.board ?? ""
        return try await read("reading changes of \(board)") { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM changes WHERE \(Self.isOf(feeds)) AND id > :id AND (:needle IS NULL OR asked = :needle)
                    ORDER BY id LIMIT :limit
                    """, arguments: ["id": id, "needle": needle, "limit": limit]
            ).map { LoggedChange($0, board: board) }
        }
    }

    /// The id of the last change of these feeds; 0 if there was none.
    package func lastChangeID(of feeds: [Feed]) async throws -> Int64 {
        var last: Int64 = 0
        for feed in feeds {
            let id = try await read("looking for the last change of \(feed.board)") {
                try Int64.fetchOne($0, sql: "SELECT max(id) FROM changes WHERE feed = ?", arguments: [feed.id])
            }
            last = max(last, id ?? 0)
        }
        return last
    }

    /// How many changes of a feed were seen since then.
    package func changeCount(of feed: Feed, since: Timestamp) async throws -> Int {
        try await read("counting changes of \(feed.board)") {
            try Int.fetchOne(
                $0, sql: "SELECT count(*) FROM changes WHERE feed = ? AND seen >= ?", arguments: [feed.id, since.milliseconds]) ?? 0
        }
    }

    /// Returns the changes as they are stored, in their order.
    static func log(
        _ changes: [Change], of feed: Feed, fetch: Int64, _ schema: Schema, at time: Timestamp, in database: Database
    ) throws -> [StoredChange] {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO changes (feed, fetch, seen, kind, key, asked, before, after) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        let asked = schema.fields.firstIndex { $0.isAsked }
        var stored: [StoredChange] = []
        for change in changes {
            guard let record = change.after ?? change.before else { continue }
            let key = schema.key(of: record)
            try statement.execute(arguments: [
                feed.id, fetch, time.milliseconds, change.kind.rawValue, key,
                asked.flatMap { record.values[$0]?.text }, change.before?.json(schema).closed, change.after?.json(schema).closed,
            ])
            stored.append(
                StoredChange(id: database.lastInsertedRowID, feed: feed.id, fetch: fetch, seen: time, key: key, change: change))
        }
        return stored
    }

    /// nil for a row whose fields are no longer those of the board.
    static func change(_ row: Row, _ schema: Schema) throws -> StoredChange? {
        let before = try (row["before"] as String?).map { try record($0, schema) }
        let after = try (row["after"] as String?).map { try record($0, schema) }
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
        let object = try JSONDecoder().decode([String: Scalar?].self, from: Data(json.utf8))
        return Records.Record(schema.fields.map { field in (object[field.name] ?? nil)?.value(field.kind) })
    }

    private enum Scalar: Decodable {
        case text(String)
        case number(Double)
        case flag(Bool)
        case list([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let texts = try? container.decode([String].self) {
                self = .list(texts)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        func value(_ kind: Field.Kind) -> Value? {
            switch (self, kind) {
            case (.list(let texts), .list): .list(texts)
            case (.text(let text), _) where kind != .list: Value(stored: text, kind)
            case (.number(let number), .number): .number(number)
            case (.flag(let flag), .flag): .flag(flag)
            default: nil
            }
        }
    }
}
