import Foundation
import Records
import Storage
import Synchronization

/// The watches of one feed in memory, updated in each transaction that stores changes, so that changes by any process are seen.
///
/// Without changed watches that costs one lookup of a number. Conditions that count days have one index per time zone; all others share
/// one.
final class FeedWatches: Sendable {
    /// A watch that can't be evaluated, and the reason.
    struct Unfit: Sendable {
        let watch: Watch.ID
        let reason: String
    }

    private struct State {
        var version: StoredWatches.Version?
        /// By zone; nil for conditions that don't depend on the zone.
        var indexes: [TimeZone?: MatchIndex] = [:]
        /// Watches whose condition asks how long a record has not changed.
        var asksForRest: Set<Watch.ID> = []

        mutating func remove(_ watch: Watch.ID) {
            asksForRest.remove(watch)
            for zone in indexes.keys { indexes[zone]?.remove(watch) }
        }
    }

    let schema: Schema
    private let due: Due
    private let state = Mutex(State())

    init(_ schema: Schema, _ due: Due) {
        self.schema = schema
        self.due = due
    }

    /// The notices that these changes lead to, seen at that time. The watches are read in the transaction that stores the changes.
    func drafts(
        for changes: [StoredChange], _ watches: StoredWatches, at now: Timestamp
    ) throws -> (drafts: [NoticeDraft], unfit: [Unfit]) {
        try state.withLock { state in
            var unfit: [Unfit] = []
            state.version = try watches.alterations(since: state.version) { alteration in
                switch alteration {
                case .anew: (state.indexes, state.asksForRest) = ([:], [])
                case .isNone(let watch, let unreadable):
                    state.remove(watch)
                    if unreadable { unfit.append(Unfit(watch: watch, reason: "another version of the program has written it")) }
                case .stands(let watch):
                    state.remove(watch.id)
                    do {
                        let condition = try watch.settings.condition.bound(to: schema)
                        let zone = condition.countsDays ? due.zone(of: watch.settings, own: watch.zone) : nil
                        state.indexes[zone, default: MatchIndex()].add(watch.id, condition)
                        if condition.asksForRest { state.asksForRest.insert(watch.id) }
                    } catch {
                        unfit.append(Unfit(watch: watch.id, reason: "\(error)"))
                    }
                }
            }
            let changes = state.asksForRest.isEmpty ? changes : try watches.rested(changes)
            var drafts: [NoticeDraft] = []
            for (zone, index) in state.indexes {
                let found = index.drafts(for: changes, Moment(now: now, zone: zone ?? due.zone))
                drafts += found.drafts
                unfit += found.undecided.map { Unfit(watch: $0.watch, reason: "\($0.error)") }
            }
            return (drafts.sorted { $0.watch < $1.watch }, unfit)
        }
    }
}
