import Boards
import Fetching
import Foundation
import Localisation
import Notifying
import Records
import Storage
import TestSupport
import Watching

/// A board of prices with a feed, and a person who watches it over a webhook: the source and the drain of an outbox.
struct Outbox: Sendable {
    let folder: TemporaryFolder
    let store: Store
    private(set) var board: Board
    let feed: Feed
    let ada: Person

    init(board name: String = "prices") async throws {
        folder = try TemporaryFolder()
        store = try Store(in: folder.url)
        board = try Self.board(name)
        try await store.feeds.prepare(board.name, board.schema)
        feed = try await store.feeds.feed(of: board.name, url: board.source.url.absoluteString)
        ada = try await store.people.person(named: "Ada", at: Self.time(0))
        try await publish([("Shell", 150), ("BP", 149)], at: 0)
    }

    private static func board(_ name: String, ignoresPrices: Bool = false) throws -> Board {
        let declaration = try BoardFile.declaration(
            of: """
                title: Fuel prices
                about: Prices.
                view: list
                source: { url: 'https://prices.example/list.json' }
                extract: { json: { rows: '$[*]', fields: { station: '$.station', price: '$.price', open: '$.open' } } }
                fields:
                  station: { type: text, key: true, label: Station }
                  price: { type: number, label: Price, unit: ct/l, quiet: \(ignoresPrices) }
                  open: { type: flag, label: Open }
                """)
        return try Board(declaration, name: name, folder: URL(fileURLWithPath: "/"))
    }

    /// The same after changes of the prices are ignored.
    func ignoringPrices() throws -> Self {
        var outbox = self
        outbox.board = try Self.board(board.name, ignoresPrices: true)
        return outbox
    }

    static func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: 1_700_000_000_000 + seconds * 1000) }

    var writer: NoticeWriter { NoticeWriter(boards: [board], publicURL: URL(string: "https://tidings.example/base")) }

    /// Stores these prices in the place of the former, the whole way that a fetch takes from its comparison on.
    func publish(
        _ prices: [(station: String, price: Double)], isOpen: Bool = true, at seconds: Int64, _ teller: Teller = Teller(Due(gather: .zero))
    ) async throws {
        let records = prices.map { Record([.text($0.station), .number($0.price), .flag(isOpen)]) }
        let (now, schema) = (Self.time(seconds), board.schema)
        _ = try await store.feeds.apply(
            records.count, to: feed, schema, FetchReport(began: now, ended: now, bytes: 1),
            telling: teller.telling(of: feed, schema, at: now)
        ) { try Comparison.difference(from: $0, to: records, schema) }
    }

    func addWebhook(_ server: ScriptedServer, named name: String = "hook") async throws -> Channel {
        let endpoint = try Webhook.Endpoint(url: server.url("/\(name)").absoluteString)
        let address = String(decoding: try JSONEncoder().encode(endpoint), as: UTF8.self)
        return try await store.following.addChannel(of: ada, named: name, kind: "webhook", address: address, at: Self.time(0))
    }

    @discardableResult
    func watch(_ condition: Condition = .everything, _ channels: [String] = ["webhook"], digest: Watch.Digest = .atOnce) async throws
        -> Watch
    {
        try await store.following.addWatch(
            of: ada, on: feed, Watch.Settings(condition, channels: channels, digest: digest), at: Self.time(0))
    }

    /// Runs a sender beside the body, and then ends it, or waits until it ends.
    func withSender(
        in words: Words = .english, now: @escaping Now = { time(100) }, lingering linger: Duration = .seconds(600),
        untilItEnds: Bool = false, _ body: (Sender) async throws -> Void
    ) async throws {
        let fetcher = Fetcher(.loopback)
        let sender = Sender(
            store: store, in: folder.url, notifiers: Notifiers([Webhook(fetcher: fetcher)]), writer: writer,
            linger: linger, words: { _ in words }, now: now)
        let service = Task { try await sender.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await body(sender)) } catch { result = .failure(error) }
        if !untilItEnds { service.cancel() }
        try await service.value
        try await fetcher.shutdown()
        try result.get()
    }
}
