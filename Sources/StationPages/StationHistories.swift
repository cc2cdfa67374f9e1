import Boards
import Foundation
import Records
import Storage
import Synchronization

/// Station prices of the last twelve weeks, from the stored changes. Computed once for each state of the feeds, then cached.
final class StationHistories: Sendable {
    private struct Key: Hashable {
        let board: Fingerprint
        let feeds: [Int64]
        /// The last change in any of these feeds.
        let lastChange: Int64
        let fuel: String
        let stations: Set<String>
        let days: ClosedRange<Int>
    }

    static let dayCount = 84
    /// Enough for twelve weeks of two hundred stations; beyond this, the newest changes count.
    private static let changeLimit = 20_000
    private static let stationLimit = 200
    private static let keptMost = 64

    private let kept = Mutex<[Key: PriceHistory]>([:])

    /// For the stations with these ids, and the reading's fuel.
    func history(
        of stations: Set<String>, _ reading: StationReading, _ plan: StationPlan, _ board: Board, in store: Store, zone: TimeZone
    ) async throws -> PriceHistory {
        let (feeds, fuel, now) = (reading.feeds, reading.fuel, reading.now)
        let records = reading.records.map(\.record).filter { stations.contains(plan.id(of: $0)) }
        let days = plan.days(Self.dayCount, until: now, zone: zone)
        let key = Key(
            board: board.edition, feeds: feeds.map(\.id), lastChange: try await store.feeds.lastChangeID(of: feeds), fuel: fuel.name,
            stations: stations, days: days)
        if let known = kept.withLock({ $0[key] }) { return known }

        var query = ChangeQuery(limit: Self.changeLimit)
        query.isBounded = false
        // If the key contains the day, it would find only one day.
        let isDayOfKey = plan.day.flatMap { board.schema[$0.field] }?.isKey == true
        if !isDayOfKey { query.keys = Self.keys(of: records, fuel, plan, board.schema) }
        // A price is published at most a day ahead, and a feed may have been read late.
        query.since = now + .seconds(-(Self.dayCount + 2) * 86_400)
        var changes = try await store.feeds.changes(of: feeds, board.schema, query)
        changes.removeAll { change in
            (change.change.after ?? change.change.before).map { !stations.contains(plan.id(of: $0)) } ?? true
        }
        changes.sort { $0.id < $1.id }
        let seen = feeds.compactMap(\.lastSuccess).max() ?? now
        let history = PriceHistory(
            of: fuel, plan, changes: changes.map { ($0.change, $0.seen) }, records: records.map { ($0, seen) }, days: days, zone: zone)
        kept.withLock { kept in
            if kept.count >= Self.keptMost { kept.removeAll() }
            kept[key] = history
        }
        return history
    }

    /// The keys of all records, those with a price of the fuel first. Other fuels of the same stations may have their own records, and a
    /// station may lack a price.
    static func keys(of records: [Record], _ fuel: StationPlan.Fuel, _ plan: StationPlan, _ schema: Schema) -> [String] {
        let priced = Set(records.filter { plan.price(of: fuel, in: $0) != nil }.map(schema.key))
        let others = Set(records.map(schema.key)).subtracting(priced)
        return Array((priced.sorted() + others.sorted()).prefix(stationLimit))
    }
}
