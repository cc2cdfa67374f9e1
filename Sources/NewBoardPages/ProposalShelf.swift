import Drafting
import Records
import Synchronization

/// What was last found for each person who looks, until they take it or look elsewhere.
final class ProposalShelf: Sendable {
    struct Found: Sendable {
        /// Tells it from what the same person finds in another window.
        let number: Int
        let address: String
        let proposals: Proposals
    }

    /// People whose findings are kept; those who looked longest ago go first.
    private static let limit = 20

    private struct State {
        var count = 0
        var found: [Person.ID: Found] = [:]
    }

    private let state = Mutex(State())

    func keep(_ proposals: Proposals, at address: String, for person: Person.ID) -> Found {
        state.withLock { state in
            state.count += 1
            let found = Found(number: state.count, address: address, proposals: proposals)
            state.found[person] = found
            if state.found.count > Self.limit, let oldest = state.found.min(by: { $0.value.number < $1.value.number }) {
                state.found[oldest.key] = nil
            }
            return found
        }
    }

    /// nil: it is no longer kept.
    func found(_ number: Int?, for person: Person.ID) -> Found? {
        state.withLock { state in state.found[person].flatMap { $0.number == number ? $0 : nil } }
    }
}
