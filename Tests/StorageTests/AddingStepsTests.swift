import Foundation
import StorageSupport
import TestSupport
import Testing

@testable import Storage

/// Servers of two versions may be at work in one database, so steps only add (Decision 69).
@Suite("Steps of the tables that only add") struct AddingStepsTests {
    /// The first step that had to say so.
    private static let first = "adds what nodes report"
    /// Later steps that an earlier version can't live with: what they remove, no server used in the version before.
    private static let breaking: Set<String> = []

    private struct Column: Hashable {
        let table: String
        let name: String
        let type: String
        let isNeeded: Bool
        let hasDefault: Bool
    }

    private func columns(_ pool: SQLitePool) throws -> Set<Column> {
        try pool.readNow { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT tables.name AS in_table, columns.name AS name, columns.type AS type, "notnull" <> 0 AS needed,
                        dflt_value IS NOT NULL AS has_default
                    FROM pragma_table_list AS tables JOIN pragma_table_info(tables.name) AS columns
                    WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'
                    """)
            return Set(
                rows.map {
                    Column(table: $0["in_table"], name: $0["name"], type: $0["type"], isNeeded: $0["needed"], hasDefault: $0["has_default"])
                })
        }
    }

    @Test("each says so in its name since servers may be of two versions, and creates tables, or columns that may be left out")
    func adding() throws {
        let names = Store.migrations.map(\.name)
        let begin = try #require(names.firstIndex(of: Self.first))
        let forgotten = names[begin...].filter { !Migration.onlyAdds($0) && !Self.breaking.contains($0) }
        #expect(forgotten == [], "name each so that it begins with \(Migration.adding), and see that it does nothing else")
        let folder = try TemporaryFolder()
        let pool = try SQLitePool(folder.url.appendingPathComponent("steps.sqlite"))
        try pool.migrate(Array(Store.migrations[..<begin]))
        for index in begin..<names.count {
            let before = try columns(pool)
            try pool.migrate(Array(Store.migrations[...index]))
            let after = try columns(pool)
            guard Migration.onlyAdds(names[index]) else { continue }
            #expect(after.isSuperset(of: before), "\(names[index]) changes a column")
            let tables = Set(before.map(\.table))
            let needed = after.subtracting(before).filter { tables.contains($0.table) && $0.isNeeded && !$0.hasDefault }
            #expect(needed.isEmpty, "\(names[index]) adds columns that earlier versions don't fill")
        }
        try pool.close()
    }
}
