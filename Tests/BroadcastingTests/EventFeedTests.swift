import Foundation
import TestSupport
import Testing

@testable import Broadcasting

@Suite("A feed of events")
struct EventFeedTests {
    private static func event(_ sequence: Int, _ text: String) -> String { "id: e-\(sequence)\ndata: \(text)\n\n" }

    /// A feed that has published events up to `count`, each `event N` with the state `state N`.
    private static func feed(_ broadcaster: Broadcaster, upTo count: Int64 = 0) -> EventFeed {
        let feed = broadcaster.events(epoch: "e", sequence: 0, state: "state 0")
        for number in 0..<count { publish(number + 1, in: feed) }
        return feed
    }

    private static func publish(_ number: Int64, in feed: EventFeed) {
        feed.publish("event \(number)", state: "state \(number)", sequence: number)
    }

    private static func follow(_ feed: EventFeed, last: String? = nil, head: String = "head\r\n\r\n") throws -> Listener {
        let (listener, descriptor) = try Listener.pair()
        feed.take(descriptor, head: head, last: last)
        return listener
    }

    @Test("a newcomer is told the state as it is, and then what happens")
    func newcomer() async throws {
        try await withBroadcaster { broadcaster in
            let feed = Self.feed(broadcaster, upTo: 3)
            let page = try Self.follow(feed)
            #expect(try await page.text(until: "state 3\n\n") == "head\r\n\r\n" + Self.event(3, "state 3"))
            Self.publish(4, in: feed)
            #expect(try await page.text(until: "\n\n") == Self.event(4, "event 4"))
            try await eventually("it is counted") {
                broadcaster.eventFigures.subscribers == 1 && broadcaster.eventFigures.delivered == 1
            }
        }
    }

    @Test("who says what they had last is told exactly what came since")
    func replay() async throws {
        try await withBroadcaster { broadcaster in
            let feed = Self.feed(broadcaster, upTo: 5)
            let missed = (3...5).map { Self.event($0, "event \($0)") }.joined()
            let another = try Self.follow(feed, last: "e-2")
            #expect(try await another.text(until: "event 5\n\n") == "head\r\n\r\n" + missed)
            let current = try Self.follow(feed, last: "e-5")
            Self.publish(6, in: feed)
            #expect(try await current.text(until: "event 6\n\n") == "head\r\n\r\n" + Self.event(6, "event 6"))
        }
    }

    @Test(
        "who names an event that is not known is told so, with the state",
        arguments: ["e-9", "other-2", "e-", "2", "", "e--1", "e-99999999999999999999"])
    func reset(last: String) async throws {
        try await withBroadcaster { broadcaster in
            let page = try Self.follow(Self.feed(broadcaster, upTo: 5), last: last)
            #expect(try await page.text(until: "state 5\n\n") == "head\r\n\r\nevent: reset\n" + Self.event(5, "state 5"))
        }
    }

    @Test("after a gap, who has the events before it begins again, and an id from beyond the last event is told apart")
    func gap() async throws {
        try await withBroadcaster { broadcaster in
            let feed = Self.feed(broadcaster, upTo: 2)
            let page = try Self.follow(feed, last: "e-2")
            try await eventually("it follows") { broadcaster.eventFigures.subscribers == 1 }
            feed.publish("event 9", state: "state 9", sequence: 9, isAfterGap: true)
            try await page.untilClosed()
            let again = try Self.follow(feed, last: "e-2")
            #expect(try await again.text(until: "state 9\n\n") == "head\r\n\r\nevent: reset\n" + Self.event(9, "state 9"))
            #expect(feed.isBehind("e-10"))
            #expect(!feed.isBehind("e-9"))
            #expect(!feed.isBehind("other-10"))
        }
    }

    @Test("events that were published before it runs are known, and so is where it began")
    func beforeItRuns() async throws {
        let broadcaster = try Broadcaster(.init(limit: 10))
        let feed = Self.feed(broadcaster, upTo: 2)
        let page = try Self.follow(feed, last: "e-0")
        let running = Task { try await broadcaster.run() }
        #expect(try await page.text(until: "event 2\n\n").contains(Self.event(1, "event 1") + Self.event(2, "event 2")))
        running.cancel()
        try await running.value
        try await page.untilClosed()
        // Followers that arrive after the end are disconnected at once.
        try await Self.follow(feed).untilClosed()
    }

    @Test("lines of data stay lines of one event")
    func lines() async throws {
        try await withBroadcaster { broadcaster in
            let feed = broadcaster.events(epoch: "e", sequence: 0, state: "a\nb")
            let another = try Self.follow(feed, head: "")
            #expect(try await another.text(until: "\n\n") == "id: e-0\ndata: a\ndata: b\n\n")
        }
    }

    @Test("events with names are published together, and the last has the id")
    func named() async throws {
        try await withBroadcaster { broadcaster in
            let feed = broadcaster.events(epoch: "e", sequence: 0, state: [], remembers: false)
            let page = try Self.follow(feed, head: "")
            try await eventually("it follows") { broadcaster.eventFigures.subscribers == 1 }
            feed.publish([.init("1", named: "region"), .init("2", named: "running")], state: [.init("3", named: "running")], sequence: 1)
            #expect(try await page.text(until: "data: 2\n\n") == "event: region\ndata: 1\n\nevent: running\nid: e-1\ndata: 2\n\n")
            feed.publish([.init("4", named: "progress")], sequence: 2)
            #expect(try await page.text(until: "data: 4\n\n") == "event: progress\nid: e-2\ndata: 4\n\n")
            let newcomer = try Self.follow(feed, head: "")
            #expect(try await newcomer.text(until: "\n\n") == "event: running\nid: e-1\ndata: 3\n\n")
        }
    }

    @Test("a feed that doesn't remember tells the state to those who lost the line, unless they missed nothing")
    func forgetful() async throws {
        try await withBroadcaster { broadcaster in
            let feed = broadcaster.events(epoch: "e", sequence: 0, state: [.init("0")], remembers: false)
            let page = try Self.follow(feed, head: "")
            _ = try await page.text(until: "\n\n")
            feed.publish("a", state: "1", sequence: 1)
            feed.publish("b", state: "2", sequence: 2)
            _ = try await page.text(until: "data: b\n\n")
            let late = try Self.follow(feed, last: "e-1", head: "")
            #expect(try await late.text(until: "\n\n") == Self.event(2, "2"))
            let current = try Self.follow(feed, last: "e-2", head: "")
            try await eventually("it follows") { broadcaster.eventFigures.subscribers == 3 }
            feed.publish("c", state: "3", sequence: 3)
            #expect(try await current.text(until: "\n\n") == Self.event(3, "c"))
        }
    }

    @Test("who follows a feed that is closed is let go, nobody else is taken, and another feed gets its room")
    func closing() async throws {
        try await withBroadcaster { broadcaster in
            let (feed, other) = (Self.feed(broadcaster), Self.feed(broadcaster))
            let (page, stays) = (try Self.follow(feed), try Self.follow(other))
            _ = try await page.text(until: "state 0\n\n")
            #expect(feed.followerCount == 1)
            feed.close()
            try await page.untilClosed()
            try await eventually("it has gone") { feed.followerCount == 0 && broadcaster.eventFigures.subscribers == 1 }
            try await Self.follow(feed).untilClosed()
            #expect(feed.followerCount == 0)
            let next = Self.feed(broadcaster)
            #expect(next.room == feed.room)
            let newcomer = try Self.follow(next)
            _ = try await newcomer.text(until: "state 0\n\n")
            feed.publish("late", state: "late", sequence: 9)
            Self.publish(1, in: next)
            #expect(try await newcomer.text(until: "\n\n") == Self.event(1, "event 1"))
            Self.publish(1, in: other)
            _ = try await stays.text(until: "event 1\n\n")
        }
    }

    @Test("a comment breaks a silence")
    func heartbeat() async throws {
        try await withBroadcaster(heartbeat: .milliseconds(20)) { broadcaster in
            let another = try Self.follow(Self.feed(broadcaster))
            #expect(try await another.text(until: ":\n\n:\n\n").contains("state 0\n\n:\n\n:\n\n"))
        }
    }

    @Test("a page that is closed is forgotten at once")
    func closed() async throws {
        try await withBroadcaster { broadcaster in
            let feed = Self.feed(broadcaster)
            let stays = try Self.follow(feed)
            do {
                let goes = try Self.follow(feed)
                _ = try await goes.text(until: "state 0\n\n")
                try await eventually("both follow") { broadcaster.eventFigures.subscribers == 2 }
            }
            try await eventually("one has gone") { broadcaster.eventFigures.subscribers == 1 }
            Self.publish(1, in: feed)
            _ = try await stays.text(until: "event 1\n\n")
        }
    }

    @Test("who reads again after a while is told everything, in order and once", .timeLimit(.minutes(30)))
    func behind() async throws {
        try await withBroadcaster { broadcaster in
            let feed = Self.feed(broadcaster)
            let (slow, quick) = (try Self.follow(feed), try Self.follow(feed))
            _ = try await quick.text(until: "state 0\n\n")
            let padding = String(repeating: "x", count: 500)
            for number in Int64(1)...1000 {
                feed.publish("event \(number) \(padding)", state: "state \(number)", sequence: number)
                // The fast follower is never behind: its connection can always take this much.
                if number % 20 == 0 { _ = try await quick.text(until: "event \(number) ") }
            }
            let text = try await slow.text(until: "event 1000 \(padding)\n\n")
            let expected = (1...1000).map { Self.event($0, "event \($0) \(padding)") }.joined()
            #expect(text == "head\r\n\r\n" + Self.event(0, "state 0") + expected)
            try await eventually("all is counted") { broadcaster.eventFigures.delivered == 2000 }
            #expect(broadcaster.eventFigures.cut == 0)
        }
    }

    @Test("who falls further behind than is remembered is cut", .timeLimit(.minutes(30)))
    func fallenOut() async throws {
        try await withBroadcaster { broadcaster in
            let feed = Self.feed(broadcaster)
            let slow = try Self.follow(feed)
            _ = try await slow.text(until: "state 0\n\n")
            let padding = String(repeating: "x", count: 8000)
            for number in Int64(1)...1000 { feed.publish("\(number) \(padding)", state: "state \(number)", sequence: number) }
            try await eventually("it is cut") { broadcaster.eventFigures.cut == 1 }
            let another = try Self.follow(feed, last: "e-1")
            #expect(try await another.text(until: "state 1000\n\n").contains("event: reset"))
        }
    }

    @Test("more than is remembered, published before anybody looks, leaves nobody with a gap")
    func torn() async throws {
        let broadcaster = try Broadcaster(.init(limit: 10))
        let feed = Self.feed(broadcaster, upTo: 5000)
        let (old, late) = (try Self.follow(feed, last: "e-10"), try Self.follow(feed, last: "e-4999"))
        let running = Task { try await broadcaster.run() }
        #expect(try await old.text(until: "state 5000\n\n").contains("event: reset"))
        #expect(try await late.text(until: "event 5000\n\n") == "head\r\n\r\n" + Self.event(5000, "event 5000"))
        running.cancel()
        try await running.value
    }

    @Test("without a descriptor the same comes as a stream")
    func frames() async throws {
        try await withBroadcaster { broadcaster in
            let feed = Self.feed(broadcaster, upTo: 1)
            var stream = feed.frames(last: nil).makeAsyncIterator()
            #expect(await stream.next() == Array(Self.event(1, "state 1").utf8))
            Self.publish(2, in: feed)
            #expect(await stream.next() == Array(Self.event(2, "event 2").utf8))
            var stale = feed.frames(last: "e-1").makeAsyncIterator()
            #expect(await stale.next() == Array(("event: reset\n" + Self.event(2, "state 2")).utf8))
        }
    }

    @Test("a full house says so, and lets go of whom it is handed all the same")
    func full() async throws {
        try await withBroadcaster(limit: 1) { broadcaster in
            let feed = Self.feed(broadcaster)
            #expect(!feed.isFull(for: nil))
            let first = try Self.follow(feed)
            _ = try await first.text(until: "state 0\n\n")
            #expect(feed.isFull(for: nil))
            let another = try Self.follow(feed)
            #expect(try await another.untilClosed() == [])
            #expect(broadcaster.eventFigures.refused == 1)
        }
    }
}
