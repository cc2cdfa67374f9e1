import Foundation
import Records
import Storage
import TestSupport
import Testing

@Suite("Retention") struct RetentionTests {
    @Test("what is older than is kept is forgotten, and nothing else")
    func forgets() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let prices = Prices()
        for edition in 1...20 { try await prices.fetch(edition: edition, into: store) }
        let before = try await store.exported()
        let time = Timestamp(milliseconds: 20_000)
        #expect(try await store.prune(Retention(fetches: nil, changes: nil, notices: nil), at: time) == 0)
        #expect(try await store.exported() == before)

        _ = try await store.prune(Retention(fetches: .seconds(5), changes: .seconds(10), notices: .seconds(1)), at: time)
        let after = try await store.exported()
        #expect(after.filter { $0.contains(#""table":"fetches""#) }.count == 6)
        #expect(after.filter { $0.contains(#""table":"board_prices""#) } == before.filter { $0.contains(#""table":"board_prices""#) })
        let changes = after.filter { $0.contains(#""table":"changes""#) }
        #expect(!changes.isEmpty && changes == before.filter { $0.contains(#""table":"changes""#) }.suffix(changes.count))
        #expect(changes.allSatisfy { line in (10...20).contains { line.contains("\"seen\":\($0)000,") } })
    }

    @Test("a change somebody has yet to be told of is kept")
    func waiting() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let prices = Prices()
        try await prices.fetch(edition: 1, into: store)
        try await prices.watch(of: "Ada", in: store)
        let feed = try await store.feed(of: "prices", url: Prices.url)
        let ada = try await store.person(named: "Ada", at: .system())
        let watch = try #require(try await store.watches(of: ada).first)
        let telling = Telling {
            [NoticeDraft(watch: watch.id, changes: $0.map(\.id))]
        } due: { _ in
            Timestamp(milliseconds: 1)
        }
        let time = Timestamp(milliseconds: 2000)
        let report = FetchReport(began: time, ended: time, bytes: 1)
        _ = try await store.apply(1, to: feed, prices.schema, report, telling: telling) { next in
            var difference = Difference()
            while let stored = try next() { difference.gone.append(stored) }
            return difference
        }
        let later = time + .seconds(86_400)
        let all = Retention(fetches: .seconds(1), changes: .seconds(1), notices: .seconds(1))
        _ = try await store.prune(all, at: later)
        #expect(try await store.changes(of: feed, prices.schema, limit: 1000).count == 100)
        for notice in try await store.claim(at: later, lease: .seconds(60)) { try await store.note(.sent, of: notice, at: later) }
        _ = try await store.prune(all, at: later + .seconds(86_400))
        #expect(try await store.changes(of: feed, prices.schema, limit: 1000).isEmpty)
    }
}
