import Foundation
import Records
import Storage
import TestSupport
import Testing
import Watching

@Suite("From changes to notices") struct TellingTests {
    @Test("a fetch's changes are matched and put into the outbox in the transaction that stores them")
    func whole() async throws {
        var key = Field(name: "key", kind: .text)
        key.isKey = true
        let schema = Schema(fields: [key, Field(name: "price", kind: .number)])
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let store = try Store(in: folder.url)
        try await store.feeds.prepare("prices", schema)
        let feed = try await store.feeds.feed(of: "prices", url: "https://prices.example/")
        func apply(_ prices: [Double], at seconds: Int64, _ telling: Telling? = nil) async throws {
            let records = prices.enumerated().map { Record([.text("k\($0.offset)"), .number($0.element)]) }
            let time = Timestamp(milliseconds: seconds * 1000)
            _ = try await store.feeds.apply(
                records.count, to: feed, schema, FetchReport(began: time, ended: time, bytes: 1), telling: telling
            ) { next in
                var difference = Difference()
                for (position, record) in records.enumerated() {
                    if let stored = try next() {
                        difference.altered.append((stored, record, position))
                    } else {
                        difference.appeared.append((record, position))
                    }
                }
                return difference
            }
        }
        try await apply([10, 10, 10], at: 1)
        let ada = try await store.people.person(named: "Ada", at: Timestamp(milliseconds: 0))
        let conditions: [Condition] = [
            .field("price", .less("5")), .field("key", .equals("k1")), .field("price", .roseBy("50%")), .field("key", .contains("K")),
        ]
        for (number, condition) in conditions.enumerated() {
            _ = try await store.following.addChannel(
                of: ada, named: "channel \(number)", kind: "email", address: "\(number)", at: Timestamp(milliseconds: 0))
            let settings = Watch.Settings(condition, channels: ["channel \(number)"])
            _ = try await store.following.addWatch(of: ada, on: feed, settings, at: Timestamp(milliseconds: 0))
        }
        let moment = Moment(now: Timestamp(milliseconds: 2000), zone: .gmt)
        try await apply(
            [1, 11, 16], at: 2,
            Telling { changes, watches in
                var index = MatchIndex()
                _ = try watches.alterations(since: nil) { alteration in
                    if case .stands(let watch) = alteration { index.add(watch.id, try watch.settings.condition.bound(to: schema)) }
                }
                return index.drafts(for: changes, moment).drafts
            } due: { _, _ in
                moment.now
            })
        let notices = try await store.following.claim(by: "email", at: moment.now, lease: .seconds(60))
        #expect(notices.map(\.channel) == [1, 4, 2, 3])
        var keys: [[String]] = []
        for notice in notices { keys.append(try await store.following.changes(of: notice, limit: 10) { _ in schema }.map(\.change.key)) }
        #expect(keys == [["k0"], ["k0", "k1", "k2"], ["k1"], ["k2"]])
    }
}
