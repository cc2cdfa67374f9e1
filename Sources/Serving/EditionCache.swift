package import Records
import Synchronization

/// The version of a feed's records that a result was made from. It changes after each successful fetch, even one without changes.
package struct FeedEdition: Hashable, Sendable {
    package let feed: Int64
    package let read: Timestamp?
    package let changed: Timestamp?

    package init(_ feed: Feed) { (self.feed, read, changed) = (feed.id, feed.lastSuccess, feed.lastChange) }
}

/// Caches results made from editions of feeds. Cached values must not depend on a person.
///
/// Limited in bytes; the least recently used entry is evicted first. If two requests miss at once, both compute the result. Thread-safe.
package final class EditionCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let bytes: Int
        /// When the entry expires; nil if it is valid while its editions are the newest.
        let end: Timestamp?
        var used: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var uses = 0
    }

    private let state = Mutex(State())
    private let byteLimit: Int

    package init(byteLimit: Int) { self.byteLimit = byteLimit }

    package func value(for key: Key, at now: Timestamp) -> Value? {
        state.withLock { state in
            guard var entry = state.entries[key], entry.end.map({ now < $0 }) ?? true else { return nil }
            state.uses += 1
            entry.used = state.uses
            state.entries[key] = entry
            return entry.value
        }
    }

    package func keep(_ value: Value, for key: Key, bytes: Int, until end: Timestamp? = nil) {
        guard bytes <= byteLimit / 2 else { return }
        state.withLock { state in
            state.uses += 1
            let old = state.entries.updateValue(Entry(value: value, bytes: bytes, end: end, used: state.uses), forKey: key)
            state.bytes += bytes - (old?.bytes ?? 0)
            guard state.bytes > byteLimit else { return }
            // Down to three quarters, so that the next additions needn't evict again.
            for (key, entry) in state.entries.sorted(by: { $0.value.used < $1.value.used }) where state.bytes > byteLimit * 3 / 4 {
                state.entries[key] = nil
                state.bytes -= entry.bytes
            }
        }
    }

    package var bytes: Int { state.withLock(\.bytes) }
}
