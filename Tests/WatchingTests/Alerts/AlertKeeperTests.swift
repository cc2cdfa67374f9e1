import Boards
import Fetching
import Foundation
import Localisation
import Records
import Storage
import Synchronization
import TestSupport
import Testing
import Watching

@Suite("The keeper of price alerts") struct AlertKeeperTests {
    /// A keeper over a store with the feeds of today and tomorrow, its clock in our hand.
    private final class Desk: Sendable {
        let folder: TemporaryFolder
        let store: Store
        let board: Board
        let ada: Person
        private let fetcher = Fetcher(Fetcher.Configuration())
        private let clock = Mutex(Forecourt.noon)

        init() async throws {
            folder = try TemporaryFolder()
            store = try Store(in: folder.url)
            board = try Forecourt.board()
            try await store.feeds.prepare(board.name, board.schema)
            ada = try await store.people.person(named: "Ada", at: Forecourt.noon)
            _ = try await store.following.addChannel(of: ada, named: "hook", kind: "webhook", address: "{}", at: Forecourt.noon)
        }

        var now: Timestamp {
            get { clock.withLock { $0 } }
            set { clock.withLock { $0 = newValue } }
        }

        var watcher: Watcher { Watcher(boards: [board], store: store, fetcher: fetcher) }

        /// A keeper without knowledge of earlier evaluations, as after a restart.
        func keeper() -> AlertKeeper {
            AlertKeeper(boards: [board], store: store, watcher: watcher, due: Due(zone: Forecourt.perth), now: { self.now })
        }

        func publish(_ prices: [(name: String, price: Double)], tomorrow: Bool = false) async throws {
            now = now + .seconds(1)
            let feeds = try await watcher.feeds(of: board)
            let date = try #require(CalendarDate(iso: tomorrow ? "2025-11-21" : "2025-11-20"))
            let records = prices.map { name, price in
                Record([.text(name), nil, Position(latitude: -31.95, longitude: 115.86).map(Value.position), .number(price), .date(date)])
            }
            let schema = board.schema
            _ = try await store.feeds.apply(
                records.count, to: feeds[tomorrow ? 1 : 0], schema, FetchReport(began: now, ended: now, bytes: 1)
            ) { try Comparison.difference(from: $0, to: records, schema) }
        }

        func alert(_ rule: PriceAlert.Rule, _ change: (inout PriceAlert.Settings) -> Void = { _ in }) async throws -> PriceAlert {
            var settings = PriceAlert.Settings(rule, channels: ["webhook"])
            change(&settings)
            return try await store.following.addAlert(of: ada, on: board.name, settings, at: now + .seconds(-1))
        }

        /// The titles of the person's list, oldest first.
        func titles() async throws -> [String] {
            try await store.following.notices(of: ada).reversed().compactMap { stored in
                guard case .prices(let text) = stored.subject, let news = PriceNews(stored: text) else { return nil }
                return PriceWriter(board, fuel: news.fuel, .english).title(of: news)
            }
        }

        func end() async throws { try await fetcher.shutdown() }
    }

    @Test("what there is to tell is told once, whoever looks how often, and also after a restart")
    func once() async throws {
        let desk = try await Desk()
        try await desk.publish([("BP", 151), ("Ampol", 152)])
        _ = try await desk.alert(.below(price: 150))
        let keeper = desk.keeper()
        #expect(try await keeper.evaluate() == Forecourt.today.upperBound)
        #expect(try await desk.titles().isEmpty)
        try await desk.publish([("BP", 149), ("Ampol", 152)])
        for _ in 0..<3 { _ = try await keeper.evaluate() }
        _ = try await desk.keeper().evaluate()
        #expect(try await desk.titles() == ["Unleaded at 149.0\u{A0}ct/l: BP"])
        let waiting = try await desk.store.following.claim(by: "webhook", at: desk.now, lease: .seconds(60))
        try #require(waiting.count == 1)
        #expect(waiting[0].alert != nil)
        #expect(waiting[0].watch == nil)
        try await desk.end()
    }

    @Test("tomorrow’s prices come into force by the clock, without a fetch")
    func byClock() async throws {
        let desk = try await Desk()
        try await desk.publish([("BP", 151)])
        try await desk.publish([("BP", 149)], tomorrow: true)
        _ = try await desk.alert(.below(price: 150))
        let keeper = desk.keeper()
        let next = try #require(try await keeper.evaluate())
        #expect(try await desk.titles().isEmpty)
        desk.now = next
        _ = try await keeper.evaluate()
        #expect(try await desk.titles() == ["Unleaded at 149.0\u{A0}ct/l: BP"])
        try await desk.end()
    }

    @Test("quiet hours hold channels back and not the list; tomorrow’s prices are not sent once they are in force")
    func quiet() async throws {
        let desk = try await Desk()
        try await desk.publish([("BP", 149)])
        try await desk.publish([("BP", 169)], tomorrow: true)
        let (from, early, late) = (
            try #require(TimeOfDay(hour: 11, minute: 0)), try #require(TimeOfDay(hour: 5, minute: 0)),
            try #require(TimeOfDay(hour: 7, minute: 0))
        )
        for end in [early, late] {
            _ = try await desk.alert(.tomorrow(step: 5)) { $0.quietHours = .init(from: from, to: end, zone: "Australia/Perth") }
        }
        _ = try await desk.keeper().evaluate()
        #expect(try await desk.titles().count == 2)
        #expect(try await desk.store.following.nextDue(by: "webhook") == Forecourt.noon + .seconds(17 * 3600))
        desk.now = Forecourt.noon + .seconds(86_400)
        #expect(try await desk.store.following.claim(by: "webhook", at: desk.now, lease: .seconds(60)).count == 1)
        try await desk.end()
    }

    @Test("a muted alert tells nothing, and what it missed is not made up for")
    func muted() async throws {
        let desk = try await Desk()
        try await desk.publish([("BP", 151)])
        let alert = try await desk.alert(.cheapest)
        let keeper = desk.keeper()
        _ = try await keeper.evaluate()
        #expect(try await desk.store.following.update(alert.id, at: desk.now) { $0.isMuted = true } != nil)
        try await desk.publish([("BP", 149)])
        _ = try await keeper.evaluate()
        #expect(try await desk.store.following.update(alert.id, at: desk.now) { $0.isMuted = false } != nil)
        _ = try await keeper.evaluate()
        #expect(try await desk.titles().isEmpty)
        try await desk.publish([("BP", 148)])
        _ = try await keeper.evaluate()
        #expect(try await desk.titles() == ["Cheapest Unleaded: 148.0\u{A0}ct/l, BP"])
        try await desk.end()
    }

    @Test("an alert’s feeds are noted as asked for, so that they stay on the schedule")
    func feeds() async throws {
        let desk = try await Desk()
        _ = try await desk.alert(.cheapest) { $0.fuel = "diesel" }
        _ = try await desk.keeper().evaluate()
        let asked = try await desk.store.feeds.all(of: "petrol").filter { $0.binding["product"] == "4" }
        #expect(asked.count == 2)
        #expect(asked.allSatisfy { $0.lastAsked != nil })
        try await desk.end()
    }

    @Test("an alert on a board or a fuel that is there no longer is left alone, and keeps no other from being told")
    func unknown() async throws {
        let desk = try await Desk()
        try await desk.publish([("BP", 149)])
        _ = try await desk.store.following.addAlert(of: desk.ada, on: "gone", .init(.cheapest), at: desk.now)
        _ = try await desk.alert(.below(price: 150)) { $0.fuel = "water" }
        _ = try await desk.alert(.below(price: 150))
        _ = try await desk.keeper().evaluate()
        #expect(try await desk.titles().count == 1)
        try await desk.end()
    }
}
