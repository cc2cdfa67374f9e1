import Foundation
import Records
import Storage

/// Watches with their conditions, to be held against changes: all of a feed's in memory, or some that were found by marks.
///
/// Conditions that count days have one index per time zone; all others share one.
struct IndexedWatches {
    /// A watch that can't be evaluated, and the reason.
    struct Unfit: Sendable {
        let watch: Watch.ID
        let reason: String
    }

    /// By zone; nil for conditions that don't depend on the zone.
    private var indexes: [TimeZone?: MatchIndex] = [:]
    /// Watches whose condition asks how long a record has not changed.
    private var asksForRest: Set<Watch.ID> = []

    var count: Int { indexes.values.reduce(0) { $0 + $1.count } }

    /// Adds a watch that it doesn't have.
    mutating func add(_ watch: Watch, _ schema: Schema, _ due: Due) throws(ConditionError) {
        let condition = try watch.settings.condition.bound(to: schema)
        let zone = condition.countsDays ? due.zone(of: watch.settings, own: watch.zone) : nil
        indexes[zone, default: MatchIndex()].add(watch.id, condition)
        if condition.asksForRest { asksForRest.insert(watch.id) }
    }

    mutating func remove(_ watch: Watch.ID) {
        asksForRest.remove(watch)
        for zone in indexes.keys { indexes[zone]?.remove(watch) }
    }

    /// The drafts of the watches that the changes concern, in the watches' order, and those that couldn't be decided.
    func drafts(
        for changes: [StoredChange], _ watches: StoredWatches, _ due: Due, at now: Timestamp
    ) throws -> (drafts: [NoticeDraft], unfit: [Unfit]) {
        let changes = asksForRest.isEmpty ? changes : try watches.rested(changes)
        var (drafts, unfit): ([NoticeDraft], [Unfit]) = ([], [])
        for (zone, index) in indexes {
            let found = index.drafts(for: changes, Moment(now: now, zone: zone ?? due.zone))
            drafts += found.drafts
            unfit += found.undecided.map { Unfit(watch: $0.watch, reason: "\($0.error)") }
        }
        return (drafts.sorted { $0.watch < $1.watch }, unfit)
    }
}
