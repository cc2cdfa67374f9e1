import Records
import Storage
import Synchronization

/// What each thing that depends on feeds was last looked at with, and when to look again although nothing of that has changed.
final class Looks<ID: Hashable & Sendable, Inputs: Hashable & Sendable>: Sendable {
    struct Look: Sendable {
        let inputs: Inputs
        let again: Timestamp?
        let at: Timestamp
    }

    private let looks = Mutex<[ID: Look]>([:])

    /// Forgets all others.
    func keep(_ standing: Set<ID>) { looks.withLock { $0 = $0.filter { standing.contains($0.key) } } }

    /// The last look, if another one now would find the same.
    func standing(_ id: ID, with inputs: Inputs, at now: Timestamp) -> Look? {
        guard let last = looks.withLock({ $0[id] }), last.inputs == inputs else { return nil }
        // One that seems to be still to come was before the clock was set back.
        return last.at <= now && last.again.map { $0 > now } ?? true ? last : nil
    }

    func note(_ id: ID, _ look: Look) { looks.withLock { $0[id] = look } }
}

/// A feed as far as a look depends on it: which one it is, and its last reading that brought something.
struct FeedMark: Hashable, Sendable {
    private let feed: Feed.ID
    private let changed: Timestamp?
    private let count: Int

    init(_ feed: Feed) { (self.feed, changed, count) = (feed.id, feed.lastChange, feed.recordCount) }
}
