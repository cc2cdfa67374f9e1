import Foundation
import Logging
package import Records
package import Storage
import Synchronization

/// Decides who is notified of the result of a fetch: changes go to their watches, a feed's health to everyone who watches it.
///
/// One per process. It holds the watches of each changed feed in memory (`FeedWatches`); without changes it costs nothing. The transaction
/// that stores the fetch carries out its decisions, or, for a feed with very many watches, the transactions after it (`finishPosting`).
package final class Teller: Sendable {
    private let due: Due
    private let limits: Marking.Limits
    private let feeds = Mutex<[Feed.ID: FeedWatches]>([:])
    /// Each feed's health as last read or written, with its stored text. Most fetches don't change it and needn't decode it.
    private let healths = Mutex<[Feed.ID: (text: String, health: FeedHealth)]>([:])
    private let logger = Logger(label: "tidings.teller")

    package init(_ due: Due = Due(), _ limits: Marking.Limits = Marking.Limits()) { (self.due, self.limits) = (due, limits) }

    /// The notices of a fetch that ends at `now`. If the feed's fields have changed, its watches are reloaded.
    package func telling(of feed: Feed, _ schema: Schema, at now: Timestamp) -> Telling {
        let watches = watches(of: feed, schema)
        return Telling(marking: watches.marking) { changes, stored in
            try watches.drafts(for: changes, stored, at: now)
        } due: { [due] watch, lastTold in
            due.time(of: watch.settings, own: watch.zone, lastTold: lastTold, at: now)
        }
    }

    private func watches(of feed: Feed, _ schema: Schema) -> FeedWatches {
        feeds.withLock { feeds in
            if let known = feeds[feed.id], known.schema == schema { return known }
            let watches = FeedWatches(schema, due, limits) { [logger] unfit in
                for unfit in unfit {
                    logger.warning("a watch cannot be decided", metadata: ["watch": "\(unfit.watch)", "reason": "\(unfit.reason)"])
                }
            }
            feeds[feed.id] = watches
            return watches
        }
    }

    /// Whether the last changes of the feed that this process has stored were left to be posted, because it has too many watches for one
    /// transaction.
    func hasLeftPostings(of feed: Feed.ID) -> Bool { feeds.withLock { $0[feed]?.areTooMany == true } }

    /// Posts what fetches of the feed have left to be posted, in short transactions. After a failure, a cancelled task or a kill, the next
    /// call continues there.
    package func finishPosting(of feed: Feed, _ schema: Schema, in store: FollowingStore, _ now: Now) async {
        do {
            while try await store.continuePosting(of: feed, telling(of: feed, schema, at: now()), at: now()) {}
        } catch is CancellationError {} catch {
            logger.error("notices wait to be posted", metadata: ["feed": "\(feed.id)", "error": "\(error)"])
        }
    }

    /// Applies an event to a feed's health, which is stored as JSON.
    func checkup(_ event: FeedHealth.Event, of feed: Feed, at now: Timestamp) -> Checkup {
        Checkup { [self] stored, hasChanged in
            let known = healths.withLock { $0[feed.id] }
            // A state in an old format starts from the beginning.
            let before =
                stored == known?.text
                ? known?.health : stored.flatMap { try? JSONDecoder().decode(FeedHealth.self, from: Data($0.utf8)) }
            var health = before ?? FeedHealth()
            let news = health.record(event.withChange(hasChanged), at: now)
            let state = if let stored, health == before { stored } else { health.json }
            healths.withLock { [health] in $0[feed.id] = (state, health) }
            return (state, news.map { FeedHealth.json(of: $0) })
        }
    }
}

extension FeedHealth.Event {
    /// Only storing a document shows whether it changed anything.
    fileprivate func withChange(_ hasChanged: Bool) -> Self {
        guard case .fetched(let count, let filled, _) = self else { return self }
        return .fetched(recordCount: count, filled: filled, hasChanged: hasChanged)
    }
}

extension FeedHealth.News {
    /// Parses the outbox's text; returns nil if another version wrote it.
    package init?(stored text: String) {
        guard let news = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = news
    }
}
