import Foundation
import Logging
package import Records
package import Storage
import Synchronization

/// Says who is told of what a fetch came to: of changes by their watches, of a feed's health by all who watch it.
///
/// One a process. Holds the watches of each feed that has changed (`FeedWatches`), in memory that grows with them and costs nothing while
/// nothing changes. What it says is carried out inside the transaction that notes the fetch.
package final class Teller: Sendable {
    private let due: Due
    private let feeds = Mutex<[Feed.ID: FeedWatches]>([:])
    /// The health of each feed as it was last read or written, with its text: most fetches leave it as it is, and need not decode it.
    private let healths = Mutex<[Feed.ID: (text: String, health: FeedHealth)]>([:])
    private let logger = Logger(label: "tidings.teller")

    package init(_ due: Due = Due()) { self.due = due }

    /// For a fetch that ended then. A feed keeps its fields as long as the process lives.
    package func telling(of feed: Feed, _ schema: Schema, at now: Timestamp) -> Telling {
        let watches = feeds.withLock { feeds in
            if let known = feeds[feed.id] { return known }
            let watches = FeedWatches(schema, due)
            feeds[feed.id] = watches
            return watches
        }
        return Telling { [logger] changes, stored in
            let found = try watches.drafts(for: changes, stored, at: now)
            for unfit in found.unfit {
                logger.warning("a watch cannot be decided", metadata: ["watch": "\(unfit.watch)", "reason": "\(unfit.reason)"])
            }
            return found.drafts
        } due: { [due] watch, lastTold in
            due.time(of: watch.settings, own: watch.zone, lastTold: lastTold, at: now)
        }
    }

    /// What an event means for a feed's health, which is kept as JSON.
    func checkup(_ event: FeedHealth.Event, of feed: Feed, at now: Timestamp) -> Checkup {
        Checkup { [self] stored, hasChanged in
            let known = healths.withLock { $0[feed.id] }
            // A state of a former form is begun anew.
            let before =
                stored == known?.text
                ? known?.health : stored.flatMap { try? JSONDecoder().decode(FeedHealth.self, from: Data($0.utf8)) }
            var health = before ?? FeedHealth()
            let news = health.note(event.withChange(hasChanged), at: now)
            let state = if let stored, health == before { stored } else { health.json }
            healths.withLock { [health] in $0[feed.id] = (state, health) }
            return (state, news.map { FeedHealth.json(of: $0) })
        }
    }
}

extension FeedHealth.Event {
    /// Whether a document brought changes is known only when it is stored.
    fileprivate func withChange(_ hasChanged: Bool) -> Self {
        guard case .fetched(let count, let filled, _) = self else { return self }
        return .fetched(recordCount: count, filled: filled, hasChanged: hasChanged)
    }
}

extension FeedHealth.News {
    /// As the outbox holds it; nil if another version of the program wrote it.
    package init?(stored text: String) {
        guard let news = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = news
    }
}
