import Foundation
import Records
import Storage
import StorageSupport
import Synchronization
import TestSupport
import Testing

@Suite("Watches held in memory") struct StoredWatchesTests {
    private typealias Heard = (said: [String], version: StoredWatches.Version?)

    /// The alterations that a holder of the watches gets in one transaction; if all watches follow, the reset comes first.
    private func heard(_ prices: Prices, since known: StoredWatches.Version?, at seconds: Int64) async throws -> Heard {
        let heard = Mutex<Heard>(([], nil))
        let telling = Telling { _, watches in
            var said: [String] = []
            let version = try watches.alterations(since: known) { alteration in
                switch alteration {
                case .anew: said.append("anew")
                case .stands(let watch): said.append("+\(watch.id)")
                case .isNone(let id, let unreadable): said.append("-\(id)\(unreadable ? "?" : "")")
                }
            }
            heard.withLock { $0 = (said, version) }
            return []
        } due: { _, _ in
            Prices.time(0)
        }
        try await prices.apply([Double(seconds), 1], at: seconds, telling: telling)
        return heard.withLock { $0 }
    }

    @Test("what was added, altered, muted or removed since is handed over, by whichever process it was done")
    func alterations() async throws {
        let prices = try await Prices()
        let ada = try await prices.person("Ada")
        let first = try await prices.watch(of: ada, [])
        _ = try await prices.watch(of: ada, [])
        var state = try await heard(prices, since: nil, at: 2)
        #expect(state.said == ["anew", "+1", "+2"])
        state = try await heard(prices, since: state.version, at: 3)
        #expect(state.said.isEmpty)
        // Another process, on the same data.
        let other = try Engine.store(in: prices.folder.url)
        _ = try await other.following.addWatch(of: ada, on: prices.feed, Watch.Settings(.everything, channels: []), at: Prices.time(3))
        #expect(try await other.following.update(first.id) { $0.isMuted = true } != nil)
        state = try await heard(prices, since: state.version, at: 4)
        #expect(state.said == ["-1", "+3"])
        // Watches of other feeds don't appear here; a removed person's watches go with them.
        let elsewhere = try await other.feeds.feed(of: "prices", url: "https://elsewhere.example/")
        let bob = try await prices.person("Bob")
        _ = try await other.following.addWatch(of: bob, on: elsewhere, Watch.Settings(.everything, channels: []), at: Prices.time(4))
        try await other.people.remove(ada)
        state = try await heard(prices, since: state.version, at: 5)
        #expect(state.said == ["-1", "-2", "-3"])
    }

    @Test("who is disabled is told nothing, and who sets another zone has it in their watches")
    func people() async throws {
        let prices = try await Prices()
        let ada = try await prices.person("Ada")
        let watch = try await prices.watch(of: ada, [])
        #expect(watch.zone == nil)
        var state = try await heard(prices, since: nil, at: 2)
        #expect(try await prices.store.people.update(ada.id) { $0.zone = "Asia/Tokyo" } != nil)
        #expect(try await prices.store.following.watch(watch.id)?.zone == "Asia/Tokyo")
        state = try await heard(prices, since: state.version, at: 3)
        #expect(state.said == ["+1"])
        #expect(try await prices.store.people.update(ada.id, isDisabled: true) != nil)
        state = try await heard(prices, since: state.version, at: 4)
        #expect(state.said == ["-1"])
        try await prices.apply([9, 1], at: 5, telling: Prices.telling([watch]) { _, _ in Prices.time(5) })
        #expect(try await prices.store.following.notices(of: ada).isEmpty)
    }
}
