import GRDB
package import Records

extension Store {
    /// The records of feeds of one board that are on in a time; none if the board's records have no slot (`Schema.slot`).
    package func records(of feeds: [Feed], _ schema: Schema, _ query: SlotQuery) async throws -> [StoredRecord] {
        guard let board = feeds.first?.board, schema.slot != nil else { return [] }
        let table = BoardTable(board: board, schema: schema)
        let (from, to) = (query.window.lowerBound, query.window.upperBound)
        // One feed at a time, for the index; then what is on first comes first.
        let sql = """
            \(table.select) WHERE _feed = ? AND "start" < ? AND "start" > ? AND ("stop" > ? OR "start" >= ?) ORDER BY "start", _id LIMIT ?
            """
        let earliest = from + (.zero - query.longest)
        return try await read("reading the slots of \(board)") { database in
            var (records, bytes): ([StoredRecord], Int) = ([], 0)
            let rows = BulkStatement(try database.makeStatement(sql: sql))
            for feed in feeds {
                rows.begin([feed.id, to.milliseconds, earliest.milliseconds, from.milliseconds, from.milliseconds, Int64(query.limit)])
                defer { rows.end() }
                while bytes < query.byteLimit, try rows.step() {
                    bytes += table.byteCount(rows)
                    records.append(table.record(rows))
                }
            }
            return records
        }
    }
}
