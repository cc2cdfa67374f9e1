import Boards
import Fetching
import Foundation
import Records
import Storage
import TestSupport
import Testing
import Watching

/// A source's own hints, from the wire to the schedule.
@Suite("Manners of a feed") struct MannersTests {
    private static let yaml = """
        title: News
        view: list
        source: { url: 'https://news.example/', auth: { bearer: { secret: news } } }
        extract: { xml: { rows: //item } }
        fields: { title: { type: text, key: true } }
        """

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Refreshes a board as often as `body` requests it.
    private func withRefresh(
        _ script: @escaping ScriptedServer.Script, secret: String? = "hush",
        _ body: (ScriptedServer, Store, Board, () async throws -> Refresh.Outcome) async throws -> Void
    ) async throws {
        let server = try ScriptedServer(script)
        var board = try Board(BoardFile.declaration(of: Self.yaml), name: "news", folder: URL(fileURLWithPath: "/"))
        board.source.url = server.url("/feed.xml")
        let store = try Store(in: folder.url)
        try await store.feeds.prepare(board.name, board.schema)
        let fetcher = Fetcher(.loopback)
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await body(server, store, board) { [board] in
                    let feed = try await store.feeds.feed(of: board.name, url: board.source.url.absoluteString)
                    let schedule = Schedule(period: .seconds(60))
                    let refresh = Refresh(board: board, feed: feed, store: store, secrets: Secrets { _ in secret }, schedule: schedule) {
                        Timestamp(milliseconds: 1_000_000_000)
                    }
                    return try await refresh.run(fetcher.job(try refresh.request(), for: "test"), of: fetcher) { _ in }
                })
        } catch { result = .failure(error) }
        try await fetcher.shutdown()
        try result.get()
    }

    private static func feed(_ channel: String = "") -> [UInt8] {
        Array("<rss version='2.0'><channel>\(channel)<item><title>a</title></item></channel></rss>".utf8)
    }

    @Test("the newest validators are stored, from a 304 as from a 200, and sent next time")
    func validators() async throws {
        try await withRefresh { connection in
            switch connection.request["If-None-Match"].first {
            case nil:
                try connection.answer(
                    "200 OK", [("ETag", "W/\"1\""), ("Last-Modified", "Sat, 07 Mar 2026 09:00:00 GMT")], body: Self.feed())
            case "W/\"1\"":
                try connection.answer("304 Not Modified", [("ETag", "W/\"2\""), ("Last-Modified", "Sat, 07 Mar 2026 10:00:00 GMT")])
            default: try connection.answer("304 Not Modified", [("ETag", "W/\"2\"")])
            }
        } _: { server, _, _, refresh async throws in
            for _ in 0..<3 { _ = try await refresh() }
            #expect(server.requests.map { $0["If-None-Match"] } == [[], ["W/\"1\""], ["W/\"2\""]])
            #expect(server.requests[2]["If-Modified-Since"] == ["Sat, 07 Mar 2026 10:00:00 GMT"])
        }
    }

    @Test("max-age and ttl say when it may be asked again, and so does Retry-After after a failure")
    func pace() async throws {
        try await withRefresh { connection in
            if connection.request["If-None-Match"].isEmpty {
                return try connection.answer(
                    "200 OK", [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")], body: Self.feed("<ttl>30</ttl>"))
            }
            try connection.answer("503 Service Unavailable", [("Retry-After", "7200")])
        } _: { _, store, _, refresh async throws in
            _ = try await refresh()
            #expect(try await store.feeds.all().first?.due == Timestamp(milliseconds: 1_000_000_000) + .seconds(1800))
            let error = await #expect(throws: RefreshError.self) { _ = try await refresh() }
            let notBefore = try #require(error?.notBefore)
            #expect(notBefore > .system() + .seconds(7000))
            #expect(try await store.feeds.all().first?.due == notBefore)
        }
    }

    @Test("the secret of a board's source is sent, and one that is missing is said without asking")
    func secret() async throws {
        try await withRefresh({ try $0.answer(body: Self.feed()) }) { server, _, _, refresh async throws in
            _ = try await refresh()
            #expect(server.requests.map { $0["Authorization"] } == [["Bearer hush"]])
        }
        try await withRefresh({ try $0.answer(body: Self.feed()) }, secret: nil) { server, _, _, refresh async throws in
            let error = await #expect(throws: MissingSecret.self) { _ = try await refresh() }
            #expect(error?.description.hasPrefix("the secret 'news' is not set; give it as TIDINGS_SECRET_NEWS") == true)
            #expect(server.requests.isEmpty)
        }
    }
}
