import Boards
import DemoPublishing
import Extraction
import Fetching
import Foundation
import Records
import Storage
import TestSupport
import Testing
import Watching

/// The whole way from a file to the store: real PDFs, a real database.
@Suite("Refresh") struct RefreshTests {
    private let folder: TemporaryFolder
    private let file: URL
    private let store: Store
    private let board: Board
    private let list = VisaList(rows: 600, seed: 5)

    init() throws {
        folder = try TemporaryFolder()
        file = folder.url.appendingPathComponent("list.pdf")
        store = try Store(in: folder.url)
        var board = try #require(BoardLibrary(data: nil)["visa"])
        board.source.url = file
        self.board = board
    }

    private func publish(_ list: VisaList, _ pdf: VisaListPDF = VisaListPDF(pages: 15)) throws { try publish(pdf.bytes(of: list)) }

    private func publish(_ bytes: [UInt8]) throws { try Data(bytes).write(to: file) }

    @discardableResult
    private func refresh() async throws -> Difference {
        try await store.feeds.prepare(board.name, board.schema)
        let feed = try await store.feeds.feed(of: board.name, url: file.absoluteString)
        let refresh = Refresh(board: board, feed: feed, store: store)
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
        guard case .stored(let difference, _, _) = try result.get() else { throw CancellationError() }
        return difference
    }

    private func feed() async throws -> Feed { try await store.feeds.feed(of: board.name, url: file.absoluteString) }

    @Test("the first fetch stores every row and no change")
    func baseline() async throws {
        try publish(list)
        #expect(try await refresh().changeCount == 0)
        let records = try await store.feeds.records(of: feed(), board.schema)
        #expect(records.map { $0.record.values[0]?.text } == list.rows.map(\.batch))
        #expect(try await store.feeds.changes(of: feed(), board.schema).isEmpty)
    }

    @Test("the same rows in another order, or saved by another producer, are no change")
    func sameFacts() async throws {
        try publish(list)
        try await refresh()
        try publish(list.shuffled(seed: 3))
        #expect(try await refresh().changeCount == 0)
        for strings in VisaListPDF.Strings.allCases {
            try publish(list, VisaListPDF(pages: 7, strings: strings, lineEnd: .crlf, created: "D:20270101000000Z"))
            #expect(try await refresh().changeCount == 0, "\(strings)")
        }
        #expect(try await store.feeds.changes(of: feed(), board.schema).isEmpty)
        #expect(try await store.feeds.records(of: feed(), board.schema).map { $0.record.values[0]?.text } == list.rows.map(\.batch))
    }

    @Test("three altered rows are exactly three changes, each with before and after")
    func threeAltered() async throws {
        try publish(list)
        try await refresh()
        var next = list
        for index in [3, 300, 599] { next.rows[index].status = "Withdrawn for the test" }
        try publish(next)
        try await refresh()
        let changes = try await store.feeds.changes(of: feed(), board.schema)
        #expect(changes.count == 3)
        #expect(changes.allSatisfy { $0.change.kind == .altered && $0.change.alteredFields == [1] })
        #expect(Set(changes.map(\.key)) == Set([3, 300, 599].map { list.rows[$0].batch }))
        #expect(changes.compactMap { $0.change.before?.values[1]?.text }.sorted() == [3, 300, 599].map { list.rows[$0].status }.sorted())
    }

    @Test("rows that come and go are changes of that kind")
    func comeAndGo() async throws {
        try publish(list)
        try await refresh()
        var next = list
        next.rows.remove(at: 10)
        next.rows.append(VisaRow(batch: "28999999999", status: "Issued", date: "01-Jan-26"))
        try publish(next)
        try await refresh()
        let kinds = try await store.feeds.changes(of: feed(), board.schema).map(\.change.kind)
        // A number with two rows may lose one; either way one is gone and one has appeared.
        #expect(kinds.sorted { $0.rawValue < $1.rawValue } == [.appeared, .gone])
    }

    @Test(
        "what cannot be read leaves everything stored as it was, with the reason noted",
        arguments: ["html", "truncated", "empty list", "missing"])
    func failures(kind: String) async throws {
        try publish(list)
        try await refresh()
        let before = try await store.feeds.records(of: feed(), board.schema)
        switch kind {
        case "html": try publish(Array("<html>Sorry</html>".utf8))
        case "truncated": try publish(Array(VisaListPDF(pages: 15).bytes(of: list).dropLast(2_000)))
        case "missing": try FileManager.default.removeItem(at: file)
        default:
            var none = list
            none.rows = [VisaRow(batch: "0", status: "none", date: "-")]
            try publish(none)
        }
        await #expect(throws: RefreshError.self) { try await refresh() }
        let feed = try await feed()
        #expect(try await store.feeds.records(of: feed, board.schema) == before)
        #expect(try await store.feeds.changes(of: feed, board.schema).isEmpty)
        #expect(feed.failures == 1)
        #expect(feed.failure?.message.contains("list.pdf") == true)
        #expect(feed.lastSuccess != nil)
    }
}
