import GRDB
package import Records

// What the pages of watches ask beside the watches themselves.
extension Store {
    /// When each watch of a person last gave word; one that never did is missing.
    package func lastTold(of person: Person) async throws -> [Int64: Timestamp] {
        try await read("looking when a person was last told") { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT watch, max(created) AS told FROM notices WHERE person = ? AND watch IS NOT NULL GROUP BY watch",
                arguments: [person.id])
            return Dictionary(rows.map { ($0["watch"], Timestamp(milliseconds: $0["told"])) }) { first, _ in first }
        }
    }
}
