import Foundation
import GRDB
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Migrations") struct MigrationTests {
    /// Makes a store of the version that had people and watches, but neither channels nor accounts.
    private func formerStore(in folder: URL, besides sql: String = "") throws {
        let database = try DatabaseQueue(path: folder.appendingPathComponent("tidings.sqlite").path)
        try database.write { try $0.execute(sql: Self.tables + sql) }
        try database.close()
    }

    @Test("a store of before channels and accounts is opened with all that is in it, and goes on")
    func formerTables() async throws {
        let folder = try TemporaryFolder()
        try formerStore(in: folder.url)
        let store = try Store(in: folder.url)
        try await store.feeds.prepare("prices", Prices.schema)
        let feed = try await store.feeds.feed(of: "prices", url: "https://prices.example/")
        #expect(feed.recordCount == 2)
        #expect(feed.lastSuccess == Prices.time(2))
        let records = try await store.feeds.records(of: feed, Prices.schema, RecordQuery(limit: 9)).records
        #expect(records.map { $0.record.values[0] } == [.text("a"), .text("b")])
        #expect(try await store.feeds.changes(of: feed, Prices.schema, ChangeQuery(limit: 9)).map(\.id) == [1])
        #expect(try await store.feeds.fetches(of: feed, limit: 9).map(\.etag) == ["\"a\""])

        // Its nameless owner becomes the administrator, with their watches.
        #expect(try await !store.people.hasAdministrator())
        let ada = try #require(try await store.people.setUp(administrator: "Ada", password: "hash", at: Prices.time(3)))
        #expect(ada.id == 1)
        #expect(ada.role == .administrator)
        #expect(ada.settings == PersonSettings())
        let watch = try #require(try await store.following.watches(of: ada).first)
        #expect(watch.settings.channels == ["push"])
        #expect(watch.settings.digest == .daily)
        #expect(watch.settings.dailyAt == nil)
        #expect(watch.settings.quietHours?.zone == "Europe/Berlin")
        #expect(try await store.following.update(watch.id) { $0.dailyAt = TimeOfDay(hour: 7, minute: 0) }?.settings.dailyAt != nil)
        let phone = try await store.following.addChannel(of: ada, named: "phone", kind: "push", address: "{}", at: Prices.time(3))
        #expect(try await store.following.channels(of: ada) == [phone])
        #expect(try await store.following.notices(of: ada, limit: 9).isEmpty)
        #expect(try await store.description().hasSuffix("sound"))

        // Opening it again changes nothing.
        #expect(try await Store(in: folder.url).people.person(named: "Ada") == ada)
    }

    @Test("names that differ in case alone, which once were two people, are told apart by a number")
    func names() async throws {
        let folder = try TemporaryFolder()
        try formerStore(in: folder.url, besides: "INSERT INTO people (name, created) VALUES ('Owner', 1000), ('OWNER', 1000);")
        let store = try Store(in: folder.url)
        #expect(Set(try await store.people.all().map(\.name)) == ["owner", "Owner 2", "OWNER 3"])
    }

    @Test("texts with U+0000 and keys too long for an index, of an earlier version, are as they would be stored now, and found")
    func heldTexts() async throws {
        let folder = try TemporaryFolder()
        let key = String(repeating: "é", count: 300)
        try formerStore(
            in: folder.url,
            besides: """
                UPDATE board_prices SET key = 'x' || char(0) || 'y' WHERE _id = 2;
                UPDATE changes SET key = '\(key)', asked = '\(key)';
                """)
        let store = try Store(in: folder.url)
        try await store.feeds.prepare("prices", Prices.schema)
        let feed = try await store.feeds.feed(of: "prices", url: "https://prices.example/")
        let records = try await store.feeds.records(of: feed, Prices.schema)
        #expect(records.map { $0.record.values[0] } == [.text("a"), .text("x\u{FFFD}y")])
        let changes = try await store.feeds.changes(of: [feed], Prices.schema, key: key, before: nil, limit: 9)
        try #require(changes.map(\.key.utf8.count) == [512])
        #expect(changes[0].key.hasPrefix(String(repeating: "é", count: 224)))
        #expect(try await store.feeds.changes(of: feed, Prices.schema, needle: key).count == 1)
        #expect(try await store.feeds.changes(of: feed, Prices.schema, needle: key + "!").isEmpty)
    }

    @Test("films that were noted with their accents are found without them, and in the middle of words")
    func formerMediaWords() async throws {
        let folder = try TemporaryFolder()
        let song = try await Store(in: folder.url).media.note(
            .init(folder: "/music", path: "a.mp3", size: 1, modified: Prices.time(1)), .init(kind: .track, title: "Für Élise"),
            .unplayable(.other("a test")), at: Prices.time(1))
        let database = try DatabaseQueue(path: folder.url.appendingPathComponent("tidings.sqlite").path)
        try await database.write { database in
            try database.execute(
                sql: """
                    UPDATE media SET words = 'für élise';
                    DELETE FROM grdb_migrations WHERE identifier = 'media search anywhere in words';
                    """)
        }
        try database.close()
        let store = try Store(in: folder.url)
        for text in ["eli", "lise", "ür", "für"] {
            #expect(try await store.media.mediaFiles(searching: text, limit: 9).map(\.id) == [song], "\(text)")
        }
    }

    @Test("members who worked at a counter before there were clerks are clerks; the others are members still")
    func formerClerks() async throws {
        let folder = try TemporaryFolder()
        let former = try Store(in: folder.url)
        for name in ["Ada", "Bob", "Cyd"] {
            _ = try await former.people.add(name, name == "Ada" ? .administrator : .member, password: nil, at: Prices.time(1))
        }
        let database = try DatabaseQueue(path: folder.url.appendingPathComponent("tidings.sqlite").path)
        try await database.write { database in
            try database.execute(
                sql: """
                    INSERT INTO queue_acts (at, queue, day, act, counter, actor, person) VALUES
                        (1, 'main', 1, 'call', '1', 'clerk', 1), (1, 'main', 1, 'call', '1', 'clerk', 2), (1, 'main', 1, 'join', NULL, 'clerk', 3);
                    DELETE FROM grdb_migrations WHERE identifier = 'clerks';
                    """)
        }
        try database.close()
        #expect(try await Store(in: folder.url).people.all().map(\.role) == [.administrator, .clerk, .member])
    }

    @Test("a zone that stood in a person's settings alone is their watches' still, and an import of a former export has it")
    func formerZones() async throws {
        let prices = try await Prices()
        let ada = try #require(try await prices.store.people.add("Ada", .administrator, password: nil, at: Prices.time(1)))
        _ = try await prices.store.people.update(ada.id) { $0.zone = "Asia/Tokyo" }
        let watch = try await prices.watch(of: ada, [])
        let database = try DatabaseQueue(path: prices.folder.url.appendingPathComponent("tidings.sqlite").path)
        try await database.write { database in
            try database.execute(
                sql: """
                    DROP TRIGGER person_altered;
                    ALTER TABLE people DROP COLUMN zone;
                    CREATE TRIGGER person_altered AFTER UPDATE OF settings, disabled ON people BEGIN
                        INSERT INTO watch_log (feed, watch) SELECT feed, id FROM watches WHERE person = NEW.id;
                    END;
                    DELETE FROM grdb_migrations WHERE identifier = 'zones of people';
                    """)
        }
        try database.close()
        let store = try Store(in: prices.folder.url)
        #expect(try await store.following.watch(watch.id)?.zone == "Asia/Tokyo")
        #expect(try await store.people.update(ada.id) { $0.zone = nil } != nil)
        #expect(try await store.following.watch(watch.id)?.zone == nil)
        #expect(try await store.people.update(ada.id) { $0.zone = "Asia/Tokyo" } != nil)

        // As an earlier version wrote it.
        let lines = try await store.exported().map { line in
            var row = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            guard row["table"] as? String == "people" else { return line }
            #expect(row.removeValue(forKey: "zone") as? String == "Asia/Tokyo")
            return String(decoding: try JSONSerialization.data(withJSONObject: row), as: UTF8.self)
        }
        let folder = try TemporaryFolder()
        let copy = try Store(in: folder.url)
        try await copy.feeds.prepare("prices", Prices.schema)
        _ = try await copy.importing(lines, withAccounts: true)
        #expect(try await copy.people.person(named: "Ada")?.settings.zone == "Asia/Tokyo")
        let imported = try #require(try await copy.people.person(named: "Ada"))
        #expect(try await copy.following.watches(of: imported).map(\.zone) == ["Asia/Tokyo"])
    }

    private static let tables = """
        CREATE TABLE boards (
            name TEXT PRIMARY KEY,
            fields TEXT NOT NULL
        ) STRICT;
        CREATE TABLE feeds (
            id INTEGER PRIMARY KEY,
            board TEXT NOT NULL,
            url TEXT NOT NULL,
            etag TEXT,
            last_modified TEXT,
            last_attempt INTEGER,
            last_success INTEGER,
            last_change INTEGER,
            due INTEGER,
            failure TEXT,
            failures INTEGER NOT NULL DEFAULT 0,
            records INTEGER NOT NULL DEFAULT 0,
            UNIQUE (board, url)
        ) STRICT;
        CREATE TABLE fetches (
            id INTEGER PRIMARY KEY,
            feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
            began INTEGER NOT NULL,
            ended INTEGER NOT NULL,
            outcome TEXT NOT NULL,
            detail TEXT,
            bytes INTEGER NOT NULL,
            etag TEXT
        ) STRICT;
        CREATE INDEX fetches_of_feed ON fetches (feed, id);
        CREATE TABLE changes (
            id INTEGER PRIMARY KEY,
            feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
            fetch INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            asked TEXT,
            before TEXT,
            after TEXT
        ) STRICT;
        CREATE INDEX changes_of_feed ON changes (feed, id);
        CREATE INDEX changes_asked ON changes (feed, asked, id);
        CREATE TABLE lookups (
            visitor TEXT NOT NULL,
            board TEXT NOT NULL,
            needle TEXT NOT NULL,
            asked INTEGER NOT NULL,
            PRIMARY KEY (visitor, board)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE people (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE watches (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            board TEXT NOT NULL,
            feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
            condition TEXT NOT NULL,
            channels TEXT NOT NULL,
            quiet_from INTEGER,
            quiet_to INTEGER,
            quiet_zone TEXT,
            digest TEXT NOT NULL,
            muted INTEGER NOT NULL,
            created INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX watches_of_feed ON watches (feed);
        CREATE INDEX watches_of_person ON watches (person);
        CREATE TABLE notices (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier BLOB NOT NULL DEFAULT (randomblob(16)),
            feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
            watch INTEGER REFERENCES watches(id) ON DELETE CASCADE,
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            channel TEXT NOT NULL,
            detail TEXT,
            created INTEGER NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting',
            attempts INTEGER NOT NULL DEFAULT 0,
            next_attempt INTEGER NOT NULL,
            ended INTEGER,
            failure TEXT
        ) STRICT;
        CREATE INDEX notices_due ON notices (next_attempt) WHERE state = 'waiting';
        CREATE INDEX notices_of_feed ON notices (feed);
        CREATE INDEX notices_of_watch ON notices (watch);
        CREATE INDEX notices_of_person ON notices (person);
        CREATE TABLE notice_changes (
            change INTEGER NOT NULL REFERENCES changes(id) ON DELETE CASCADE,
            person INTEGER NOT NULL,
            channel TEXT NOT NULL,
            notice INTEGER NOT NULL REFERENCES notices(id) ON DELETE CASCADE,
            PRIMARY KEY (change, person, channel)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX changes_of_notice ON notice_changes (notice);
        CREATE TABLE feed_health (
            feed INTEGER PRIMARY KEY REFERENCES feeds(id) ON DELETE CASCADE,
            state TEXT NOT NULL
        ) STRICT;
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1 feeds, fetches, changes, lookups'), ('2 people, watches, notices, health');
        CREATE TABLE "board_prices" (
            _id INTEGER PRIMARY KEY, _feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
            _position INTEGER NOT NULL, _since INTEGER NOT NULL, "key" TEXT, "price" REAL
        ) STRICT;
        INSERT INTO boards VALUES ('prices', 'key text key' || char(10) || 'price number');
        INSERT INTO feeds (id, board, url, etag, last_attempt, last_success, records)
            VALUES (1, 'prices', 'https://prices.example/', '"a"', 2000, 2000, 2);
        INSERT INTO board_prices VALUES (1, 1, 0, 1000, 'a', 2), (2, 1, 1, 1000, 'b', 1);
        INSERT INTO fetches (feed, began, ended, outcome, bytes, etag) VALUES (1, 2000, 2000, 'changed', 10, '"a"');
        INSERT INTO changes (id, feed, fetch, seen, kind, key, before, after)
            VALUES (1, 1, 1, 2000, 'altered', 'a', '{"key":"a","price":1}', '{"key":"a","price":2}');
        INSERT INTO people (name, created) VALUES ('owner', 1000);
        INSERT INTO watches (person, board, feed, condition, channels, quiet_from, quiet_to, quiet_zone, digest, muted, created)
            VALUES (1, 'prices', 1, '{"all":[]}', '["push"]', 79200, 25200, 'Europe/Berlin', 'daily', 0, 1000);
        INSERT INTO feed_health VALUES (1, '{}');
        """
}
