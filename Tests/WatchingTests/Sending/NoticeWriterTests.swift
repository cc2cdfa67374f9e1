import Foundation
import Localisation
import Notifying
import Records
import Storage
import Testing
import Watching

@Suite("What a notice says") struct NoticeWriterTests {
    /// The notice that a sender would make of the person's only one.
    private func notice(_ outbox: Outbox) async throws -> Notice? {
        let stored = try #require(try await outbox.store.following.notices(of: outbox.ada).first)
        guard case .changes(let count) = stored.subject else { return nil }
        let told = try await outbox.store.following.changes(of: stored, limit: NoticeWriter.namedChanges) { outbox.writer.schema(of: $0) }
        return outbox.writer.notice(stored, of: told, count: count, .english)
    }

    @Test("one change is the title, with its record's name; what does not fit there stands below")
    func one() async throws {
        let outbox = try await Outbox()
        try await outbox.watch()
        try await outbox.publish([("Shell", 152), ("BP", 149)], at: 1)
        var notice = try await notice(outbox)
        #expect(notice?.title == "Shell: Price 150 → 152\u{A0}ct/l (+2, +1.3%)")
        #expect(notice?.lines == ["Fuel prices"])
        #expect(notice?.topic == "prices/Shell")
        #expect(notice?.board == "prices")
        #expect(notice?.time == Outbox.time(1))
        try await outbox.publish([("Shell", 152), ("BP", 149), ("Ampol", 151)], at: 2)
        notice = try await self.notice(outbox)
        #expect(notice?.title == "Ampol is new")
        #expect(notice?.lines == ["Price 151\u{A0}ct/l", "Open Yes", "Fuel prices"])
        try await outbox.publish([("Shell", 152), ("BP", 149)], at: 3)
        notice = try await self.notice(outbox)
        #expect(notice?.title == "Ampol is gone")
    }

    @Test("what was told stays when its field becomes quiet; from then on the field isn't part of a change")
    func quiet() async throws {
        let outbox = try await Outbox()
        try await outbox.watch()
        try await outbox.publish([("Shell", 152), ("BP", 149)], at: 1)
        let told = try await notice(outbox)
        let quiet = try outbox.ignoringPrices()
        #expect(try await notice(quiet) == told)
        try await quiet.publish([("Shell", 160), ("BP", 149)], at: 2)
        #expect(try await notice(quiet) == told)
        try await quiet.publish([("Shell", 170), ("BP", 149)], isOpen: false, at: 3)
        let lines = try await notice(quiet)?.lines
        #expect(lines == ["Shell: Open Yes → No", "BP: Open Yes → No"])
    }

    @Test("of several changes each has a line, of very many the first")
    func several() async throws {
        let outbox = try await Outbox()
        try await outbox.watch()
        try await outbox.publish([("Shell", 151), ("BP", 150)], at: 1)
        var notice = try await notice(outbox)
        #expect(notice?.title == "2 changes: Fuel prices")
        #expect(notice?.topic == nil)
        #expect(notice?.lines == ["Shell: Price 150 → 151\u{A0}ct/l (+1, +0.7%)", "BP: Price 149 → 150\u{A0}ct/l (+1, +0.7%)"])
        try await outbox.publish((0..<100).map { ("S\($0)", 100) } + [("Shell", 151), ("BP", 150)], at: 2)
        notice = try await self.notice(outbox)
        #expect(notice?.title == "100 changes: Fuel prices")
        #expect(notice?.lines.count == NoticeWriter.namedChanges + 1)
        #expect(notice?.lines.last == "and 70 more")
    }

    @Test("a feed's trouble is told by its board's title")
    func health() async throws {
        let outbox = try await Outbox()
        try await outbox.watch()
        try await outbox.publish([("Shell", 151), ("BP", 150)], at: 1)
        let stored = try #require(try await outbox.store.following.notices(of: outbox.ada).first)
        let raised = FeedHealth.News.raised(.failing(reason: "500"), since: Outbox.time(0))
        let notice = outbox.writer.notice(stored, of: raised, board: "prices", .english)
        #expect(notice.title == "Problem with Fuel prices")
        #expect(notice.lines == [raised.sentence])
        #expect(notice.topic == "prices/health")
        let cleared = outbox.writer.notice(stored, of: .cleared(.empty, since: Outbox.time(0)), board: "prices", .english)
        #expect(cleared.title == "Fuel prices works again")
    }

    @Test("what may be elsewhere on its page leads people who may change the board to its repair")
    func repair() async throws {
        let outbox = try await Outbox()
        try await outbox.watch()
        try await outbox.publish([("Shell", 151), ("BP", 150)], at: 1)
        let stored = try #require(try await outbox.store.following.notices(of: outbox.ada).first)
        func link(_ news: FeedHealth.News, mayRepair: Bool = true) -> String {
            outbox.writer.notice(stored, of: news, board: "prices", mayRepair: mayRepair, .english).link?.absoluteString ?? ""
        }
        func raised(_ trouble: FeedHealth.Trouble) -> FeedHealth.News { .raised(trouble, since: Outbox.time(0)) }
        let unreadable = SourceFailure(.noRows, message: "no row was found")
        for trouble in [
            FeedHealth.Trouble.lost(field: "price"), .failing(reason: unreadable), .unreadable(field: "price", reason: ""), .empty,
        ] {
            #expect(link(raised(trouble)) == "https://tidings.example/base/new-board/own?name=prices")
            #expect(link(raised(trouble), mayRepair: false) == "https://tidings.example/base/notices/\(stored.id)")
        }
        for news in [raised(.quiet), raised(.failing(reason: "500")), .cleared(.lost(field: "price"), since: Outbox.time(0))] {
            #expect(link(news) == "https://tidings.example/base/notices/\(stored.id)")
        }
        let lines = outbox.writer.notice(stored, of: raised(.empty), board: "prices", mayRepair: true, .english).lines
        try #require(lines.count == 2)
        #expect(lines[1].hasPrefix("Open the link"))
    }
}
