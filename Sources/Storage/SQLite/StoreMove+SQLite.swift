extension StoreMove {
    /// The size limit of an entry in PostgreSQL's index, in bytes, with room for the numbers beside it.
    private static let indexByteLimit = 2600

    /// The obstacles to moving a store out of SQLite, one sentence each.
    static func hindrances(in source: Connection) throws -> [String] {
        guard try source.tableExists("grdb_migrations") else { return ["the file isn't a Tidings store"] }
        let steps = try String.fetchAll(source, sql: "SELECT identifier FROM grdb_migrations")
        guard Set(steps) == Set(Store.migrations.map(\.name)) else { return [isOfOtherVersion] }
        var found: [String] = []
        for row in try Row.fetchAll(source, sql: "SELECT \"table\", count(*) FROM pragma_foreign_key_check GROUP BY 1 ORDER BY 1") {
            found.append("\(row[0] as String): \(row[1] as Int) rows refer to missing rows; restore a backup, or delete them")
        }
        for shape in try TableShape.all(in: source) {
            let columns = try ColumnShape.all(of: shape.name, in: source)
            if let strange = columns.first(where: { $0.kind == nil }) {
                found.append("\(shape.name) isn’t a table of Tidings (\(strange.name)): move it elsewhere")
            }
            let texts = columns.filter { $0.kind == .text }.map(\.name)
            found += try count(texts, of: shape.name, in: source) { "instr(\($0), char(0)) > 0" }.map {
                "\(shape.name).\($0.column): \($0.count) texts have a U+0000, which PostgreSQL doesn’t hold; read their source again"
            }
            let indexed = try Set(String.fetchAll(source, sql: indexedColumns, arguments: [shape.name]))
            found += try count(texts.filter(indexed.contains), of: shape.name, in: source) {
                "length(CAST(\($0) AS BLOB)) > \(indexByteLimit)"
            }.map { "\(shape.name).\($0.column): \($0.count) texts are longer than the \(indexByteLimit) bytes that PostgreSQL can index" }
        }
        return found
    }

    /// The columns of a table's indexes, except `sought`, whose texts PostgreSQL indexes as hashes.
    private static let indexedColumns = """
        SELECT DISTINCT part.name FROM pragma_index_list(?) AS list JOIN pragma_index_info(list.name) AS part
        WHERE list.name NOT LIKE '%\\_sought' ESCAPE '\\' AND part.name IS NOT NULL
        """

    /// For each of these columns, the number of rows that fulfil a condition; columns without any are left out.
    private static func count(
        _ columns: [String], of table: String, in source: Connection, _ condition: (String) -> String
    ) throws -> [(column: String, count: Int)] {
        guard !columns.isEmpty else { return [] }
        let sums = columns.map { "coalesce(sum(\(condition("\"\($0)\""))), 0)" }.joined(separator: ", ")
        guard let row = try Row.fetchOne(source, sql: "SELECT \(sums) FROM \"\(table)\"") else { return [] }
        return columns.enumerated().compactMap { place, column in
            let count: Int = row[place]
            return count > 0 ? (column: column, count: count) : nil
        }
    }
}
