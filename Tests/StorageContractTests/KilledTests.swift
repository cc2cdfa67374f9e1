import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

/// Real processes on one folder of data, ended by SIGKILL in the middle of their work.
@Suite("Killed at work") struct KilledTests {
    private static let schema: Schema = {
        var key = Field(name: "key", kind: .text)
        key.isKey = true
        return Schema(fields: [key, Field(name: "price", kind: .number)])
    }()

    /// One record in a feed with one watch; its price at a time is a change each time.
    private static func store(
        _ price: Double, at seconds: Int64, in folder: String, telling drafts: @Sendable @escaping ([NoticeDraft]) -> [NoticeDraft]
    ) async throws -> Store {
        let store = try Engine.store(in: URL(fileURLWithPath: folder))
        try await store.feeds.prepare("prices", schema)
        let feed = try await store.feeds.feed(of: "prices", url: "https://prices.example/")
        let time = Timestamp(milliseconds: seconds * 1000)
        let ada = try await store.people.person(named: "Ada", at: time)
        if try await store.following.watches(of: ada).isEmpty {
            _ = try await store.following.addChannel(of: ada, named: "mail", kind: "email", address: "{}", at: time)
            _ = try await store.following.addWatch(of: ada, on: feed, Watch.Settings(.everything, channels: ["mail"]), at: time)
        }
        let watches = try await store.following.watches(of: ada).map(\.id)
        let telling = Telling { changes, _ in
            drafts(watches.map { NoticeDraft(watch: $0, changes: changes.map(\.id)) })
        } due: { _, _ in
            time
        }
        let record = Record([.text("a"), .number(price)])
        _ = try await store.feeds.apply(1, to: feed, schema, FetchReport(began: time, ended: time, bytes: 1), telling: telling) { next in
            var difference = Difference()
            if let stored = try next() {
                difference.altered = [(stored, record, 0)]
            } else {
                difference.appeared = [(record, 0)]
            }
            return difference
        }
        return store
    }

    /// Another process's view: the stored price, the number of changes, the notices that can be claimed then.
    private func seen(_ folder: String, at seconds: Int64) async throws -> (price: Value?, changes: Int, notices: [StoredNotice]) {
        let store = try Engine.store(in: URL(fileURLWithPath: folder))
        let feed = try await store.feeds.feed(of: "prices", url: "https://prices.example/")
        return (
            try await store.feeds.records(of: feed, Self.schema).first?.record.values[1],
            try await store.feeds.changes(of: feed, Self.schema).count,
            try await store.following.claim(by: "email", at: Timestamp(milliseconds: seconds * 1000), lease: .seconds(60))
        )
    }

    @Test("a kill in the matching leaves nothing of the fetch, one after it everything, and one with a claim loses the claim in time")
    func killed() async throws {
        let home = try TemporaryFolder()
        defer { withExtendedLifetime(home) {} }
        let folder = home.url.path
        _ = try await Self.store(1, at: 1, in: folder) { $0 }

        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
            _ = try await Self.store(2, at: 2, in: folder) { drafts in
                kill(getpid(), SIGKILL)
                return drafts
            }
        }
        var state = try await seen(folder, at: 2)
        #expect(state.price == .number(1))
        #expect(state.changes == 0)
        #expect(state.notices.isEmpty)

        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
            let store = try await Self.store(2, at: 3, in: folder) { $0 }
            // Between claiming and noting.
            _ = try await store.following.claim(by: "email", at: Timestamp(milliseconds: 3000), lease: .seconds(60))
            kill(getpid(), SIGKILL)
        }
        state = try await seen(folder, at: 62)
        #expect(state.price == .number(2))
        #expect(state.changes == 1)
        #expect(state.notices.isEmpty)
        state = try await seen(folder, at: 63)
        #expect(state.notices.map(\.attempts) == [2])
    }
}
