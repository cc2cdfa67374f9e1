import TestSupport
import Testing

@testable import Storage

extension Store {
    /// A visitor's lookup, as an earlier version stored it.
    func storeLookup(_ needle: String, of visitor: String) async throws {
        try await database.pool.write { try $0.execute(sql: "INSERT INTO lookups VALUES (?, 'visa', ?, 1)", arguments: [visitor, needle]) }
    }
}

@Suite("What a visitor asked of an earlier version") struct FormerLookupTests {
    @Test("is theirs alone, and there after the store was closed and opened")
    func reopened() async throws {
        let folder = try TemporaryFolder()
        try await Store(in: folder.url).storeLookup("1", of: "visitor")
        let again = try Store(in: folder.url)
        #expect(try await again.feeds.lastNeedle(of: "visitor", on: "visa") == "1")
        #expect(try await again.feeds.lastNeedle(of: "stranger", on: "visa") == nil)
    }
}
