import Records

/// Finds what the last reading of a feed has on a channel, one record of it.
///
/// What a reading hasn't replaced is behind its records, and starts before all of them or after them (`GuideCover`). So of the two records around the
/// start of the feed's first one, that with the lower position is of the last reading, if that had the channel. Two steps of an index a channel.
struct CurrentRecords {
    private let table: BoardTable
    private let first: Statement
    private let sides: [BulkStatement]

    /// `fields` are read of the records. Its statements are of the database, and ended by `end`.
    init(of table: BoardTable, only fields: Set<String>, in database: Connection) throws {
        let table = table.only(fields)
        self.table = table
        first = try database.makeStatement(sql: "SELECT \"start\" FROM \(table.name) WHERE _feed = ? ORDER BY _position LIMIT 1")
        sides = try [("<", "DESC"), (">=", "ASC")].map { side, order in
            let sql = """
                \(table.select) WHERE _feed = ?1 AND "channel" = ?3 AND "start" \(side) ?2 ORDER BY "start" \(order) LIMIT 1
                """
            return BulkStatement(try database.makeStatement(sql: sql))
        }
    }

    func end() { for side in sides { side.end() } }

    /// When the feed's first record starts, for `record`.
    func start(of feed: Feed) throws -> Int64 { try Int64.fetchOne(first, arguments: [feed.id]) ?? 0 }

    /// nil if the feed has nothing on the channel.
    func record(of feed: Feed, on channel: String, around start: Int64) throws -> StoredRecord? {
        var found: StoredRecord?
        for side in sides {
            side.begin([feed.id, start], texts: [channel])
            guard try side.step() else { continue }
            let record = table.record(side)
            if record.position < found?.position ?? .max { found = record }
        }
        return found
    }
}
