import Foundation
import Records
import Storage
import StorageSupport
import Synchronization
import Testing

@Suite("Bindings of feeds") struct BindingTests {
    private static let binding = ["product": "2", "suburb": "Mount “Lawley”"]
    private let day: Int64 = 86_400

    @Test("a feed keeps what its address was made of, through export and import too; names that are new are taken over")
    func kept() async throws {
        let (here, there) = (try await Prices(), try await Prices())
        let url = "https://prices.example/?p=2"
        let feed = try await here.store.feeds.feed(of: "prices", url: url, binding: Self.binding)
        #expect(feed.binding == Self.binding)
        #expect(feed.lastAsked == nil)
        try await here.store.feeds.noteAsked(feed, at: Prices.time(9), due: Prices.time(10))
        try await here.store.feeds.noteAsked(feed, at: Prices.time(8), due: Prices.time(99))

        let lines = Mutex<[String]>([])
        try await here.store.export { line in lines.withLock { $0.append(line) } }
        let rest = Mutex(lines.withLock { $0 }[...])
        _ = try await there.store.importLines { rest.withLock { $0.popFirst() } }
        for store in [here.store, there.store] {
            let known = try #require(try await store.feeds.knownFeed(of: "prices", url: url))
            #expect(known.binding == Self.binding)
            #expect(known.lastAsked == Prices.time(9))
            #expect(known.due == Prices.time(10))
        }
        // A request by the address alone changes nothing; a board whose parameters have other names now does.
        #expect(try await here.store.feeds.feed(of: "prices", url: url).binding == Self.binding)
        #expect(try await here.store.feeds.feed(of: "prices", url: url, binding: ["fuel": "2"]).id == feed.id)
        #expect(try await here.store.feeds.feed(feed.id)?.binding == ["fuel": "2"])
    }

    @Test("a feed that somebody asked for within ninety days is kept, and goes after that")
    func pruned() async throws {
        let prices = try await Prices()
        let asked = try await prices.store.feeds.feed(of: "prices", url: "https://prices.example/?p=2", binding: Self.binding)
        try await prices.store.feeds.noteAsked(asked, at: Prices.time(50 * day), due: nil)
        _ = try await prices.store.prune(Retention(), at: Prices.time(100 * day))
        #expect(try await prices.store.feeds.feed(asked.id) != nil)
        #expect(try await prices.store.feeds.feed(prices.feed.id) == nil)
        _ = try await prices.store.prune(Retention(), at: Prices.time(141 * day))
        #expect(try await prices.store.feeds.feed(asked.id) == nil)
    }

    @Test("a board has so many feeds and no more; those that are there are found all the same")
    func limit() async throws {
        let store = try await Prices().store
        for number in 1...3 { _ = try await store.feeds.feed(of: "prices", url: "https://x.example/\(number)", limit: 4) }
        await #expect(throws: StorageError.self) { try await store.feeds.feed(of: "prices", url: "https://x.example/4", limit: 4) }
        #expect(try await store.feeds.feed(of: "prices", url: "https://x.example/3", limit: 4).url == "https://x.example/3")
    }
}
