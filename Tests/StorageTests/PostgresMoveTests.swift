import Foundation
import Records
import StorageSupport
import TestSupport
import Testing

@testable import Storage

/// A store goes from SQLite to PostgreSQL and back.
@Suite("Moving a store to PostgreSQL", .enabled(if: Engine.hasPostgres, "Scripts/postgres names a server to the tests"))
struct PostgresMoveTests {
    private static let columns = Schema(
        fields: Field.Kind.allCases.map { Field(name: "field_\($0.rawValue)", kind: $0) } + [Field(name: "note", kind: .text)])

    private let prices: Prices
    private let address: DatabaseAddress
    private var folder: URL { prices.folder.url }
    private var into: StoreMove { StoreMove(.intoDatabase, folder: folder, address: address) }
    private var back: StoreMove { StoreMove(.outOfDatabase, folder: folder, address: address) }

    init() async throws {
        prices = try await Prices { try Store(in: $0) }
        address = try Engine.emptyDatabase(for: prices.folder.url)
    }

    /// Rows of many tables, among them texts that COPY escapes; and ids that are taken by rows that are gone.
    private func fill() async throws {
        let store = prices.store
        let ada = try await prices.person("Ada")
        _ = try await prices.channel(of: ada, "mail")
        let watch = try await prices.watch(of: ada, ["mail"])
        try await prices.apply([2, -0.0, 1e300], at: 2, telling: Prices.telling([watch]) { _, _ in Prices.time(2) })
        _ = try await store.following.remove(try await prices.watch(of: ada, []))
        for title in ["Für Élise", "tab\t and\nline \\N \\. 🎶"] {
            _ = try await store.media.note(
                .init(folder: "/music", path: title, size: 1, modified: Prices.time(1)), .init(kind: .track, title: title),
                .unplayable(.other("a test")), at: Prices.time(1))
        }
        try await store.feeds.prepare("a-board", Self.columns)
        let feed = try await store.feeds.feed(of: "a-board", url: "https://board.example/")
        let values: [Value?] = Self.columns.fields.map { $0.kind == .flag ? .flag(true) : $0.kind == .number ? .number(0.1) : nil }
        let nothing = [Value?](repeating: nil, count: values.count)
        let records = [Record(values.dropLast() + [.text("\u{FEFF}ä\\\t")]), Record(nothing)]
        let report = FetchReport(began: Prices.time(1), ended: Prices.time(1), bytes: 1)
        _ = try await store.feeds.apply(records.count, to: feed, Self.columns, report) { _ in
            var difference = Difference()
            difference.appeared = records.enumerated().map { ($1, $0) }
            return difference
        }
    }

    private func nextWatch(in store: Store) async throws -> Int64 {
        let ada = try #require(try await store.people.person(named: "Ada"))
        let watch = try await store.following.addWatch(
            of: ada, on: prices.feed, Watch.Settings(.everything, channels: []), at: Prices.time(9))
        _ = try await store.following.remove(watch)
        return watch.id
    }

    @Test("everything is the same there and back, the next rows get the next ids, and words are found again")
    func thereAndBack() async throws {
        try await fill()
        let last = try await nextWatch(in: prices.store)
        let lines = try await prices.store.exported()
        try prices.store.database.pool.close()

        let looked = try into.check()
        #expect(looked.hindrances == [])
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent(DatabaseMarker.fileName).path))
        let moved = try into.run(at: Prices.time(10))
        #expect(moved.tables.map(\.name) == looked.tables.map(\.name))
        #expect(moved.tables.map(\.sum) == looked.tables.map(\.sum))
        #expect(moved.tables.first { $0.name == "board_prices" }?.sum.rows == 3)
        let aside = try #require(moved.aside)
        #expect(aside.lastPathComponent == "tidings.sqlite.before-19700101T000010Z")
        #expect(FileManager.default.fileExists(atPath: aside.path))
        #expect(!DataFolder.hasOwnStore(folder))
        #expect(try DatabaseMarker.read(in: folder)?.address == address)

        let there = try Store(in: folder)
        #expect(try await there.description().hasPrefix("PostgreSQL"))
        #expect(try await there.exported() == lines)
        #expect(try await nextWatch(in: there) == last + 1)
        let changes = try await there.exported()
        try there.database.pool.close()

        #expect(try back.check().hindrances == [])
        #expect(try back.run(at: Prices.time(11)).aside == nil)
        #expect(try DatabaseMarker.read(in: folder) == nil)
        let here = try Store(in: folder)
        #expect(try await here.description().hasPrefix("SQLite"))
        #expect(try await here.exported() == changes)
        #expect(try await nextWatch(in: here) == last + 2)
        #expect(try await here.media.mediaFiles(searching: "lise", limit: 9).count == 1)
        // Waiting notices are sent, once, to their address, which the folder's key opens.
        let notices = try await here.following.claim(by: "email", at: Prices.time(20), lease: .seconds(60))
        #expect(notices.count == 1)
        let ada = try #require(try await here.people.person(named: "Ada"))
        #expect(try await here.following.channels(of: ada).map(\.address) == ["\"mail\""])
        #expect(try await here.following.watches(of: ada).count == 1)
    }

    @Test("a move is refused where something is, runs, or doesn't fit, with one sentence, and leaves both sides as they are")
    func refused() async throws {
        try await fill()
        try prices.store.database.pool.close()
        func refusal(_ move: StoreMove) -> String? {
            let error = #expect(throws: StorageError.self) { try move.run(at: Prices.time(10)) }
            return error?.detail
        }
        #expect(refusal(back)?.contains("has a store of its own") == true)
        var lock: DataLock? = try DataLock(folder)
        #expect(try into.check().hindrances == ["a server is running on this data; stop it first"])
        #expect(refusal(into)?.contains("a server is running on this data") == true)
        withExtendedLifetime(lock) {}
        lock = nil

        let other = try TemporaryFolder()
        defer { withExtendedLifetime(other) {} }
        let taken = StoreMove(.intoDatabase, folder: folder, address: try Engine.database(for: other.url))
        #expect(try taken.check().hindrances.first?.contains("has tables already") == true)
        #expect(refusal(taken)?.contains("has tables already") == true)
        let nothing = StoreMove(.intoDatabase, folder: other.url, address: address)
        #expect(refusal(nothing)?.contains("there is no store in") == true)

        let file = try SQLitePool(folder.appendingPathComponent(DataFolder.databaseName))
        try file.writeNow {
            try $0.execute(
                sql: """
                    UPDATE board_a_board SET note = 'a' || char(0) || 'b' WHERE _id = 1;
                    INSERT INTO feeds (board, url) VALUES ('prices', 'https://prices.example/\(String(repeating: "a", count: 3000))');
                    """)
        }
        try file.close()
        let hindrances = try into.check().hindrances
        #expect(hindrances.count == 2)
        #expect(hindrances.contains { $0.hasPrefix("board_a_board.note: 1 texts have a U+0000") })
        #expect(hindrances.contains { $0.hasPrefix("feeds.url: 1 texts are longer") })
        #expect(refusal(into).map { hindrances.contains($0) } == true)
        let late = try SQLitePool(folder.appendingPathComponent(DataFolder.databaseName))
        try late.writeNow { try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('of a later version')") }
        try late.close()
        #expect(refusal(into)?.contains("of another version") == true)
        #expect(try PostgresConnection(address).isEmpty)
        #expect(DataFolder.hasOwnStore(folder))
        #expect(try DatabaseMarker.read(in: folder) == nil)

        #expect(refusal(StoreMove(.outOfDatabase, folder: other.url, address: address))?.contains("no store of Tidings") == true)
        let server = try Store(in: other.url, at: Engine.database(for: other.url))
        try server.reserve()
        let busy = StoreMove(.outOfDatabase, folder: other.url, address: try Engine.database(for: other.url))
        #expect(refusal(busy)?.contains("a server is running on the database") == true)
    }

    @Test("a store is only moved into a folder that has the key of its channels")
    func keys() async throws {
        try await fill()
        try prices.store.database.pool.close()
        _ = try into.run(at: Prices.time(10))
        let other = try TemporaryFolder()
        defer { withExtendedLifetime(other) {} }
        let move = StoreMove(.outOfDatabase, folder: other.url, address: address)
        #expect(try move.check().hindrances.first?.contains("channels.key is missing") == true)
        #expect(throws: StorageError.self) { try move.run(at: Prices.time(11)) }
        #expect(!DataFolder.hasOwnStore(other.url))
        try FileManager.default.copyItem(
            at: folder.appendingPathComponent("channels.key"), to: other.url.appendingPathComponent("channels.key"))
        _ = try move.run(at: Prices.time(11))
        #expect(try await Store(in: other.url).exported() == Store(in: folder).exported())
    }

    @Test("killed at any moment, one whole store is in use and the other side is empty or whole; a second try succeeds")
    func killed() async throws {
        try await fill()
        let lines = try await prices.store.exported()
        try prices.store.database.pool.close()
        for direction in [StoreMove.Direction.intoDatabase, .outOfDatabase] {
            let isInto = direction == .intoDatabase
            // At whichever moment of the move that is.
            for _ in 0..<3 {
                let (path, text, delay) = (folder.path, address.text, Int.random(in: 1...400))
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [path = path as String, text = text as String, delay = delay as Int, isInto = isInto as Bool] in
                    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(delay)) { kill(getpid(), SIGKILL) }
                    let address = try #require(DatabaseAddress(text))
                    let folder = URL(fileURLWithPath: path)
                    _ = try? StoreMove(isInto ? .intoDatabase : .outOfDatabase, folder: folder, address: address).run(at: .system())
                    kill(getpid(), SIGKILL)
                }
                try PostgresConnection(address).waitForEnd()
                let isMoved = try (DatabaseMarker.read(in: folder) != nil) == isInto
                #expect(Store.isThere(in: folder))
                #expect(try await Store(in: folder).exported() == lines)
                guard !isMoved else { break }
                let isEmpty = try PostgresConnection(address).isEmpty
                if isInto, !isEmpty { #expect(try await whole() == lines) }
                if !isInto { #expect(try DatabaseMarker.read(in: folder) != nil) }
            }
            if try (DatabaseMarker.read(in: folder) != nil) != isInto {
                _ = try StoreMove(direction, folder: folder, address: address).run(at: .system())
            }
            #expect(try await Store(in: folder).exported() == lines)
        }
    }

    /// What the database has, as a store.
    private func whole() async throws -> [String] {
        let other = try TemporaryFolder()
        defer { withExtendedLifetime(other) {} }
        return try await Store(in: other.url, at: address).exported()
    }
}

extension PostgresConnection {
    fileprivate var isEmpty: Bool { get throws { try Connection.postgres(self).tableNames().isEmpty } }

    /// Until no other session has the database for a server's or a move's: the server may still be ending that of a process that was killed.
    fileprivate func waitForEnd() throws {
        try run("SET lock_timeout = '60s'")
        while try Bool.fetchOne(.postgres(self), sql: PostgresPool.tryReserving) != true {
            try run("SELECT pg_advisory_lock(\(0x5464_6772))")
        }
        try run(PostgresPool.releasing)
    }
}
