import Records

/// Finds the channels of a feed's last reading, with one record of each, in one statement.
///
/// Records that a reading hasn't replaced are positioned after its own, and start before all of them or after them (`GuideCover`). So of
/// the two records around the start of the feed's first one, the one with the lower position belongs to the last reading, if that had the
/// channel. A feed has a thousand times as many programmes as channels, so the statement uses the index to jump from one channel to the
/// next.
struct CurrentRecords {
    private let table: BoardTable
    private let sql: String
    private let named: String?

    /// `fields` are the ones read. `named` selects one channel; nil for all.
    init(of table: BoardTable, only fields: Set<String>, named: String? = nil, _ dialect: Dialect) {
        (self.table, self.named) = (table.only(fields), named)
        let name = table.name
        func next(after name: String) -> String {
            "(SELECT \"channel\" FROM \(table.name) WHERE _feed = ?1 AND \"channel\" > \(name) ORDER BY \"channel\" LIMIT 1)"
        }
        let channels =
            named == nil
            ? "SELECT \(next(after: "?3")) UNION ALL SELECT \(next(after: "lanes._name")) FROM lanes WHERE lanes._name IS NOT NULL"
            : "SELECT ?3"
        func nearest(_ side: String, _ order: String) -> String {
            """
            SELECT _id, _position FROM \(name) WHERE _feed = ?1 AND "channel" = lanes._name AND "start" \(side) edge._begins
            ORDER BY "start" \(order) LIMIT 1
            """
        }
        let nearer = """
            SELECT _id FROM (
                SELECT * FROM (\(nearest("<", "DESC"))) AS earlier UNION ALL SELECT * FROM (\(nearest(">=", "ASC"))) AS later
            ) AS sides ORDER BY _position LIMIT 1
            """
        sql = """
            WITH RECURSIVE lanes (_name) AS (\(channels)),
                edge (_begins) AS (SELECT coalesce((SELECT "start" FROM \(name) WHERE _feed = ?1 ORDER BY _position LIMIT 1), 0)),
                found (_found) AS (SELECT (\(nearer)) FROM lanes, edge WHERE lanes._name IS NOT NULL LIMIT ?2)
            \(self.table.select(from: "found \(dialect.joinInOrder) \(name) ON _id = found._found")) ORDER BY "channel"
            """
    }

    /// At most `limit` records, by their channels.
    func records(of feed: Feed, limit: Int, in database: Connection) throws -> [StoredRecord] {
        let rows = BulkStatement(try database.cachedStatement(sql: sql))
        rows.begin([feed.id, Int64(limit)], texts: [named ?? ""])
        defer { rows.end() }
        var found: [StoredRecord] = []
        while try rows.step() { found.append(table.record(rows)) }
        return found
    }
}
