import GRDB

@testable import Storage

extension Store {
    /// What a visitor asked, as a version stored it that kept that.
    func storeLookup(_ needle: String, of visitor: String) async throws {
        try await pool.write { try $0.execute(sql: "INSERT INTO lookups VALUES (?, 'visa', ?, 1)", arguments: [visitor, needle]) }
    }
}
