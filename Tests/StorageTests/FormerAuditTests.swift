import Foundation
import GRDB
import Records
import Storage
import TestSupport
import Testing

@Suite("An audit trail of an earlier version") struct FormerAuditTests {
    private func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

    @Test("old lines are given to the person of that name where it can be nobody else")
    func formerLines() async throws {
        // A store from before lines had a person.
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        func add(_ name: String) async throws -> Person {
            try #require(try await store.people.add(name, .member, password: "hash of \(name)", at: time(1)))
        }
        let ada = try await add("Ada")
        let cid = try await add("Cid")
        for (who, second, detail) in [("Ada", 0, ""), ("Ada", 5, ""), ("Cid", 5, ""), ("Bob", 6, "now Cid")] {
            try await store.people.audit(detail.isEmpty ? .loggedIn : .personChanged, by: who, detail, from: "", at: time(Int64(second)))
        }
        let database = try DatabaseQueue(path: folder.url.appendingPathComponent("tidings.sqlite").path)
        try await database.write { database in
            try database.execute(
                sql: """
                    DROP INDEX audit_of_person;
                    ALTER TABLE audit DROP COLUMN person;
                    ALTER TABLE invitations DROP COLUMN person;
                    DROP TABLE login_links;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '% people behind audit lines and invitations%';
                    """)
        }
        try database.close()
        let migrated = try Store(in: folder.url)
        #expect(try await migrated.people.auditTrail(of: ada.id, limit: 9).map(\.at) == [time(5)])
        // An audit line records that a person once took this name.
        #expect(try await migrated.people.auditTrail(of: cid.id, limit: 9).isEmpty)
        #expect(try await migrated.people.auditTrail(limit: 9).count == 4)
    }
}
