import Foundation
import Records
import StorageSupport
import TestSupport
import Testing

@testable import Storage

/// Two stores over one database, as two servers have it. Statements on some tables are slow, so that what both do at once overlaps.
struct Meeting: Sendable {
    /// How often two stores meet at a limit.
    static let rounds = ProcessInfo.processInfo.environment["TIDINGS_MEETINGS"].flatMap { Int($0) } ?? 8
    /// Without its lock, a rule breaks in one of this many rounds.
    static let roundLimit = 200

    let folder: TemporaryFolder
    let address: DatabaseAddress
    let one: Store
    let two: Store

    init(_ slow: [String] = [], without missing: Set<WriteScope.Lock> = []) throws {
        folder = try TemporaryFolder()
        address = try Engine.database(for: folder.url)
        one = try Store(in: folder.url, at: address, without: missing)
        two = try Store(in: folder.url, at: address, without: missing)
        for table in slow {
            try run(
                """
                CREATE OR REPLACE FUNCTION slow() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                    PERFORM pg_sleep(random() * 0.02);
                    RETURN NULL;
                END $$;
                CREATE TRIGGER slow AFTER INSERT OR UPDATE ON "\(table)" FOR EACH STATEMENT EXECUTE FUNCTION slow()
                """)
        }
    }

    func store() throws -> Store { try Store(in: folder.url, at: address) }

    func run(_ sql: String) throws { try PostgresConnection(address).run(sql) }

    /// Writes into the table `late` if a condition holds just before a transaction is committed that has inserted a row; that takes a
    /// moment.
    func look(atEnd table: String, _ isLate: String) throws {
        try run(
            """
            CREATE TABLE late (id BIGINT);
            CREATE FUNCTION look() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                PERFORM pg_sleep(random() * 0.02);
                IF \(isLate) THEN
                    INSERT INTO late VALUES (1);
                END IF;
                RETURN NULL;
            END $$;
            CREATE CONSTRAINT TRIGGER looking AFTER INSERT ON \(table) DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION look()
            """)
    }

    func count(_ sql: String, _ arguments: Arguments = []) async throws -> Int {
        try await one.database.read("counting") { try Int.fetchOne($0, sql: sql, arguments: arguments) } ?? 0
    }

    func at(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: Int64(seconds) * 1000) }

    /// Does both at once.
    func both<Result: Sendable>(
        _ first: @Sendable @escaping (Store) async throws -> Result, _ second: @Sendable @escaping (Store) async throws -> Result
    ) async throws -> [Result] {
        async let one = first(self.one)
        async let two = second(self.two)
        return try await [one, two]
    }

    func person(_ name: String, _ role: Person.Role = .member) async throws -> Person {
        try #require(try await one.people.add(name, role, password: "hash", at: at(0)))
    }

    /// Whether something may be added; false at a limit.
    static func isAdded(_ add: () async throws -> Void) async throws -> Bool {
        do {
            try await add()
            return true
        } catch let error as StorageError where error.code == .full {
            return false
        }
    }

    /// Holds a rule in each round, and finds it broken without its lock.
    ///
    /// `isHeld` gets the number of the round, and returns whether the rule held. What it throws breaks the rule too.
    static func hold(
        _ lock: WriteScope.Lock, slow: [String], _ isHeld: @Sendable (Meeting, _ round: Int) async throws -> Bool
    ) async throws {
        let meeting = try Meeting(slow)
        for round in 0..<rounds { #expect(try await isHeld(meeting, round), "round \(round)") }
        let unlocked = try Meeting(slow, without: [lock])
        var isBroken = false
        for round in 0..<roundLimit where !isBroken {
            do { isBroken = try await !isHeld(unlocked, round) } catch is StorageError { isBroken = true }
        }
        #expect(isBroken, "nothing needs the lock")
    }
}

extension Store {
    /// Stores prices of the records `a`, `b`, … of a feed (`Prices`) in the place of the former.
    func apply(
        _ prices: [Double], to feed: Feed, at time: Timestamp, telling: Telling? = nil,
        meanwhile: @Sendable @escaping () throws -> Void = {}
    ) async throws {
        let records = zip("abcdefgh", prices).map { Record([.text(String($0)), .number($1)]) }
        let report = FetchReport(began: time, ended: time, bytes: 1)
        _ = try await feeds.apply(records.count, to: feed, Prices.schema, report, telling: telling) { next in
            try meanwhile()
            var difference = Difference()
            for (position, record) in records.enumerated() {
                if let stored = try next() {
                    if stored.record != record { difference.altered.append((stored, record, position)) }
                } else {
                    difference.appeared.append((record, position))
                }
            }
            return difference
        }
    }

    /// Feeds of prices with a baseline.
    func priceFeeds(_ count: Int) async throws -> [Feed] {
        try await feeds.prepare("prices", Prices.schema)
        var all: [Feed] = []
        for number in 0..<count {
            let feed = try await feeds.feed(of: "prices", url: "https://prices.example/\(number)")
            try await apply([0], to: feed, at: Timestamp(milliseconds: 0))
            all.append(feed)
        }
        return all
    }
}
