import Boards
import DemoPublishing
import Fetching
import Foundation
import Records
import Storage
import TestSupport
import Testing

@testable import Watching

/// The story: a machine's clock jumps ten years ahead and back, and the server must continue as if it hadn't.
@Suite("A clock that is set") struct SetClockTests {
    private let clock = SetClock(.system())
    private let decade = Duration.days(3653)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func withWatcher(
        of store: Store, _ server: ScriptedServer, _ body: (Watcher, Board) async throws -> Void
    ) async throws {
        var board = try #require(BoardLibrary(data: nil)["visa"])
        board.source.url = server.url("/list.pdf")
        try await store.feeds.prepare(board.name, board.schema)
        let fetcher = Fetcher(.loopback)
        let watcher = Watcher(boards: [board], store: store, fetcher: fetcher, now: { clock.wall }, instant: { clock.instant })
        let service = Task { try await watcher.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await body(watcher, board)) } catch { result = .failure(error) }
        server.end()
        service.cancel()
        try await service.value
        try await fetcher.shutdown()
        try result.get()
    }

    private func isRead(_ watcher: Watcher, _ board: Board) async throws -> Bool {
        let isIdle = await watcher.running.isEmpty
        let feed = try await watcher.feed(of: board)
        return isIdle && feed.lastSuccess != nil
    }

    private func source() throws -> ScriptedServer {
        let document = VisaListPDF(pages: 1).bytes(of: VisaList(rows: 20, seed: 2))
        return try ScriptedServer { try $0.answer("200 OK", [], body: document) }
    }

    @Test("after a jump ahead and back a feed is due within its interval, and a refresh by hand starts")
    func restart() async throws {
        let store = try Store(in: folder.url)
        clock.set(by: decade)
        try await withWatcher(of: store, try source()) { watcher, board in
            try await eventually("the feed was read by the wrong clock") { try await watcher.feed(of: board).lastSuccess != nil }
        }
        clock.set(by: .zero - decade)
        try await withWatcher(of: store, try source()) { watcher, board in
            try await eventually("its times are of this decade") {
                let feed = try await watcher.feed(of: board)
                return [feed.lastSuccess, feed.lastAttempt].allSatisfy { ($0 ?? clock.wall) <= clock.wall }
                    && (feed.due ?? clock.wall) <= clock.wall + .seconds(4000)
            }
            clock.pass(.seconds(60))
            #expect(try await watcher.refresh(board, for: "test") == .init(started: 1))
            let again = try await watcher.refresh(board, for: "test")
            #expect(again.running + again.fresh == 1)
            #expect(again.started == 0)
            try await eventually("it is over") { await watcher.running.isEmpty }
            #expect(try await watcher.refresh(board, for: "test") == .init(fresh: 1))
        }
    }

    @Test("a refresh by hand starts although the last reading is stamped with a time to come")
    func manual() async throws {
        let store = try Store(in: folder.url)
        try await withWatcher(of: store, try source()) { watcher, board in
            try await eventually("the feed is read") { try await isRead(watcher, board) }
            clock.set(by: .zero - decade)
            #expect(try await watcher.refresh(board, for: "test") == .init(started: 1))
        }
    }

    @Test("a step is noticed at the next round, told, and the schedule is not stuck")
    func running() async throws {
        let store = try Store(in: folder.url)
        try await withWatcher(of: store, try source()) { watcher, board in
            try await eventually("the feed is read") { try await isRead(watcher, board) }
            #expect(await watcher.clockNews() == nil)
            let due = try #require(try await watcher.feed(of: board).due)
            clock.set(by: decade)
            try await watcher.lookAtClock()
            #expect(await watcher.clockNews()?.hasPrefix("was set ahead by 3653 days at ") == true)
            #expect(await watcher.clockIsTrusted() == false)
            #expect(try await watcher.feed(of: board).due == due + decade)
            clock.set(by: .zero - decade)
            try await watcher.lookAtClock()
            #expect(try await watcher.feed(of: board).due == due)
            #expect(await watcher.scheduleProblem(of: try await store.feeds.all()) == nil)
            #expect(await watcher.clockNews()?.hasPrefix("was set back by 3653 days at ") == true)
            clock.pass(.days(2))
            #expect(await watcher.clockNews() == nil)
            #expect(await watcher.clockIsTrusted())
        }
    }

    @Test("a feed that is due in ten years is a stuck schedule")
    func stuck() async throws {
        let store = try Store(in: folder.url)
        try await withWatcher(of: store, try source()) { watcher, board in
            try await eventually("the feed is read") { try await isRead(watcher, board) }
            let feed = try await watcher.feed(of: board)
            try await store.feeds.setDue(clock.wall + decade, for: feed)
            #expect(await watcher.scheduleProblem(of: try await store.feeds.all())?.hasPrefix("is stuck") == true)
            try await store.feeds.setDue(clock.wall + .seconds(-4000), for: feed)
            #expect(await watcher.scheduleProblem(of: try await store.feeds.all())?.hasPrefix("is stuck") == true)
        }
    }

    @Test("what lasted for a while has lasted as long after a jump: no source goes quiet by that")
    func health() throws {
        var (health, time) = (FeedHealth(), clock.wall)
        for _ in 0..<8 {
            time = time + .days(1)
            #expect(health.record(.fetched(recordCount: 1, filled: [:], hasChanged: true), at: time).isEmpty)
        }
        let stored = try #require(FeedHealth.kept(health.json, movedBy: decade, at: time + decade))
        var moved = try JSONDecoder().decode(FeedHealth.self, from: Data(stored.utf8))
        #expect(moved.record(.unmodified, at: time + decade + .seconds(60)).isEmpty)
        // Without that it would be.
        #expect(!health.record(.unmodified, at: time + decade).isEmpty)
    }

    @Test("failures that seem to be still to come count from now")
    func failing() throws {
        var health = FeedHealth()
        for _ in 0..<2 { _ = health.record(.failed(reason: "503"), at: clock.wall + decade) }
        #expect(health.record(.failed(reason: "503"), at: clock.wall).isEmpty)
        #expect(health.record(.failed(reason: "503"), at: clock.wall + .seconds(1000)).count == 1)
    }

    @Test("nothing old is removed by a clock that is not trusted")
    func removals() async throws {
        let store = try Store(in: folder.url)
        for isTrusted in [true, false] {
            let upkeep = Upkeep(store: store, retention: Retention(), isTrusted: { isTrusted })
            #expect(try await upkeep.removal { 7 } == (isTrusted ? 7 : 0))
        }
    }

    @Test("new feeds are made again although thirty were made by a clock that was ahead")
    func newFeeds() throws {
        let board = try #require(BoardLibrary(data: nil)["visa"])
        var new = NewFeeds()
        for _ in 0..<30 { try new.admit([:], of: board, for: .person, known: [], at: clock.wall + decade) }
        try new.admit([:], of: board, for: .person, known: [], at: clock.wall)
    }
}
