import Drafting
import Records
import Synchronization

/// What was last found for each person who looks, until they take it or look elsewhere.
final class Shelf<Item: Sendable>: Sendable {
    /// People whose findings are kept; those who looked longest ago go first.
    private let limit = 20
    private let byteLimit: Int
    private let size: @Sendable (Item) -> Int

    private struct State {
        var count = 0
        var found: [Person.ID: (number: Int, item: Item)] = [:]
    }

    private let state = Mutex(State())

    /// Everything that is kept has `byteLimit` at most, but for what was found last.
    init(byteLimit: Int = .max, _ size: @escaping @Sendable (Item) -> Int = { _ in 0 }) { (self.byteLimit, self.size) = (byteLimit, size) }

    /// `make` gets a number that tells the thing from what the same person finds in another window.
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

    /// Changes what is kept, if it still is.
    func change(_ number: Int, for person: Person.ID, _ change: (inout Item) -> Void) {
        state.withLock { state in
            guard var found = state.found[person], found.number == number else { return }
            change(&found.item)
            state.found[person] = found
        }
    }

    /// nil: it is no longer kept.
    func found(_ number: Int?, for person: Person.ID) -> Item? {
        state.withLock { state in state.found[person].flatMap { $0.number == number ? $0.item : nil } }
    }

    /// The same, and no longer kept from now on.
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
    /// Whether a browser opened the page.
    let isRendered: Bool
    /// The list that the person has pointed at last.
    var pointed: Proposals.Proposal?

    /// Those that were found, and behind them the list that was pointed at.
    var all: [Proposals.Proposal] { proposals.all + (pointed.map { [$0] } ?? []) }

    /// How many rows a list has; 0 if there is no such list.
    func rowCount(_ place: Int?) -> Int {
        place.flatMap { all.indices.contains($0) ? all[$0].rowCount : nil } ?? 0
    }

    /// What is taken of it; nil if it has no such list.
    func draft(_ place: Int?) -> BoardDraft? {
        guard let place, all.indices.contains(place) else { return nil }
        var draft = all[place].draft
        if isRendered { draft.render = "true" }
        return draft
    }
}

/// A board's list, found again.
struct FoundRepair: Sendable {
    let number: Int
    let board: String
    let document: BoardFinder.Document
    let repair: Repair.Proposal
}
