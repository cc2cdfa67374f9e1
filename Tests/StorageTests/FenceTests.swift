import Records
import StorageSupport
import TestSupport
import Testing

@testable import Storage

@Suite("Fences of leases") struct FenceTests {
    @Test("nothing is stored under a lease that another server has taken, and something still is under one that has only ended")
    func fence() async throws {
        let folder = try TemporaryFolder()
        let store = try Engine.store(in: folder.url)
        func note(_ name: String, under lease: Lease) async throws {
            try await store.database.write("noting") { database in
                try LeaseStore.hold(lease, in: database)
                try database.execute(sql: "INSERT INTO boards (name, fields) VALUES (?, '')", arguments: [name])
            }
        }
        let first = try #require(try await store.leases.take("feed 1", for: "a", lasting: .zero))
        try await note("one", under: first)
        let second = try #require(try await store.leases.take("feed 1", for: "b", lasting: .seconds(60)))
        await #expect(throws: LeaseLost(lease: first)) { try await note("two", under: first) }
        try await note("three", under: second)
        let noted = try await store.database.read("listing") { try String.fetchAll($0, sql: "SELECT name FROM boards ORDER BY name") }
        #expect(noted == ["one", "three"])
    }
}
