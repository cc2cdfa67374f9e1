import Foundation
import Records
import StorageSupport
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite("Export and import") struct ExportTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let prices = PriceEditions()

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(in: folder.url)
    }

    @Test("the same data give the same lines, tables after those they refer to, rows in their order")
    func deterministic() async throws {
        try await prices.fetch(edition: 1, into: store)
        try await prices.fetch(edition: 2, into: store)
        let lines = try await store.exported()
        #expect(try await store.exported() == lines)
        #expect(lines.first == #"{"table":"boards","name":"prices","fields":"key text key\nprice number"}"#)
        let tables = lines.map { $0.split(separator: "\"")[3] }
        let feeds = try #require(tables.firstIndex(of: "feeds"))
        for table in ["board_prices", "changes", "fetches"] { #expect(try #require(tables.firstIndex(of: table[...])) > feeds) }
        #expect(!tables.contains("grdb_migrations"))
    }

    @Test("what logs somebody in does not leave, nor what signs in their name")
    func secrets() async throws {
        try await store.storeLookup("20121456171", of: "0123456789abcdef0123456789abcdef")
        let ada = try await store.people.person(named: "Ada", at: Timestamp(milliseconds: 1))
        _ = try await store.following.addChannel(
            of: ada, named: "hook", kind: "webhook", address: "a secret address", at: Timestamp(milliseconds: 1))
        let waiting = ChannelConfirmation(
            token: "a secret token", person: ada, name: "mail", kind: "email", address: "a secret address",
            created: Timestamp(milliseconds: 1))
        #expect(try await store.following.keep(waiting))
        let lines = try await store.exported()
        #expect(!lines.contains { $0.contains("secret") })
        #expect(lines.contains { $0.contains(#""table":"channels""#) })
        #expect(lines.contains(#"{"table":"lookups","board":"visa","needle":"20121456171","asked":1}"#))
    }

    @Test(
        "an import takes no text that the app would refuse",
        arguments: [
            #"{"table":"people","id":1,"name":"A\u0007da","created":1}"#, #"{"table":"people","id":1,"name":" Ada","created":1}"#,
            #"{"table":"people","id":1,"name":"A\u202eda","created":1}"#,
            #"{"table":"people","id":1,"name":"Ada","role":"god","created":1}"#,
            #"{"table":"people","id":1,"name":"Ada","settings":"{\"zone\":\"\\u0000\"}","created":1}"#,
            #"{"table":"feeds","id":1,"board":"prices","url":"https://prices.example/\u001b[2J"}"#,
        ])
    func refusedTexts(line: String) async throws {
        let good = #"{"table":"people","id":2,"name":"Ben","settings":"{\"zone\":\"Europe/Berlin\"}","created":1}"#
        let error = await #expect(throws: ImportError.self) { try await store.importing([good, line]) }
        #expect(error?.line == 2)
        #expect(try await store.people.all().isEmpty)
    }

    @Test(
        "an import of watches and alerts holds them against what the app takes",
        arguments: [
            ("watches", #"{\"field\":\"price\",\"is\":1}"#),
            (
                "price_alerts",
                #"{\"given\":{},\"scope\":{\"around\":{\"place\":{\"name\":\"a\\nb\",\"latitude\":1,\"longitude\":1,\"kilometres\":5}}},\"rule\":{\"cheapest\":{}},\"channels\":[]}"#
            ),
        ])
    func refusedWishes(table: String, text: String) async throws {
        let column = table == "watches" ? "condition" : "settings"
        let lines = [
            #"{"table":"people","id":1,"name":"Ada","created":1}"#,
            #"{"table":"feeds","id":1,"board":"prices","url":"https://prices.example/"}"#,
            #"{"table":"\#(table)","id":1,"person":1,"board":"prices","feed":1,"\#(column)":"\#(text)","channels":"[]","digest":"daily","muted":0,"created":1}"#,
        ]
        let error = await #expect(throws: ImportError.self) { try await store.importing(lines) }
        #expect(error?.line == 3)
    }

    @Test("an import makes nobody an administrator unless accounts are wanted, and then one who sets up an own password")
    func administrators() async throws {
        let lines = [#"{"table":"people","id":1,"name":"Ada","role":"administrator","created":1}"#]
        _ = try await store.importing(lines)
        #expect(try await store.people.person(named: "Ada")?.role == .member)

        let other = try Store(in: folder.url.appendingPathComponent("other"))
        _ = try await other.importing(lines, withAccounts: true)
        #expect(try await other.people.person(named: "Ada")?.role == .administrator)
        // Ada's account has no password to sign in with, so the installation is still open to be set up.
        #expect(try await !other.people.hasAdministrator())
        #expect(try await other.people.hasAdministrator(byProxy: true))
        let ada = try #require(try await other.people.setUp(administrator: "ada", password: "hash", at: Timestamp(milliseconds: 2)))
        #expect(try await other.people.all().map(\.id) == [ada.id])
        #expect(try await other.people.hasAdministrator())
        #expect(try await other.people.setUp(administrator: "Eve", password: "hash", at: Timestamp(milliseconds: 3)) == nil)
    }

    @Test("no secret leaves, whichever table holds it, in the export of everything or of a person")
    func seeded() async throws {
        let now = Timestamp(milliseconds: 1_772_876_400_000)
        let (raw, text) = (Data((0..<32).map { UInt8($0) ^ 0xA5 }), "s3cr3t-in-the-clear")
        let ada = try #require(try await store.people.add("Ada", .administrator, password: "$scrypt$\(text)", at: now))
        _ = try await store.people.beginSession(of: ada, hash: raw, agent: "\(text) browser", address: "198.51.100.7", at: now)
        _ = try await store.people.addToken(of: ada, named: "phone", hash: raw, scopes: [.read], expires: nil, at: now)
        _ = try await store.people.addInvitation(.member, note: "Ben", hash: raw, at: now)
        try await store.people.noteFailedLogin(raw, from: text, at: now)
        try await store.people.setFeedAddress(raw, for: .notices, of: ada, at: now)
        let channel = try await store.following.addChannel(
            of: ada, named: "hook", kind: "webhook", address: #"{"url":"https://x/\#(text)"}"#, at: now)
        try await store.following.note(.failed("https://x/\(text) answered 500"), of: channel, at: now)
        _ = try await store.following.keep(
            ChannelConfirmation(
                token: text, person: ada, name: "mail", kind: "email", address: #"{"address":"\#(text)@home.example"}"#, created: now))
        try await store.storeLookup("20121456171", of: text)
        let hexadecimal = raw.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        for lines in [try await store.exported(), try await store.exported(.person("Ada"))] {
            #expect(lines.contains { $0.contains(#""name":"hook""#) })
            #expect(lines.contains { $0.contains(#""table":"feed_addresses""#) })
            for line in lines {
                #expect(!line.contains(text), "\(line)")
                #expect(!line.lowercased().contains(hexadecimal), "\(line)")
            }
        }
    }

    @Test("every column that is made to hold a secret, or the address of a channel, stays; a new one has to be told of here")
    func columns() async throws {
        try await prices.fetch(edition: 1, into: store)
        let shapes = try await store.shapes()
        let told = shapes.filter { !$0.exported.isEmpty && !$0.name.hasPrefix("board_") }
        #expect(
            Set(told.flatMap { shape in shape.columns.filter { !shape.exported.contains($0) }.map { "\(shape.name).\($0)" } }) == [
                "people.password", "channels.address", "channels.failure", "channels.mark", "feed_addresses.hash",
                "notices.failure",
                "lookups.visitor",
                "queue_tickets.device",
            ])
        #expect(
            Set(shapes.filter(\.exported.isEmpty).map(\.name)) == [
                "channel_confirmations", "failed_logins", "feed_pictures", "invitations", "login_links", "marked_feeds",
                "node_keys", "node_settings", "queue_listeners", "queue_words", "sealed_secrets", "sessions", "tokens", "watch_marks",
            ])
    }

    @Test("an export of boards has their feeds, without people; one of a person has what is that person's")
    func selections() async throws {
        try await prices.fetch(edition: 1, into: store)
        try await store.feeds.prepare("fuel", prices.schema)
        _ = try await store.feeds.feed(of: "fuel", url: "https://fuel.example/")
        try await prices.watch(of: "Ada", in: store)
        try await prices.watch(of: "Ben", in: store)
        let boards = try await store.exported(.boards(["prices"]))
        #expect(boards.contains { $0.contains(#""table":"board_prices""#) })
        #expect(!boards.contains { $0.contains("fuel") || $0.contains("Ada") })
        let person = try await store.exported(.person("Ada"))
        #expect(person.map { $0.split(separator: "\"")[3] } == ["people", "watches"])
        #expect(!person.contains { $0.contains("Ben") })
    }

    @Test("what was exported is the same in an installation that imports it, and importing it again adds nothing")
    func roundTrip() async throws {
        for edition in 1...3 { try await prices.fetch(edition: edition, into: store) }
        try await prices.watch(of: "Ada", in: store)
        let lines = try await store.exported()

        let elsewhere = try Store(in: folder.url.appendingPathComponent("elsewhere"))
        try await elsewhere.feeds.prepare("other", prices.schema)
        _ = try await elsewhere.feeds.feed(of: "other", url: "https://other.example/")
        _ = try await elsewhere.people.person(named: "Zoe", at: Timestamp(milliseconds: 5))
        try await elsewhere.feeds.prepare("prices", prices.schema)
        let report = try await elsewhere.importing(lines)
        #expect(report.added["board_prices"] == 100)
        #expect(report.added["watches"] == 1)
        #expect(report.added["feeds"] == 1)
        #expect(report.leftOut["boards"] == 1)

        let feed = try await elsewhere.feeds.feed(of: "prices", url: PriceEditions.url)
        #expect(
            try await elsewhere.feeds.records(of: feed, prices.schema).map(\.record)
                == store.feeds.records(of: origin(), prices.schema).map(\.record))
        let ours = try await store.feeds.changes(of: origin(), prices.schema, limit: 1000).map(\.change)
        #expect(try await elsewhere.feeds.changes(of: feed, prices.schema, limit: 1000).map(\.change) == ours)
        #expect(!ours.isEmpty)
        let ada = try await elsewhere.people.person(named: "Ada", at: .system())
        #expect(try await elsewhere.following.watches(of: ada).count == 1)

        let again = try await elsewhere.importing(lines)
        #expect(again.added.isEmpty)
    }

    @Test("a feed that was read here keeps what it has, and watches of it are taken")
    func settled() async throws {
        try await prices.fetch(edition: 5, into: store)
        try await prices.watch(of: "Ada", in: store)
        let lines = try await store.exported()
        let elsewhere = try Store(in: folder.url.appendingPathComponent("elsewhere"))
        try await prices.fetch(edition: 1, into: elsewhere)
        let before = try await elsewhere.exported(.boards(["prices"]))
        let report = try await elsewhere.importing(lines)
        #expect(report.added == ["people": 1, "watches": 1])
        #expect(try await elsewhere.exported(.boards(["prices"])) == before)
    }

    @Test(
        "an import that cannot be read changes nothing, and says which line",
        arguments: [
            "{", "[]", #"{"board":"x"}"#, #"{"table":"feeds","id":1}"#, #"{"table":"people","id":1,"name":null,"created":1}"#,
            #"{"table":"feeds","id":1,"board":"x","url":[1]}"#,
        ])
    func malformed(line: String) async throws {
        let good = #"{"table":"people","id":1,"name":"Ada","created":1}"#
        let error = await #expect(throws: ImportError.self) { try await store.importing([good, line]) }
        #expect(error?.line == 2)
        #expect(try await !store.exported().contains { $0.contains("Ada") })
    }

    @Test("lines that can't be read any further are no whole import, and the reason is passed on")
    func unreadable() async throws {
        struct Unreadable: Error {}
        let lines = Mutex([#"{"table":"people","id":1,"name":"Ada","created":1}"#])
        await #expect(throws: Unreadable.self) {
            try await store.importLines {
                guard let line = lines.withLock({ $0.popLast() }) else { throw Unreadable() }
                return line
            }
        }
        #expect(try await !store.exported().contains { $0.contains("Ada") })
    }

    private func origin() async throws -> Feed { try await store.feeds.feed(of: "prices", url: PriceEditions.url) }
}

extension Store {
    func shapes() async throws -> [TableShape] { try await database.read("looking at the tables") { try TableShape.all(in: $0) } }
}

/// A hundred prices that depend only on the edition, and so does everything that a store holds of them.
struct PriceEditions: Sendable {
    static let url = "https://prices.example/"

    let schema: Schema = {
        var key = Field(name: "key", kind: .text)
        key.isKey = true
        return Schema(fields: [key, Field(name: "price", kind: .number)])
    }()

    func fetch(edition: Int, into store: Store) async throws {
        try await store.feeds.prepare("prices", schema)
        let feed = try await store.feeds.feed(of: "prices", url: Self.url)
        let time = Timestamp(milliseconds: Int64(edition) * 1000)
        let records = (0..<100).map { Record([.text("k\($0)"), .number(Double(($0 * 7 + edition * ($0 % 13)) % 50) / 4)]) }
        _ = try await store.feeds.apply(100, to: feed, schema, FetchReport(began: time, ended: time, bytes: edition, etag: "\(edition)")) {
            next in
            var difference = Difference()
            for (index, record) in records.enumerated() {
                guard let stored = try next() else {
                    difference.appeared.append((record, index))
                    continue
                }
                if stored.record != record { difference.altered.append((stored, record, index)) }
            }
            return difference
        }
    }

    func watch(of name: String, in store: Store) async throws {
        let person = try await store.people.person(named: name, at: Timestamp(milliseconds: 7))
        let feed = try await store.feeds.feed(of: "prices", url: Self.url)
        _ = try await store.following.addWatch(
            of: person, on: feed, Watch.Settings(.everything, channels: ["mail"]), at: Timestamp(milliseconds: 8))
    }
}
