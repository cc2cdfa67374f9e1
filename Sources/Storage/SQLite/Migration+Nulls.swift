import Records

extension Migration {
    /// Replaces U+0000 in boards' texts from before values excluded it. Other texts never contained it.
    static let withoutNulls = Migration("texts without U+0000") { database in
        for table in try TableShape.all(in: database) where table.name.hasPrefix("board_") {
            for column in table.columns where !column.hasPrefix("_") {
                try replaceNulls(in: "\"\(column)\"", of: "\"\(table.name)\"", database)
            }
        }
    }

    private static func replaceNulls(in column: String, of table: String, _ database: Connection) throws {
        let select = """
            SELECT _id, \(column) FROM \(table) WHERE _id > ? AND typeof(\(column)) = 'text' AND instr(\(column), char(0)) > 0
            ORDER BY _id LIMIT 500
            """
        let rows = BulkStatement(try database.makeStatement(sql: select))
        let update = BulkStatement(try database.makeStatement(sql: "UPDATE \(table) SET \(column) = ?2 WHERE _id = ?1"))
        var found: [(id: Int64, text: String)] = []
        repeat {
            let next = rows.rows([found.last?.id ?? .min]) { ($0.integer(0), $0.text(1) ?? "") }
            found = []
            while let row = try next() { found.append(row) }
            rows.end()
            for row in found { try update.run([row.id], [.text(row.text.withoutNulls)]) }
        } while !found.isEmpty
    }
}
