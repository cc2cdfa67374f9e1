import Records
import Storage
import Synchronization

/// The inputs of each item's last evaluation, and when to evaluate it again even if they don't change.
final class Looks<ID: Hashable & Sendable, Inputs: Hashable & Sendable>: Sendable {
    struct Look: Sendable {
        let inputs: Inputs
        let again: Timestamp?
        let at: Timestamp
    }

    private let looks = Mutex<[ID: Look]>([:])

    /// Forgets all other items.
    func keep(_ standing: Set<ID>) { looks.withLock { $0 = $0.filter { standing.contains($0.key) } } }

    /// The last evaluation, if another one now would give the same result.
    func standing(_ id: ID, with inputs: Inputs, at now: Timestamp) -> Look? {
        guard let last = looks.withLock({ $0[id] }), last.inputs == inputs else { return nil }
        // A time in the future is from before the clock was set back.
        return last.at <= now && last.again.map { $0 > now } ?? true ? last : nil
    }

    func record(_ id: ID, _ look: Look) { looks.withLock { $0[id] = look } }
}

/// The properties of a feed that an evaluation depends on: its id, and its last reading that changed something.
struct FeedMark: Hashable, Sendable {
    private let feed: Feed.ID
    private let changed: Timestamp?
    private let count: Int

    init(_ feed: Feed) { (self.feed, changed, count) = (feed.id, feed.lastChange, feed.recordCount) }
}
