import Boards
import Fetching
import Foundation
import Records
import Storage
import Synchronization
import TestSupport
import Testing
import Watching

/// A board of two documents, from the wire to the store.
@Suite("Refresh of joined documents") struct JoinedRefreshTests {
    private static let yaml = """
        title: Prices
        view: list
        source: { url: 'https://prices.example/prices.csv' }
        extract: { delimited: {} }
        joins:
          stations: { url: 'https://prices.example/stations.csv', extract: { delimited: {} }, on: id, fields: [name] }
        fields:
          id: { type: text, key: true }
          price: { type: number }
          name: { type: text }
          updated: { type: text, quiet: true, optional: true }
        """

    /// What is published now, each with its version as its entity tag.
    private final class Publisher: Sendable {
        let documents = Mutex(["/prices.csv": "id,price,updated\n1,1.5,mon\n", "/stations.csv": "id,name\n1,Gigi\n"])

        func publish(_ text: String, at path: String) { documents.withLock { $0[path] = text } }

        func answer(_ connection: Connection) throws {
            let text = documents.withLock { $0[connection.request.target] }
            guard let text else { return try connection.answer("404 Not Found") }
            let tag = "\"\(text.utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) })\""
            let isKnown = connection.request["If-None-Match"].first == tag
            try connection.answer(isKnown ? "304 Not Modified" : "200 OK", [("ETag", tag)], body: isKnown ? [] : Array(text.utf8))
        }
    }

    private func withRefresh(
        of yaml: String = Self.yaml, joining stations: String = "/stations.csv",
        _ body: (Publisher, ScriptedServer, Store, Board, _ refresh: () async throws -> Difference) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let publisher = Publisher()
        let server = try ScriptedServer { try publisher.answer($0) }
        var board = try Board(BoardFile.declaration(of: yaml), name: "prices", folder: URL(fileURLWithPath: "/"))
        board.source.url = server.url("/prices.csv")
        board.joins[0].url = server.url(stations)
        let store = try Store(in: folder.url)
        try await store.feeds.prepare(board.name, board.schema)
        var configuration = Fetcher.Configuration.loopback
        configuration.cache = try ResponseCache(folder.url.appendingPathComponent("cache"))
        // One at a time: the joined document's turn comes while the board's own has the line.
        configuration.limits.total = 1
        let fetcher = Fetcher(configuration)
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await body(publisher, server, store, board) { [board] in
                    let feed = try await store.feeds.feed(of: board.name, url: board.source.url.absoluteString)
                    let refresh = Refresh(board: board, feed: feed, store: store)
                    let outcome = try await refresh.run(fetcher.job(try refresh.request(), for: "test"), of: fetcher) { _ in }
                    guard case .stored(let difference, _, _) = outcome else { return Difference() }
                    return difference
                })
        } catch { result = .failure(error) }
        try await fetcher.shutdown()
        try result.get()
    }

    @Test("a change of the joined document is a change, though the board's own has not changed; what has not is not sent again")
    func joinedChange() async throws {
        try await withRefresh { publisher, server, store, board, refresh in
            _ = try await refresh()
            publisher.publish("id,name\n1,Luigi\n", at: "/stations.csv")
            #expect(try await refresh().changes.map { $0.after?.values[2]?.text } == ["Luigi"])
            #expect(try await refresh().changeCount == 0)
            let asked = server.requests.filter { !$0["If-None-Match"].isEmpty }.map(\.target)
            #expect(asked.sorted() == ["/prices.csv", "/prices.csv", "/stations.csv", "/stations.csv"])
        }
    }

    @Test("the relative address of a picture in a joined document is relative to that document")
    func joinedPicture() async throws {
        let yaml = Self.yaml.replacing("fields: [name]", with: "fields: [name, logo]")
            .replacing("  updated:", with: "  logo: { type: image }\n  updated:")
        try await withRefresh(of: yaml, joining: "/shops/stations.csv") { publisher, server, store, board, refresh in
            publisher.publish("id,name,logo\n1,Gigi,logos/1.png\n", at: "/shops/stations.csv")
            _ = try await refresh()
            let feed = try await store.feeds.feed(of: board.name, url: board.source.url.absoluteString)
            let logos = try await store.feeds.records(of: feed, board.schema).map { $0.record.values[3]?.text }
            #expect(logos == [server.url("/shops/logos/1.png").absoluteString])
        }
    }

    @Test("without its joined document, or with an empty one, nothing stored changes, and the reason names it")
    func joinedFailure() async throws {
        try await withRefresh { publisher, server, store, board, refresh in
            _ = try await refresh()
            for text in ["id,name\n", "<!DOCTYPE html><title>Maintenance</title>", "id,name\n2,Est\n"] {
                publisher.publish(text, at: "/stations.csv")
                await #expect(throws: RefreshError.self) { try await refresh() }
                let feed = try await store.feeds.feed(of: board.name, url: board.source.url.absoluteString)
                #expect(feed.failure?.message.contains("stations") == true, "\(feed.failure ?? "")")
                #expect(try await store.feeds.records(of: feed, board.schema).map { $0.record.values[2]?.text } == ["Gigi"])
            }
        }
    }

    @Test("a quiet field is stored as it comes, and nobody is told")
    func quiet() async throws {
        try await withRefresh { publisher, server, store, board, refresh in
            _ = try await refresh()
            publisher.publish("id,price,updated\n1,1.5,tue\n", at: "/prices.csv")
            #expect(try await refresh().changeCount == 0)
            let feed = try await store.feeds.feed(of: board.name, url: board.source.url.absoluteString)
            #expect(try await store.feeds.records(of: feed, board.schema).map { $0.record.values[3]?.text } == ["tue"])
            #expect(try await store.feeds.changes(of: feed, board.schema).isEmpty)
        }
    }
}
