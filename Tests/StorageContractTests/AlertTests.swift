import Foundation
import Records
import Storage
import StorageSupport
import Synchronization
import TestSupport
import Testing

@Suite("Price alerts in the store") struct AlertTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

    private func opened() async throws -> (store: Store, ada: Person) {
        let store = try Engine.store(in: folder.url)
        return (store, try await store.people.person(named: "Ada", at: Self.time(0)))
    }

    private static func settings(channels: [String] = ["mail"]) throws -> PriceAlert.Settings {
        let middle = try #require(Position(latitude: -31.95, longitude: 115.86))
        let (from, to) = (try #require(TimeOfDay(hour: 22, minute: 0)), try #require(TimeOfDay(hour: 6, minute: 30)))
        return PriceAlert.Settings(
            .below(price: 149.9), of: "diesel", asking: ["region": "15"],
            in: .around(place: .init(name: "Saint-André/Perth", at: middle, kilometres: 5)),
            channels: channels, quietHours: .init(from: from, to: to, zone: "Australia/Perth"))
    }

    @Test("an alert comes back as it was stored, whatever it asks for")
    func kept() async throws {
        let (store, ada) = try await opened()
        let time = try #require(TimeOfDay(hour: 7, minute: 15))
        var all = [try Self.settings()]
        all += [
            .init(.cheapest, in: .favourites), .init(.tomorrow(step: 5), in: .station(code: "1a", name: "BP")), .init(.daily(at: time)),
        ]
        for settings in all {
            #expect(try await store.following.addAlert(of: ada, on: "fuel", settings, at: Self.time(1)).settings == settings)
        }
        #expect(try await store.following.alerts(of: ada).map(\.settings) == all)
        #expect(try await store.following.alertsToTell().map(\.settings) == all)
        #expect(try await store.following.alert(1)?.created == Self.time(1))
    }

    @Test("nobody has more than fifty")
    func bound() async throws {
        let (store, ada) = try await opened()
        for _ in 0..<PriceAlert.Limits.alerts {
            _ = try await store.following.addAlert(of: ada, on: "fuel", .init(.cheapest), at: Self.time(1))
        }
        let error = await #expect(throws: StorageError.self) {
            try await store.following.addAlert(of: ada, on: "fuel", .init(.cheapest), at: Self.time(1))
        }
        #expect(error?.code == .full)
        #expect(error?.detail == "There are 50 price alerts already; remove some.")
    }

    @Test("the state and what is told are stored together, and not at all if the alert was altered meanwhile")
    func together() async throws {
        let (store, ada) = try await opened()
        _ = try await store.following.addChannel(of: ada, named: "mail", kind: "email", address: "\"m\"", at: Self.time(0))
        _ = try await store.following.addChannel(of: ada, named: "other", kind: "ntfy", address: "\"o\"", at: Self.time(0))
        let alert = try await store.following.addAlert(of: ada, on: "fuel", try Self.settings(), at: Self.time(1))
        #expect(try await store.following.settle(alert, "{}", saying: "news", due: Self.time(9), at: Self.time(2)))
        #expect(try await store.following.settle(alert, "[]", saying: "again", due: Self.time(9), at: Self.time(3)) == false)
        let list = try await store.following.notices(of: ada)
        try #require(list.map(\.subject) == [.prices("news")])
        #expect(list[0].alert == alert.id)
        #expect(list[0].created == Self.time(2))
        #expect(try await store.following.nextDue(by: "email") == Self.time(9))
        #expect(try await store.following.nextDue(by: "ntfy") == nil)
        #expect(try await store.following.deliveries(of: list[0]).map(\.channel.name) == ["mail"])
        #expect(try await store.following.lastToldByAlerts(of: ada) == [alert.id: Self.time(2)])
        // Without a time only the list has it.
        let now = try #require(try await store.following.alert(alert.id))
        #expect(now.state == "{}")
        #expect(try await store.following.settle(now, "{}", saying: "stale", at: Self.time(4)))
        #expect(try await store.following.claim(by: "email", at: Self.time(99), lease: .seconds(60)).map(\.subject) == [.prices("news")])
        #expect(try await store.following.notices(of: ada).count == 2)
    }

    @Test("who waits for notices hears of each that is committed, and of nothing else")
    func heard() async throws {
        let (store, ada) = try await opened()
        let heard = Mutex(0)
        store.following.onPosted { heard.withLock { $0 += 1 } }
        let alert = try await store.following.addAlert(of: ada, on: "fuel", try Self.settings(), at: Self.time(1))
        _ = try await store.feeds.feed(of: "fuel", url: "https://example.org/")
        #expect(heard.withLock { $0 } == 0)
        #expect(try await store.following.settle(alert, "{}", saying: "news", due: Self.time(9), at: Self.time(2)))
        #expect(heard.withLock { $0 } == 1)
        _ = try await store.following.claim(by: "email", at: Self.time(99), lease: .seconds(60))
        #expect(heard.withLock { $0 } == 1)
    }

    @Test("one that asks for something else, or speaks again, begins anew; one that is told otherwise goes on")
    func altered() async throws {
        let (store, ada) = try await opened()
        let alert = try await store.following.addAlert(of: ada, on: "fuel", try Self.settings(), at: Self.time(1))
        func settle() async throws {
            let now = try #require(try await store.following.alert(alert.id))
            #expect(try await store.following.settle(now, "{}", at: Self.time(2)))
        }
        try await settle()
        #expect(try await store.following.update(alert.id, at: Self.time(3)) { $0.settings.channels = [] }?.state == "{}")
        #expect(try await store.following.update(alert.id, at: Self.time(4)) { $0.settings.rule = .below(price: 140) } != nil)
        var now = try await store.following.alert(alert.id)
        #expect(now?.state == nil)
        #expect(now?.since == Self.time(4))
        #expect(now?.created == Self.time(1))
        try await settle()
        #expect(try await store.following.update(alert.id, at: Self.time(5)) { $0.isMuted = true } != nil)
        now = try await store.following.alert(alert.id)
        #expect(now?.state == nil)
        #expect(try await store.following.settle(try #require(now), "{}", saying: "news", at: Self.time(6)) == false)
        #expect(try await store.following.alertsToTell().isEmpty)
    }

    @Test("a removed alert takes along what waits, and leaves what was told")
    func removed() async throws {
        let (store, ada) = try await opened()
        _ = try await store.following.addChannel(of: ada, named: "mail", kind: "email", address: "\"m\"", at: Self.time(0))
        let alert = try await store.following.addAlert(of: ada, on: "fuel", try Self.settings(), at: Self.time(1))
        #expect(try await store.following.settle(alert, "{}", saying: "news", due: Self.time(9), at: Self.time(2)))
        #expect(try await store.following.remove(alert))
        #expect(try await store.following.nextDue(by: "email") == nil)
        let list = try await store.following.notices(of: ada)
        try #require(list.map(\.subject) == [.prices("news")])
        #expect(list[0].alert == nil)
        #expect(try await store.following.remove(alert) == false)
        #expect(try await store.following.update(alert.id, at: Self.time(3)) { $0.isMuted = true } == nil)
    }

    @Test("a removed watch takes no prices along, and changes join no notice of prices")
    func apart() async throws {
        let prices = try await Prices()
        let ada = try await prices.person("Ada")
        _ = try await prices.channel(of: ada, "mail")
        let alert = try await prices.store.following.addAlert(of: ada, on: "fuel", .init(.cheapest, channels: ["mail"]), at: Prices.time(1))
        #expect(try await prices.store.following.settle(alert, "{}", saying: "news", due: Prices.time(9), at: Prices.time(2)))
        let watch = try await prices.watch(of: ada, ["mail"], digest: .daily)
        try await prices.apply([2, 1], at: 3, telling: Prices.telling([watch]) { _, _ in Prices.time(9) })
        #expect(try await prices.store.following.remove(watch))
        #expect(
            try await prices.store.following.claim(by: "email", at: Prices.time(9), lease: .seconds(60)).map(\.subject) == [.prices("news")]
        )
    }

    @Test("a renamed channel is renamed in alerts, and one for all watches is one for all alerts")
    func channels() async throws {
        let (store, ada) = try await opened()
        let mail = try await store.following.addChannel(of: ada, named: "mail", kind: "email", address: "\"m\"", at: Self.time(0))
        let settings = try Self.settings(channels: ["push", "mail"])
        let alert = try await store.following.addAlert(of: ada, on: "fuel", settings, at: Self.time(1))
        #expect(try await store.following.rename(mail, to: "post"))
        try await store.following.useForAllWatches("ntfy", of: ada)
        let now = try await store.following.alert(alert.id)
        #expect(now?.settings.channels == ["push", "post", "ntfy"])
        #expect(now?.settings.quietHours == settings.quietHours)
        #expect(now?.settings.scope == settings.scope)
    }

    @Test("alerts are exported with their person, and imported once")
    func moved() async throws {
        let (store, ada) = try await opened()
        _ = try await store.following.addAlert(of: ada, on: "fuel", try Self.settings(), at: Self.time(1))
        let lines = try await store.exported()
        let other = try Engine.store(in: folder.url.appendingPathComponent("other"))
        for _ in 0..<2 { _ = try await other.importing(lines) }
        let person = try #require(try await other.people.person(named: "Ada"))
        #expect(try await other.following.alerts(of: person).map(\.settings) == [try Self.settings()])
    }

    /// One record of the same process ended in the middle, see `KilledTests`.
    @Test("a kill before the end of the transaction leaves neither state nor notice, and the next look tells it")
    func killed() async throws {
        let path = folder.url.path
        let (store, ada) = try await opened()
        let alert = try await store.following.addAlert(of: ada, on: "fuel", .init(.cheapest), at: Self.time(1))
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try Engine.store(in: URL(fileURLWithPath: path))
            let alert = try #require(try await store.following.alertsToTell().first)
            async let settled = store.following.settle(alert, "{}", saying: "news", at: Timestamp(milliseconds: 2000))
            kill(getpid(), SIGKILL)
            _ = try await settled
        }
        let now = try #require(try await store.following.alert(alert.id))
        let notices = try await store.following.notices(of: ada)
        // Whichever came first: both or neither.
        #expect((now.state == nil) == notices.isEmpty)
        if now.state == nil { #expect(try await store.following.settle(now, "{}", saying: "news", at: Self.time(3))) }
        #expect(try await store.following.notices(of: ada).map(\.subject) == [.prices("news")])
    }
}
