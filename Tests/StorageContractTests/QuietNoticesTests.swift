import Records
import Storage
import StorageSupport
import Testing

@Suite("Notices in quiet hours") struct QuietNoticesTests {
    private static func time(_ seconds: Int64) -> Timestamp { Prices.time(seconds) }
    private func time(_ seconds: Int64) -> Timestamp { Prices.time(seconds) }

    /// Quiet hours that end at that second: their `to` tells `claim` so.
    private static func until(_ second: Int) throws -> Watch.QuietHours {
        .init(
            from: try #require(TimeOfDay(hour: 0, minute: 0)), to: try #require(TimeOfDay(hour: 0, minute: 0, second: second)), zone: "GMT")
    }

    /// Claims with the latest end of the quiet hours in question.
    private func claim(_ prices: Prices, at seconds: Int64, upTo limit: Int = 100) async throws -> [StoredNotice] {
        try await prices.store.following.claim(by: "email", upTo: limit, at: time(seconds), lease: .seconds(5)) { hours in
            hours.map { Self.time(Int64($0.to.seconds)) }.max().flatMap { $0 > Self.time(seconds) ? $0 : nil }
        }
    }

    private func watch(_ prices: Prices, of person: Person, quietUntil end: Int?, digest: Watch.Digest = .atOnce) async throws -> Watch {
        let watch = try await prices.watch(of: person, ["mail"], digest: digest)
        guard let end else { return watch }
        let hours = try Self.until(end)
        return try #require(try await prices.store.following.update(watch.id) { $0.quietHours = hours })
    }

    private func prices() async throws -> (prices: Prices, ada: Person) {
        let prices = try await Prices()
        let ada = try await prices.person("Ada")
        _ = try await prices.channel(of: ada, "mail")
        return (prices, ada)
    }

    @Test("what was due before waits for their end, as if it had been posted for then, and others go")
    func late() async throws {
        let (prices, ada) = try await prices()
        let bob = try await prices.person("Bob")
        _ = try await prices.channel(of: bob, "mail")
        let (quiet, loud) = (try await watch(prices, of: ada, quietUntil: 50), try await watch(prices, of: bob, quietUntil: nil))
        try await prices.apply(
            [2, 1], at: 2, telling: Prices.telling([quiet, loud]) { watch, _ in Self.time(watch.id == quiet.id ? 2 : 3) })
        #expect(try await claim(prices, at: 10, upTo: 1).map(\.watch) == [loud.id])
        #expect(try await claim(prices, at: 11).isEmpty)
        // What comes meanwhile joins it.
        try await prices.apply([2, 2], at: 12, telling: Prices.telling([quiet]) { _, last in last ?? Self.time(0) })
        let notices = try await claim(prices, at: 50).filter { $0.watch == quiet.id }
        #expect(notices.map(\.attempts) == [1])
        #expect(notices.map(\.due) == [time(50)])
        #expect(try await prices.keys(try #require(notices.first)) == "ab")
    }

    @Test("what is tried again waits for their end, which counts as no attempt")
    func again() async throws {
        let (prices, ada) = try await prices()
        let watch = try await watch(prices, of: ada, quietUntil: nil)
        try await prices.apply([2, 1], at: 2, telling: Prices.telling([watch]) { _, _ in Self.time(2) })
        let first = try #require(try await claim(prices, at: 2).first)
        let hours = try Self.until(50)
        _ = try await prices.store.following.update(watch.id) { $0.quietHours = hours }
        #expect(try await prices.store.following.note(.failed(reason: "503", retryAt: time(30)), of: first, at: time(3)))
        #expect(try await claim(prices, at: 30).isEmpty)
        #expect(try await prices.store.following.nextDue(by: "email") == time(50))
        let second = try #require(try await claim(prices, at: 50).first)
        #expect(second.identifier == first.identifier)
        #expect(second.attempts == 2)
        #expect(second.due == time(2))
        // It isn't sent during them either if the process that had claimed it died.
        _ = try await prices.store.following.update(watch.id) { $0.quietHours = try Self.until(59) }
        try await prices.store.following.releaseClaims(at: time(52))
        #expect(try await claim(prices, at: 52).isEmpty)
        #expect(try await claim(prices, at: 59).map(\.attempts) == [3])
    }

    @Test("a digest waits for all of its watches, word of a feed's health for the first")
    func several() async throws {
        let (prices, ada) = try await prices()
        let watches = [
            try await watch(prices, of: ada, quietUntil: 40, digest: .daily),
            try await watch(prices, of: ada, quietUntil: 50, digest: .daily),
        ]
        try await prices.apply([2, 1], at: 2, telling: Prices.telling([watches[0]]) { _, _ in Self.time(9) })
        try await prices.apply([2, 2], at: 3, telling: Prices.telling([watches[1]]) { _, _ in Self.time(9) })
        let report = FetchReport(began: time(4), ended: time(4), bytes: 0)
        try await prices.store.feeds.noteFailure(
            "500", of: prices.feed, report, checkup: Checkup { _, _ in ("1", ["It cannot be fetched."]) })
        #expect(try await claim(prices, at: 9).isEmpty)
        #expect(try await claim(prices, at: 40).map(\.subject) == [.health("It cannot be fetched.")])
        #expect(try await claim(prices, at: 49).map(\.attempts) == [2])
        #expect(try await claim(prices, at: 50).map(\.subject) == [.changes(count: 2)])
    }

    @Test("a price alert has quiet hours of its own, a reminder none")
    func others() async throws {
        let (prices, ada) = try await prices()
        let alert = try await prices.store.following.addAlert(
            of: ada, on: "fuel", .init(.cheapest, channels: ["mail"], quietHours: try Self.until(50)), at: time(1))
        #expect(try await prices.store.following.settle(alert, "{}", saying: "news", due: time(2), at: time(2)))
        let showing = Reminder.Showing(channel: "1", channelName: "One", start: time(60), stop: time(90), title: "Night Ferry", record: 7)
        let reminder = try await prices.store.reminders.addReminder(of: ada, on: "guide", .init(.programme(showing)), at: time(1))
        #expect(try await prices.store.reminders.settle(reminder, ReminderState(), saying: ["{}"], at: time(3)))
        #expect(try await claim(prices, at: 9).map(\.subject) == [.programme("{}")])
        #expect(try await claim(prices, at: 50).map(\.subject).contains(.prices("news")))
    }
}
