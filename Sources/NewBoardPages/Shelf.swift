import Drafting
import Records
import Synchronization

/// The last results for each person, stored until they use them or search again.
final class Shelf<Item: Sendable>: Sendable {
    /// The number of people whose results fit; the oldest results are dropped first.
    private let people = 20
    /// The most results of a person.
    private let own: Int
    private let byteLimit: Int
    private let size: @Sendable (Item) -> Int

    private struct Kept {
        let person: Person.ID
        let number: Int
        var item: Item
    }

    private struct State {
        var count = 0
        /// The oldest first.
        var kept: [Kept] = []

        func place(of number: Int?, _ person: Person.ID) -> Int? { kept.firstIndex { $0.number == number && $0.person == person } }
    }

    private let state = Mutex(State())

    /// All results together have at most `byteLimit`, except that the last is always stored.
    init(own: Int = 1, byteLimit: Int = .max, _ size: @escaping @Sendable (Item) -> Int = { _ in 0 }) {
        (self.own, self.byteLimit, self.size) = (own, byteLimit, size)
    }

    /// `make` gets a number that distinguishes the result from those in the person's other windows.
    func keep(for person: Person.ID, _ make: (Int) -> Item) -> Item {
        state.withLock { state in
            state.count += 1
            let item = make(state.count)
            let former = state.kept.filter { $0.person == person }
            if former.count >= own { state.kept.removeAll { $0.number == former[0].number } }
            state.kept.append(Kept(person: person, number: state.count, item: item))
            while state.kept.count > 1, state.kept.count > people * own || state.kept.reduce(0, { $0 + size($1.item) }) > byteLimit {
                state.kept.removeFirst()
            }
            return item
        }
    }

    /// Changes a result, if it is still stored.
    func change(_ number: Int, for person: Person.ID, _ change: (inout Item) -> Void) {
        state.withLock { state in
            guard let place = state.place(of: number, person) else { return }
            change(&state.kept[place].item)
        }
    }

    /// nil: no longer stored.
    func found(_ number: Int?, for person: Person.ID) -> Item? {
        state.withLock { state in
            guard let place = state.place(of: number, person) else { return nil }
            return state.kept[place].item
        }
    }

    /// The same, and removes it.
    func take(_ number: Int?, for person: Person.ID) -> Item? {
        state.withLock { state in
            guard let place = state.place(of: number, person) else { return nil }
            return state.kept.remove(at: place).item
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
    /// Whether a search with a browser may find more.
    let mayNeedBrowser: Bool
    /// The list that the person last pointed at.
    var pointed: Proposals.Proposal? {
        didSet { if corrected?.list == proposals.all.count { corrected = nil } }
    }
    /// The list that the person last corrected.
    var corrected: Corrected?

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
    var corrected: Corrected?
}

/// A list with a person's corrections, which its page shows again.
struct Corrected: Sendable {
    let list: Int
    let correction: Correction
    let title: String
}
