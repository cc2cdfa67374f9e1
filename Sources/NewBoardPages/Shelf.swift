import Drafting
import Records
import Synchronization

/// The last result for each person, stored until they use it or search again.
final class Shelf<Item: Sendable>: Sendable {
    /// The most people with stored results; the oldest results are dropped first.
    private let limit = 20
    private let byteLimit: Int
    private let size: @Sendable (Item) -> Int

    private struct State {
        var count = 0
        var found: [Person.ID: (number: Int, item: Item)] = [:]
    }

    private let state = Mutex(State())

    /// All results together have at most `byteLimit`, except that the last is always stored.
    init(byteLimit: Int = .max, _ size: @escaping @Sendable (Item) -> Int = { _ in 0 }) { (self.byteLimit, self.size) = (byteLimit, size) }

    /// `make` gets a number that distinguishes the result from those in the person's other windows.
    func keep(for person: Person.ID, _ make: (Int) -> Item) -> Item {
        state.withLock { state in
            state.count += 1
            let item = make(state.count)
            state.found[person] = (state.count, item)
            while state.found.count > 1,
                state.found.count > limit || state.found.values.reduce(0, { $0 + size($1.item) }) > byteLimit,
                let oldest = state.found.min(by: { $0.value.number < $1.value.number })
            {
                state.found[oldest.key] = nil
            }
            return item
        }
    }

    /// Changes a result, if it is still stored.
    func change(_ number: Int, for person: Person.ID, _ change: (inout Item) -> Void) {
        state.withLock { state in
            guard var found = state.found[person], found.number == number else { return }
            change(&found.item)
            state.found[person] = found
        }
    }

    /// nil: no longer stored.
    func found(_ number: Int?, for person: Person.ID) -> Item? {
        state.withLock { state in state.found[person].flatMap { $0.number == number ? $0.item : nil } }
    }

    /// The same, and removes it.
    func take(_ number: Int?, for person: Person.ID) -> Item? {
        state.withLock { state in
            guard let kept = state.found[person], kept.number == number else { return nil }
            state.found[person] = nil
            return kept.item
        }
    }
}

/// The lists at an address.
struct FoundLists: Sendable {
    let number: Int
    let address: String
    let document: BoardFinder.Document
    let proposals: Proposals
    /// Whether the page was opened by a browser.
    let isRendered: Bool
    /// The list that the person last pointed at.
    var pointed: Proposals.Proposal?

    /// The detected lists, followed by the list that was pointed at.
    var all: [Proposals.Proposal] { proposals.all + (pointed.map { [$0] } ?? []) }

    /// The number of rows of a list; 0 if there is no such list.
    func rowCount(_ place: Int?) -> Int {
        place.flatMap { all.indices.contains($0) ? all[$0].rowCount : nil } ?? 0
    }

    /// The draft for a list; nil if there is no such list.
    func draft(_ place: Int?) -> BoardDraft? {
        guard let place, all.indices.contains(place) else { return nil }
        var draft = all[place].draft
        if isRendered { draft.render = "true" }
        return draft
    }
}

/// A board's list, detected again.
struct FoundRepair: Sendable {
    let number: Int
    let board: String
    let document: BoardFinder.Document
    let repair: Repair.Proposal
}
