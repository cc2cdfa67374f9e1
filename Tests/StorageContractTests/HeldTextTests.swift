import Records
import Storage
import StorageSupport
import Testing

/// What not every database can hold, and how it is stored instead.
@Suite("Texts that any database holds") struct HeldTextTests {
    /// Puts one record in the place of all of a feed; the change that this is.
    private func replace(by new: String, in prices: Prices) async throws -> StoredChange? {
        let record = Record([.text(new), .number(2)])
        let report = FetchReport(began: Prices.time(2), ended: Prices.time(2), bytes: 1)
        _ = try await prices.store.feeds.apply(1, to: prices.feed, Prices.schema, report) { next in
            var difference = Difference()
            while let stored = try next() { difference.gone.append(stored) }
            difference.appeared = [(record, 0)]
            return difference
        }
        let changes = try await prices.store.feeds.changes(of: [prices.feed], Prices.schema, key: new, before: nil, limit: 9)
        #expect(changes.count == 1)
        return changes.first
    }

    @Test("a key of any length names its record in the log of changes, and no other that begins like it")
    func longKeys() async throws {
        let prices = try await Prices()
        let (key, other) = (String(repeating: "a very long key, ", count: 400), String(repeating: "a very long key, ", count: 401))
        let change = try #require(try await replace(by: key, in: prices))
        #expect(change.key.utf8.count == 512)
        #expect(change.key == Prices.schema.keptKey(of: Record([.text(key), nil])))
        #expect(try await prices.store.feeds.changes(of: [prices.feed], Prices.schema, key: other, before: nil, limit: 9).isEmpty)
        // As pages link to it: by the key that the change has.
        let again = try await prices.store.feeds.changes(of: [prices.feed], Prices.schema, key: change.key, before: nil, limit: 9)
        #expect(again.map(\.id) == [change.id])
        #expect(try await prices.store.feeds.records(of: prices.feed, Prices.schema).map(\.record.values[0]) == [.text(key)])

        var query = ChangeQuery(limit: 9)
        query.keys = [other, key]
        #expect(try await prices.store.feeds.changes(of: [prices.feed], Prices.schema, query).map(\.id) == [change.id])
    }

    @Test("up to 512 bytes a key stays, and a longer one is cut between two characters")
    func limit() {
        func kept(_ key: String) -> String { Prices.schema.keptKey(of: Record([.text(key), nil])) }
        let longest = String(repeating: "k", count: 512)
        #expect(kept(longest) == longest)
        // 447 bytes, then one of two: it doesn't fit whole.
        let odd = String(repeating: "k", count: 447) + String(repeating: "é", count: 100)
        #expect(kept(odd).utf8.count == 447 + 64)
        #expect(kept(odd).hasPrefix(String(repeating: "k", count: 447)))
        #expect(kept(odd) != kept(odd + "é"))
    }

    @Test("U+0000 in what people write is stored as U+FFFD, and found by either")
    func nulls() async throws {
        let store = try await Prices().store
        let ada = try #require(try await store.people.add("A\0da", .member, password: nil, at: Prices.time(1)))
        #expect(ada.name == "A\u{FFFD}da")
        #expect(try await store.people.person(named: "A\0da")?.id == ada.id)
        #expect(try await store.people.all().map(\.name) == ["A\u{FFFD}da"])
    }
}
