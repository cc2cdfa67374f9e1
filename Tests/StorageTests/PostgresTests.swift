import Foundation
import Records
import StorageSupport
import TestSupport
import Testing

@testable import Storage

/// What the contract of storage can't show of PostgreSQL: its tables, its waits, and what happens when its server goes.
@Suite("PostgreSQL", .enabled(if: Engine.hasPostgres, "Scripts/postgres names a server to the tests"))
struct PostgresTests {
    private let folder: TemporaryFolder
    private let address: DatabaseAddress

    init() throws {
        folder = try TemporaryFolder()
        address = try Engine.database(for: folder.url)
    }

    @Test("its tables are those of SQLite: names, columns in their order, keys and references; boards' tables too")
    func shapes() async throws {
        func shapes(_ store: Store) async throws -> [String] {
            let fields = Field.Kind.allCases.map { Field(name: "field_\($0.rawValue)", kind: $0) }
            try await store.feeds.prepare("a-board", Schema(fields: fields))
            return try await store.database.read("looking at the tables") { database in
                try TableShape.all(in: database).map { "\($0.name) \($0.columns) \($0.key) \($0.references.sorted { $0.key < $1.key })" }
            }
        }
        let (here, there) = (try await shapes(Store(in: folder.url)), try await shapes(Store(in: folder.url, at: address)))
        #expect(here.count > 40)
        #expect(there.sorted() == here.sorted())
    }

    @Test("all steps of the tables are noted, a later version's tables are refused, and so is a database of something else")
    func migrations() async throws {
        let store = try Store(in: folder.url, at: address)
        let noted = try await store.database.read("looking") { try String.fetchAll($0, sql: "SELECT name FROM migrations") }
        #expect(Set(noted) == Set(Store.migrations.map(\.name)))
        try await store.database.write("as a later version") { try $0.execute(sql: "INSERT INTO migrations VALUES ('of tomorrow')") }
        let later = #expect(throws: StorageError.self) { try Store(in: folder.url, at: address) }
        #expect(later?.detail.contains("later version") == true)
        try await store.database.write("as another program") { try $0.execute(sql: "DROP TABLE migrations") }
        let other = #expect(throws: StorageError.self) { try Store(in: folder.url, at: address) }
        #expect(other?.detail.contains("aren’t Tidings’") == true)
    }

    @Test("tables to which a later version has only added are used as they are, and those that are missing are made beside them")
    func additions() async throws {
        let store = try Store(in: folder.url, at: address)
        // As the next version adds them.
        try await store.database.write("as a later version") { database in
            try database.execute(sql: "CREATE TABLE weathers (id BIGINT PRIMARY KEY)")
            try database.execute(sql: "ALTER TABLE feeds ADD COLUMN weather TEXT COLLATE \"C\" NOT NULL DEFAULT ''")
            try database.execute(sql: "ALTER TABLE leases ADD COLUMN weather BIGINT")
            try database.execute(sql: "INSERT INTO migrations VALUES ('adds weathers')")
        }
        // A server that was running already, and a new one.
        let later = try Store(in: folder.url, at: address)
        for store in [store, later] {
            let feed = try await store.feeds.feed(of: "prices", url: "https://prices.example/")
            #expect(try await store.feeds.all().contains(feed))
            #expect(try await store.leases.take("role:upkeep", for: "a", lasting: .seconds(60)) != nil)
            #expect(await !store.isOutOfRoom())
        }
        // Missing steps of this version are applied despite the later ones.
        try await store.database.write("as an earlier version") { database in
            try database.execute(sql: "DROP TABLE node_settings")
            try database.execute(sql: "DELETE FROM migrations WHERE name = 'settings of nodes'")
        }
        #expect(try await Store(in: folder.url, at: address).leases.settings() == nil)
    }

    @Test("a server that runs on hears of a later version's steps, and that it can't use the tables any more")
    func laterSteps() async throws {
        let store = try Store(in: folder.url, at: address)
        #expect(try await store.leases.laterSteps() == 0)
        try await store.database.write("as a later version") { try $0.execute(sql: "INSERT INTO migrations VALUES ('adds weathers')") }
        #expect(try await store.leases.laterSteps() == 1)
        try await store.database.write("as one still later") { try $0.execute(sql: "INSERT INTO migrations VALUES ('weathers are gone')") }
        let error = await #expect(throws: StorageError.self) { try await store.leases.laterSteps() }
        #expect(error?.code == .unfit && error?.detail.contains("weathers are gone") == true)
        #expect(throws: StorageError.self) { try Store(in: folder.url, at: address) }
    }

    @Test("waits for connections are counted by their use, and the longest since it was last asked for", .timeLimit(.minutes(2)))
    func waits() async throws {
        let store = try Store(in: folder.url, at: address)
        #expect(store.isInDatabase)
        let (hold, written) = (Gate(), Gate())
        let before = store.connectionWaits()[.writing]?.count ?? 0
        let first = Task {
            try await store.database.write("holding the connection") { _ in
                written.open()
                try hold.block()
            }
        }
        try await written.pass()
        let second = Task {
            try await store.database.write("waiting for it") { try $0.execute(sql: "UPDATE geocode_traffic SET failures = 0") }
        }
        try await eventually("it waits") { store.connectionWaits()[.writing]?.waiting == 1 }
        hold.open()
        _ = try await (first.value, second.value)
        let writing = try #require(store.connectionWaits(isLast: true)[.writing])
        #expect(writing.waiting == 0 && writing.count == before + 2)
        #expect(writing.longest > .zero && writing.longest <= writing.total)
        #expect(store.connectionWaits()[.writing]?.longest == .zero)
        #expect(store.connectionWaits()[.reading]?.waiting == 0)
    }

    @Test("a cancelled task ends its statement in the server", .timeLimit(.minutes(2)))
    func cancelling() async throws {
        let store = try Store(in: folder.url, at: address)
        let sleeping = Task {
            try await store.database.read("sleeping") { _ = try Row.fetchOne($0, sql: "SELECT pg_sleep(100), 'of this test'") }
        }
        func count() async throws -> Int? {
            try await store.database.read("looking") {
                try Int.fetchOne(
                    $0,
                    sql: """
                        SELECT count(*) FROM pg_stat_activity
                        WHERE state = 'active' AND datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%of this test%'
                        """)
            }
        }
        try await eventually("the statement runs") { try await count() != 0 }
        sleeping.cancel()
        await #expect(throws: CancellationError.self) { try await sleeping.value }
        try await eventually("the statement has ended") { try await count() == 0 }
    }

    @Test("a server that says nothing is waited for as long as it may take, and no longer", .timeLimit(.minutes(2)))
    func silence() throws {
        let connection = try PostgresConnection(address, timeout: .seconds(1))
        let server = try Int.fetchOne(.postgres(connection), sql: "SELECT pg_backend_pid()")
        let process = pid_t(try #require(server))
        // The process of this connection stands still.
        try #require(kill(process, SIGSTOP) == 0)
        defer { kill(process, SIGCONT) }
        let error = #expect(throws: PostgresError.self) { try connection.run("SELECT 1") }
        #expect(error?.state == "08006")
        #expect(error?.message.contains("no answer") == true)
        #expect(connection.isLost)
    }

    @Test("connections that the server has ended are replaced, and those who ask see nothing of it")
    func ended() async throws {
        let store = try Store(in: folder.url, at: address)
        let ada = try await store.people.person(named: "Ada", at: Timestamp(milliseconds: 0))
        for _ in 0..<2 {
            let server = try PostgresConnection(address)
            try server.run(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            #expect(try await store.people.person(named: "ADA")?.id == ada.id)
            #expect(try await store.people.update(ada.id, name: "Ada", { _ in })?.id == ada.id)
        }
    }

    @Test("a folder says in which database its store is, and a database has one server")
    func places() async throws {
        try DataFolder.use(address, for: folder.url)
        let store = try Store(in: folder.url)
        #expect(Store.isThere(in: folder.url))
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/tidings.sqlite"))
        #expect(try await store.description().hasPrefix("PostgreSQL "))
        try store.reserve()
        let other = try Store(in: folder.url)
        let refused = #expect(throws: StorageError.self) { try other.reserve() }
        #expect(refused?.code == .inUse)
        // A backup has the keys and files, and names the place of the rest.
        let outside = try TemporaryFolder()
        defer { withExtendedLifetime(outside) {} }
        let file = outside.url.appendingPathComponent("one.backup")
        #expect(try Backup.make(of: folder.url, to: file, version: "1", at: .system()).database == address)
        #expect(try Backup.check(file).database == address)
        let restored = try Restore(file, into: outside.url.appendingPathComponent("data"), replacing: false, at: .system())
        #expect(restored.backup.database == address)
        #expect(!DataFolder.hasOwnStore(restored.folder))
        let key = restored.folder.appendingPathComponent("channels.key")
        #expect(try Data(contentsOf: key) == Data(contentsOf: folder.url.appendingPathComponent("channels.key")))
        // A folder that has its own store keeps it.
        let own = try TemporaryFolder()
        _ = try Store(in: own.url)
        #expect(throws: StorageError.self) { try DataFolder.use(address, for: own.url) }
    }

    @Test("a database has one server, or nodes with names of their own, one after the other")
    func servers() throws {
        func refusal(_ store: Store, _ name: String?) -> String? {
            let refused = #expect(throws: StorageError.self) { try store.reserve(asNode: name) }
            return refused?.detail
        }
        func store() throws -> Store { try Store(in: folder.url, at: address) }
        let (one, two, three) = (try store(), try store(), try store())
        try one.reserve(asNode: "east")
        try two.reserve(asNode: "west")
        #expect(refusal(three, "east")?.contains("another server called east") == true)
        #expect(refusal(three, nil)?.contains("stop it first") == true)
        try one.database.pool.close()
        try three.reserve(asNode: "east")
        try two.database.pool.close()
        try three.database.pool.close()
        let alone = try store()
        try alone.reserve()
        #expect(try refusal(store(), "east") != nil)
    }

    @Test("what a database can't be is said in a sentence before anything is made, and what it is otherwise is taken")
    func fitness() throws {
        let steps = Store.migrations.map(\.name)
        #expect(throws: Never.self) { try PostgresFitness.check(address) }
        var fitness = PostgresFitness()
        #expect(fitness.problem(at: address, steps) == nil)
        fitness.isReplica = true
        #expect(fitness.problem(at: address, steps)?.contains("is a replica") == true)
        fitness.version = 140_011
        #expect(fitness.problem(at: address, steps)?.contains("is PostgreSQL 14: Tidings needs version 15") == true)
        let absent = try #require(DatabaseAddress("postgres://ada:secret@/tidings?host=\(folder.url.path)"))
        let new = folder.url.appendingPathComponent("new")
        let refused = #expect(throws: StorageError.self) { try Store.opened(in: new, database: absent) }
        #expect(refused?.code == .unfit)
        #expect(refused?.detail == "No database listens at postgres:///tidings: start PostgreSQL there, or name its host")
        #expect(!FileManager.default.fileExists(atPath: new.path))
    }

    @Test("a folder belongs to one database, and its own store stays its own")
    func folders() throws {
        _ = try Store.opened(in: folder.url, database: address)
        #expect(throws: Never.self) { try Store.opened(in: folder.url, database: nil) }
        let other = try #require(DatabaseAddress("postgres://db.example/tidings"))
        let elsewhere = #expect(throws: StorageError.self) { try Store.opened(in: folder.url, database: other) }
        #expect(elsewhere?.detail.contains("belongs to postgres://") == true)
        let own = try TemporaryFolder()
        _ = try Store(in: own.url)
        let refused = #expect(throws: StorageError.self) { try Store.opened(in: own.url, database: address) }
        #expect(refused?.detail.contains("tidings migrate") == true)
    }

    @Test("figures of the database name the longest transaction, and tell nothing of a store in a folder")
    func figures() async throws {
        let store = try Store.opened(in: folder.url, database: address)
        let other = try PostgresConnection(address)
        try other.run("BEGIN; SELECT 1")
        let process = try Int.fetchOne(.postgres(other), sql: "SELECT pg_backend_pid()")
        let figures = try #require(try await store.databaseFigures())
        #expect(figures.longest?.process == process)
        #expect(figures.bytes > 1_000_000)
        #expect(figures.connections > 1)
        #expect(figures.allowedConnections > figures.connections)
        #expect(figures.replicas == 0 && !figures.waitsForReplicas)
        let own = try TemporaryFolder()
        #expect(try await Store(in: own.url).databaseFigures() == nil)
    }

    @Test("a database that is away is waited for a moment, then refused at once, and used again when it is back")
    func outage() throws {
        let outage = PostgresOutage(timeout: .milliseconds(200), betweenLooks: .seconds(3600))
        let gone = PostgresError(state: "08001", message: "gone")
        var looks = 0
        #expect(throws: PostgresError.self) {
            try outage.outlast {
                looks += 1
                throw gone
            }
        }
        let waited = looks
        #expect(waited > 1)
        #expect(throws: PostgresError.self) {
            try outage.outlast {
                looks += 1
                throw gone
            }
        }
        #expect(looks == waited, "the next look comes in an hour")
        let brief = PostgresOutage(timeout: .milliseconds(200), betweenLooks: .zero)
        #expect(throws: PostgresError.self) { try brief.outlast { throw gone } }
        let connection = try brief.outlast { try PostgresConnection(address) }
        #expect(!connection.isLost)
        #expect(StorageError(gone, doing: "reading").code == .away)
    }

    @Test("what fails in the middle leaves nothing, and an error says what PostgreSQL said")
    func failing() async throws {
        let store = try Store(in: folder.url, at: address)
        let error = await #expect(throws: StorageError.self) {
            try await store.database.write("failing") { database in
                try database.execute(sql: "INSERT INTO boards VALUES (?, ?)", arguments: ["a", "b"])
                try database.execute(sql: "INSERT INTO boards VALUES (?, ?)", arguments: ["a", "b"])
            }
        }
        #expect(error?.detail.contains("23505") == true)
        #expect(try await store.database.read("looking") { try Int.fetchOne($0, sql: "SELECT count(*) FROM boards") } == 0)
    }

    @Test("rows that are still coming are kept until they are read when another statement begins")
    func together() async throws {
        let store = try Store(in: folder.url, at: address)
        let sums = try await store.database.read("counting") { database in
            let rows = try Row.fetchCursor(database, sql: "SELECT * FROM generate_series(1, 5000) AS number")
            var sums = (outer: 0, inner: 0)
            while let row = try rows.next() {
                sums.outer += row["number"] as Int
                if sums.inner < 10 { sums.inner += try Int.fetchOne(database, sql: "SELECT ?", arguments: [1]) ?? 0 }
            }
            return [sums.outer, sums.inner]
        }
        #expect(sums == [12_502_500, 10])
    }

    @Test("sums of integers are integers, whatever their size, and other numbers are what they are")
    func numbers() async throws {
        let store = try Store(in: folder.url, at: address)
        let row = try await store.database.read("counting") { database in
            try Row.fetchOne(
                database,
                sql: """
                    SELECT sum(a), sum(a) * 0, -sum(a), CAST(10000 AS NUMERIC), CAST(1.5 AS NUMERIC), CAST(1e20 AS NUMERIC), avg(a) > 0
                    FROM (VALUES (CAST(9007199254740993 AS BIGINT)), (20000)) AS given (a)
                    """
            )?.values
        }
        #expect(
            row == [
                .integer(9_007_199_254_760_993), .integer(0), .integer(-9_007_199_254_760_993), .integer(10_000), .number(1.5),
                .number(1e20), .integer(1),
            ])
    }
}

/// Tests that need no server.
@Suite("PostgreSQL's words") struct PostgresTextTests {
    @Test(
        "parameters are numbered as SQLite numbers them, outside of texts, names and comments",
        arguments: [
            ("SELECT ?, ?2, ?", "SELECT $1, $2, $3", 3), ("VALUES (?, ?, ?3, ?3, ?)", "VALUES ($1, $2, $3, $3, $4)", 4),
            ("SELECT :a, :b_2, :a", "SELECT $1, $2, $1", 2), ("SELECT '?:a', \"?\", 'it''s ?', ?", "SELECT '?:a', \"?\", 'it''s ?', $1", 1),
            ("SELECT 1 -- what?\n, ?", "SELECT 1 \n, $1", 1), ("SELECT a::text, ?7", "SELECT a::text, $7", 7),
        ])
    func parameters(sql: String, expected: String, count: Int) {
        let text = PostgresText(sql)
        #expect(text.sql == expected)
        #expect(text.count == count)
    }

    @Test("arguments go to their parameters by order or name, and their number has to fit")
    func arguments() throws {
        let named = PostgresText("SELECT :b, :a, :b")
        #expect(try named.values(["a": 1, "b": "x"]) == [.text("x"), .integer(1)])
        #expect(throws: StoredFault.self) { try named.values(["a": 1]) }
        #expect(throws: StoredFault.self) { try named.values(["a": 1, "b": 2, "c": 3]) }
        #expect(throws: StoredFault.self) { try PostgresText("SELECT ?, ?").values([1]) }
        #expect(PostgresText("INSERT INTO notices (\n id) VALUES (1)").insertsInto == "notices")
        #expect(PostgresText("UPDATE notices SET id = 1 WHERE id = 2").insertsInto == nil)
    }

    @Test("an address is one of PostgreSQL, and shows no password")
    func addresses() {
        #expect(DatabaseAddress("mysql://host/name") == nil)
        #expect(DatabaseAddress("") == nil)
        #expect(DatabaseAddress("postgres://a\0b") == nil)
        let other = DatabaseAddress("postgresql://ada:secret@db.example:5433/tidings?sslmode=verify-full")
        #expect(other?.description == "postgres://db.example:5433/tidings")
        let address = DatabaseAddress("postgres://ada:sec@ret@db.example/tidings")
        #expect(address.map { "\($0)" } == "postgres://db.example/tidings")
        var dumped = ""
        dump(address, to: &dumped)
        #expect(!dumped.contains("ret"))
        #expect(address?.withoutPassword.text == "postgres://ada@db.example/tidings")
        #expect(other?.withoutPassword.text == "postgresql://ada@db.example:5433/tidings?sslmode=verify-full")
        let socket = DatabaseAddress("postgres:///tidings?password=secret&host=%2Frun")
        #expect(socket?.withoutPassword.text == "postgres:///tidings?host=%2Frun")
    }

    @Test("a folder names its database without a password, and no longer when it is told so")
    func markers() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url
        #expect(try DatabaseMarker.read(in: folder) == nil)
        let given = try #require(DatabaseAddress("postgres://ada:secret@db.example/tidings"))
        try DatabaseMarker(given).write(in: folder)
        let file = folder.appendingPathComponent(DatabaseMarker.fileName)
        #expect(try String(contentsOf: file, encoding: .utf8) == "postgres://ada@db.example/tidings\n")
        #expect(try DatabaseMarker.read(in: folder)?.address == given.withoutPassword)
        #expect(Store.isThere(in: folder))
        #expect(!DataFolder.hasOwnStore(folder))
        try DatabaseMarker.remove(from: folder)
        #expect(try DatabaseMarker.read(in: folder) == nil)
        try Data("elsewhere\n".utf8).write(to: file)
        #expect(throws: StorageError.self) { try DatabaseMarker.read(in: folder) }
    }
}
