import Foundation
import Records
import Storage
import Synchronization

/// The watches of one feed in memory, updated in each transaction that stores changes, so that changes by any process are seen.
///
/// Without changed watches that costs one lookup of a number. Feeds with more watches than the limit have none here: their marks are in
/// the database (`Marking`).
final class FeedWatches: Sendable {
    private struct State {
        var version: StoredWatches.Version?
        var watches = IndexedWatches()
        /// Whether the last changes found more watches than the limit.
        var areTooMany = false
    }

    let schema: Schema
    let marking: Marking
    private let due: Due
    private let limit: Int
    private let report: @Sendable ([IndexedWatches.Unfit]) -> Void
    private let state = Mutex(State())

    /// `report`: hears of watches that can't be evaluated.
    init(_ schema: Schema, _ due: Due, _ limits: Marking.Limits, _ report: @Sendable @escaping ([IndexedWatches.Unfit]) -> Void) {
        (self.schema, self.due, limit, self.report) = (schema, due, limits.inMemory, report)
        marking = Marking(schema, due, limits, report)
    }

    var areTooMany: Bool { state.withLock { $0.areTooMany } }

    /// The notices that these changes lead to, seen at that time; nil if the watches are too many for memory. They are read in the
    /// transaction that stores the changes.
    func drafts(
        for changes: [StoredChange], _ watches: StoredWatches, at now: Timestamp
    ) throws -> [NoticeDraft]? {
        try state.withLock { state in
            state.areTooMany = try state.version == nil && watches.areMore(than: limit)
            if !state.areTooMany {
                try update(&state, watches)
                state.areTooMany = state.watches.count > limit
            }
            guard !state.areTooMany else {
                (state.version, state.watches) = (nil, IndexedWatches())
                return nil
            }
            let found = try state.watches.drafts(for: changes, watches, due, at: now)
            report(found.unfit)
            return found.drafts
        }
    }

    private func update(_ state: inout State, _ watches: StoredWatches) throws {
        var unfit: [IndexedWatches.Unfit] = []
        state.version = try watches.alterations(since: state.version) { alteration in
            switch alteration {
            case .anew: state.watches = IndexedWatches()
            case .isNone(let watch, let unreadable):
                state.watches.remove(watch)
                if unreadable { unfit.append(.init(watch: watch, reason: "another version of the program has written it")) }
            case .stands(let watch):
                state.watches.remove(watch.id)
                do { try state.watches.add(watch, schema, due) } catch { unfit.append(.init(watch: watch.id, reason: "\(error)")) }
            }
        }
        report(unfit)
    }
}
