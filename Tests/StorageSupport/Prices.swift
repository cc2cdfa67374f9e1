package import Foundation
package import Records
package import Storage
package import TestSupport

/// A feed of prices by key, with a baseline of two, in a store of its own: what tests of notices start from.
package struct Prices: Sendable {
    package let folder: TemporaryFolder
    package let store: Store
    package let feed: Feed

    package static let schema: Schema = {
        var key = Field(name: "key", kind: .text)
        key.isKey = true
        return Schema(fields: [key, Field(name: "price", kind: .number)])
    }()

    package init(_ open: (URL) throws -> Store = Engine.store(in:)) async throws {
        folder = try TemporaryFolder()
        store = try open(folder.url)
        try await store.feeds.prepare("prices", Self.schema)
        feed = try await store.feeds.feed(of: "prices", url: "https://prices.example/")
        try await apply([1, 1], at: 1)
    }

    package static func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

    /// Stores prices of the records `a`, `b`, … in the place of the former.
    package func apply(_ prices: [Double], at seconds: Int64, to feed: Feed? = nil, telling: Telling? = nil) async throws {
        let records = zip("abcdefgh", prices).map { Record([.text(String($0)), .number($1)]) }
        let report = FetchReport(began: Self.time(seconds), ended: Self.time(seconds), bytes: 1)
        _ = try await store.feeds.apply(records.count, to: feed ?? self.feed, Self.schema, report, telling: telling) { next in
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

    /// Tells these watches of every change, when each is due.
    package static func telling(_ watches: [Watch], due: @Sendable @escaping (Watch, Timestamp?) -> Timestamp) -> Telling {
        Telling { changes, _ in
            watches.map { NoticeDraft(watch: $0.id, changes: changes.map(\.id)) }
        } due: {
            due($0, $1)
        }
    }

    package func person(_ name: String) async throws -> Person { try await store.people.person(named: name, at: Self.time(0)) }

    package func channel(of person: Person, _ name: String, kind: String = "email") async throws -> Channel {
        try await store.following.addChannel(of: person, named: name, kind: kind, address: "\"\(name)\"", at: Self.time(0))
    }

    package func watch(of person: Person, _ channels: [String], digest: Watch.Digest = .atOnce) async throws -> Watch {
        let settings = Watch.Settings(.everything, channels: channels, digest: digest)
        return try await store.following.addWatch(of: person, on: feed, settings, at: Self.time(0))
    }

    /// The keys of the records that a notice tells of.
    package func keys(_ notice: StoredNotice) async throws -> String {
        try await store.following.changes(of: notice, limit: 100) { _ in Self.schema }.map(\.change.key).joined()
    }
}
