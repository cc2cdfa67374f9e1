import Boards
import Fetching
import Foundation
import Records
import Storage
import TestSupport
import Testing
import Watching

@Suite("The first reading after a redesign") struct RedesignedPageTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let board: Board

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(in: folder.url)
        let declaration = try BoardFile.declaration(
            of: """
                title: Lamps
                source: { url: 'https://lamps.example/list.json' }
                extract: { json: { rows: '$[*]' } }
                fields: { name: { type: text, key: true }, price: { type: number }, link: { type: url } }
                """)
        var board = try Board(declaration, name: "lamps", folder: folder.url)
        board.source.url = folder.url.appendingPathComponent("list.json")
        self.board = board
    }

    private func publish(_ folder: String, price: Int = 40) throws {
        let rows = (0..<6).map { number in
            #"{"name":"Lamp \#(number)","price":\#(number == 2 ? price : 40),"link":"https://lamps.example/\#(folder)/\#(number)"}"#
        }
        try Data("[\(rows.joined(separator: ","))]".utf8).write(to: board.source.url)
    }

    private func feed() async throws -> Feed { try await store.feeds.feed(of: board.name, url: board.source.url.absoluteString) }

    private func refresh() async throws {
        let refresh = Refresh(board: board, feed: try await feed(), store: store)
        var configuration = Fetcher.Configuration()
        configuration.readsFiles = true
        let fetcher = Fetcher(configuration)
        let result: Refresh.Ending
        let job = fetcher.job(try refresh.request(), for: "test")
        do throws(RefreshError) {
            result = .success(try await refresh.run(job, of: fetcher) { _ in })
        } catch {
            result = .failure(error)
        }
        try await fetcher.shutdown()
        _ = try result.get()
    }

    private func altered() async throws -> [[Int]] {
        try await store.feeds.changes(of: feed(), board.schema).map(\.change.alteredFields)
    }

    @Test("tells of the price that has changed and not of every row's new address")
    func addresses() async throws {
        try await store.feeds.prepare(board.name, board.schema)
        try publish("old")
        try await refresh()
        try Data("7".utf8).write(to: board.source.url)
        await #expect(throws: RefreshError.self) { try await refresh() }
        #expect(try await feed().failure?.mayBeRepaired == true)
        try publish("new", price: 35)
        try await refresh()
        #expect(try await altered() == [[1]])
        let links = try await store.feeds.records(of: feed(), board.schema).map { $0.record.values[2]?.text }
        #expect(links == (0..<6).map { "https://lamps.example/new/\($0)" })
        // Later, new addresses are news.
        try publish("newest", price: 35)
        try await refresh()
        #expect(try await altered().filter { $0 == [2] }.count == 6)
    }
}
