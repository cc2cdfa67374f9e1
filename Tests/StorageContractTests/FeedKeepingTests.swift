import Foundation
import Records
import Storage
import StorageSupport
import Testing

@Suite("What is kept of a feed") struct FeedKeepingTests {
    @Test("feeds that are due, when the next one is, and a due time that somebody else has moved")
    func due() async throws {
        let prices = try await Prices()
        let other = try await prices.store.feeds.feed(of: "prices", url: "https://other.example/")
        #expect(try await prices.store.feeds.dueFeeds(at: Prices.time(9)).next == nil)
        try await prices.store.feeds.setDue(Prices.time(5), for: prices.feed)
        try await prices.store.feeds.setDue(Prices.time(20), for: other)
        let due = try await prices.store.feeds.dueFeeds(at: Prices.time(9))
        #expect(due.feeds.map(\.id) == [prices.feed.id])
        #expect(due.next == Prices.time(20))
        try await prices.store.feeds.setDue(Prices.time(7), for: prices.feed, insteadOf: Prices.time(6))
        #expect(try await prices.store.feeds.feed(prices.feed.id)?.due == Prices.time(5))
        try await prices.store.feeds.setDue(Prices.time(7), for: prices.feed, insteadOf: Prices.time(5))
        #expect(try await prices.store.feeds.feed(prices.feed.id)?.due == Prices.time(7))
        try await prices.store.feeds.setDue(Prices.time(8), for: prices.feed, insteadOf: nil)
        #expect(try await prices.store.feeds.feed(prices.feed.id)?.due == Prices.time(7))
        try await prices.store.feeds.setDue(nil, for: prices.feed, insteadOf: Prices.time(7))
        try await prices.store.feeds.setDue(Prices.time(8), for: prices.feed, insteadOf: nil)
        #expect(try await prices.store.feeds.feed(prices.feed.id)?.due == Prices.time(8))
    }

    @Test("a feed whose document is to be read again is due, and the version of the last one is forgotten")
    func unread() async throws {
        let prices = try await Prices()
        let time = Prices.time(2)
        try await prices.store.feeds.noteUnmodified(
            prices.feed, FetchReport(began: time, ended: time, bytes: 1, etag: "\"a\"", lastModified: "Sat, 07 Mar 2026 09:30:00 GMT"))
        #expect(try await prices.store.feeds.feed(prices.feed.id)?.etag == "\"a\"")
        try await prices.store.feeds.setUnread(prices.feed, due: Prices.time(3))
        let feed = try #require(try await prices.store.feeds.feed(prices.feed.id))
        #expect(feed.etag == nil)
        #expect(feed.lastModified == nil)
        #expect(feed.due == Prices.time(3))
        #expect(feed.lastSuccess == time)
    }

    @Test("notes of a reading take the place of the former; what is too long isn't kept, nor that of a feed that is gone")
    func notes() async throws {
        let prices = try await Prices()
        #expect(try await prices.store.feeds.notes(of: prices.feed) == nil)
        for text in [#"{"a":1}"#, #"{"b":2}"#, "\"\(String(repeating: "x", count: 70_000))\""] {
            try await prices.store.feeds.keepNotes(text, of: prices.feed, at: Prices.time(2))
        }
        #expect(try await prices.store.feeds.notes(of: prices.feed) == #"{"b":2}"#)
    }

    @Test("pictures of the last versions are kept, with the last check without news and the last that failed; they go with their fetches")
    func pictures() async throws {
        let prices = try await Prices()
        let feeds = prices.store.feeds
        func report(_ second: Int64, _ picture: [UInt8]) -> FetchReport {
            var report = FetchReport(began: Prices.time(second), ended: Prices.time(second), bytes: 1)
            report.picture = picture
            return report
        }
        let versions = FeedStore.picturesKept + 3
        for number in 1...versions {
            _ = try await feeds.apply(1, to: prices.feed, Prices.schema, report(Int64(number) * 10, [1, UInt8(number)])) { next in
                var difference = Difference()
                let record = Record([.text("a"), .number(Double(number) + 100)])
                if let stored = try next() { difference.altered.append((stored, record, 0)) }
                while let gone = try next() { difference.gone.append(gone) }
                return difference
            }
        }
        for second: Int64 in [500, 600] {
            try await feeds.noteUnmodified(prices.feed, report(second, [2, UInt8(second / 100)]))
            try await feeds.noteFailure("out of reach", of: prices.feed, report(second + 1, [3, UInt8(second / 100)]))
        }
        let kept = try await feeds.pictures(of: prices.feed)
        #expect(kept.count == FeedStore.picturesKept + 2)
        #expect(kept.values.allSatisfy { $0 == 2 })
        var pictures: [[UInt8]] = []
        for fetch in kept.keys.sorted() { pictures.append(try #require(try await feeds.picture(of: prices.feed, at: fetch))) }
        #expect(pictures.first == [1, 4])
        #expect(pictures.suffix(2) == [[2, 6], [3, 6]])
        let newest = try #require(kept.keys.max())
        let other = try await feeds.feed(of: "prices", url: "https://other.example/")
        #expect(try await feeds.picture(of: other, at: newest) == nil)
        // Too large.
        try await feeds.noteUnmodified(prices.feed, report(700, Array(repeating: 0, count: FeedStore.pictureLimit + 1)))
        #expect(try await feeds.pictures(of: prices.feed) == kept)
        _ = try await prices.store.pruneHistory(of: prices.feed.id, keeping: 1)
        #expect(try await feeds.pictures(of: prices.feed).isEmpty)
    }

    @Test("changes come in pages from either end, are counted since a time, and the last one is known")
    func changes() async throws {
        let prices = try await Prices()
        #expect(try await prices.store.feeds.lastChangeID(of: [prices.feed]) == 0)
        for number in 1...6 { try await prices.apply([Double(number + 1), 1], at: Int64(number * 10)) }
        let first = try await prices.store.feeds.changePage(of: [prices.feed], Prices.schema, ChangeQuery(limit: 4))
        #expect(first.changes.map(\.seen) == [60, 50, 40, 30].map(Prices.time))
        #expect(first.isCut)
        var query = ChangeQuery(limit: 9)
        query.before = first.changes.last?.id
        let second = try await prices.store.feeds.changePage(of: [prices.feed], Prices.schema, query)
        #expect(second.changes.map(\.seen) == [20, 10].map(Prices.time))
        #expect(!second.isCut)
        query = ChangeQuery(limit: 9)
        (query.since, query.kinds) = (Prices.time(40), [.altered, .gone])
        #expect(try await prices.store.feeds.changes(of: prices.feed, Prices.schema, query).map(\.seen) == [60, 50, 40].map(Prices.time))
        query.kinds = [.appeared, .gone]
        #expect(try await prices.store.feeds.changes(of: prices.feed, Prices.schema, query).isEmpty)
        (query.since, query.kinds) = (Prices.time(0), [.altered])
        #expect(try await prices.store.feeds.changes(of: prices.feed, Prices.schema, query).count == 6)
        // A clock that was put back and is right again.
        for (number, second) in [(8, 30), (9, 70)] { try await prices.apply([Double(number), 1], at: Int64(second)) }
        query.since = Prices.time(40)
        let later = try await prices.store.feeds.changes(of: prices.feed, Prices.schema, query)
        #expect(later.map(\.seen) == [70, 60, 50, 40].map(Prices.time))
        #expect(try await prices.store.feeds.lastChangeID(of: [prices.feed]) == later.first?.id)
        #expect(try await prices.store.feeds.lastChangeID(of: []) == 0)
        #expect(try await prices.store.feeds.changeCount(of: prices.feed, since: Prices.time(40)) == 4)
        #expect(try await prices.store.pruneHistory(of: prices.feed.id, keeping: 2) > 0)
        #expect(try await prices.store.feeds.changes(of: prices.feed, Prices.schema).map(\.seen) == [70, 30].map(Prices.time))
        #expect(try await prices.store.pruneHistory(of: prices.feed.id, keeping: 2) == 0)
    }

    @Test("what there is of everything is counted, with what waits; a fetch is found by its number, and when a watch gave word last")
    func counts() async throws {
        let prices = try await Prices()
        let ada = try await prices.person("Ada")
        _ = try await prices.channel(of: ada, "mail")
        let watch = try await prices.watch(of: ada, ["mail"])
        #expect(try await prices.store.following.lastTold(of: ada).isEmpty)
        try await prices.apply([2, 1], at: 10, telling: Prices.telling([watch]) { _, _ in Prices.time(20) })
        #expect(try await prices.store.following.lastTold(of: ada) == [watch.id: Prices.time(10)])
        let figures = try await prices.store.figures(at: Prices.time(30))
        #expect(figures.feeds == ["fresh": 1, "failing": 0, "unread": 0])
        #expect(figures.records == 2)
        #expect(figures.watches == 1)
        #expect(figures.people == 1)
        #expect(figures.oldestDue == Prices.time(20))
        #expect(figures.notices.map(\.channel) == ["app", "email"])
        #expect(figures.notices.map(\.count) == [1, 1])
        #expect(try await prices.store.figures(at: Prices.time(19)).oldestDue == nil)
        let last = try #require(try await prices.store.feeds.fetches(of: prices.feed).first)
        #expect(try await prices.store.feeds.fetch(last.id)?.began == Prices.time(10))
        #expect(try await prices.store.feeds.fetch(last.id + 1) == nil)
    }

    @Test("nothing has happened in the future, once the clock is right again")
    func clock() async throws {
        let prices = try await Prices()
        try await prices.apply([2, 1], at: 1000)
        try await prices.store.keepTimes(at: Prices.time(100), lease: .seconds(60))
        #expect(try await prices.store.feeds.feed(prices.feed.id)?.lastSuccess == Prices.time(100))
    }
}
