import Foundation
import Records
import TestSupport
import Testing

@testable import Storage

@Suite("Room on the disk") struct DiskRoomTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// As a disk does that is full: SQLite may not make the database any larger.
    private func setFull(_ isFull: Bool, _ store: Store) throws {
        try store.database.pool.withWriter { database in
            let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(isFull ? count : 1_000_000)")
        }
    }

    private func fill(_ store: Store) async throws {
        try await store.database.write("filling") {
            try $0.execute(sql: "INSERT INTO lookups VALUES (hex(randomblob(8)), 'b', hex(zeroblob(90000)), 0)")
        }
    }

    @Test("a write that finds no room says so, reading goes on, and it ends by itself")
    func full() async throws {
        let store = try Store(in: folder.url, reserve: 0)
        #expect(await !store.isOutOfRoom())
        try setFull(true, store)
        let error = await #expect(throws: StorageError.self) { while true { try await fill(store) } }
        #expect(error?.code == .noRoom)
        #expect(store.database.room.wasRefused)
        #expect(try await store.feeds.all().isEmpty)
        try setFull(false, store)
        #expect(await !store.isOutOfRoom())
        try await fill(store)
    }

    @Test("queues say the same of what they cannot write down")
    func queues() async throws {
        let store = try Store(in: folder.url, reserve: 0)
        try setFull(true, store)
        let wide = String(repeating: "x", count: 200_000)
        let line = QueueWriting.Line(name: wide, board: "queue", day: 1, began: Timestamp(milliseconds: 0), next: 1, settings: .init())
        let writing = QueueWriting(lines: [line], days: [], tickets: [], blocks: [], acts: [])
        #expect(throws: StorageError.self) { try store.queues.commit(writing) }
        #expect(store.database.room.wasRefused)
    }

    @Test("what is only noted beside what somebody wants is left out")
    func noted() async throws {
        let store = try Store(in: folder.url, reserve: 0)
        try setFull(true, store)
        for visitor in 0..<200 {
            try await store.database.writeIfRoom("noting a visitor", locking: .nothing) { database in
                let needle = String(repeating: "2", count: 2000)
                try database.execute(
                    sql: "INSERT INTO lookups (visitor, board, needle, asked) VALUES (?, 'visa', ?, 0)", arguments: ["\(visitor)", needle])
            }
        }
        #expect(store.database.room.wasRefused)
    }

    @Test("less than the reserve is full before the first write fails")
    func reserve() async throws {
        let store = try Store(in: folder.url, reserve: .max / 2)
        #expect(await store.isOutOfRoom())
    }

    @Test("a write that fails for another reason says nothing about the disk")
    func others() async throws {
        let store = try Store(in: folder.url, reserve: 0)
        let error = await #expect(throws: StorageError.self) {
            try await store.database.write("trying") { try $0.execute(sql: "INSERT INTO none VALUES (1)") }
        }
        #expect(error?.code == .database)
        #expect(!store.database.room.wasRefused)
    }
}
