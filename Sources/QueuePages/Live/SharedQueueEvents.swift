import Logging
package import LongJobs
import Records
import ServiceLifecycle
package import Storage

/// Publishes on this server what all servers that share the store have stored for followers of queues (Decision 66). So followers get the
/// same events under the same ids from each server, and can go on at another.
package actor SharedQueueEvents: Service {
    private let feeds: QueueFeeds
    private let store: Store
    private let telling: NodeTelling
    private let inbox: NodeInbox
    /// The version of the last published event, by queue; 0 before the first.
    private var versions: [String: Int64] = [:]
    private let logger = Logger(label: "tidings.queues")

    private static let pause = Duration.seconds(1)

    package init(_ feeds: QueueFeeds, in store: Store, _ telling: NodeTelling) {
        (self.feeds, self.store, self.telling) = (feeds, store, telling)
        inbox = telling.inbox()
        feeds.onBehind { [weak self] queue in await self?.catchUp(queue) }
    }

    /// Tells all servers, this one included, that a queue has a new event in the store.
    package nonisolated func tell(_ queue: String) {
        telling.tell(.queue(queue))
        inbox.add(.news([.queue(queue)]))
    }

    /// Publishes the stored events of a queue whose feed has just been opened, so that its followers can go on here.
    package func begin(_ queue: String) async throws {
        versions[queue] = 0
        try await publish(queue)
    }

    /// The number of stored events that followers here don't have yet.
    package func missing() async throws -> Int { try await store.queues.eventCount(after: versions) }

    package func run() async throws {
        await cancelWhenGracefulShutdown { await self.follow() }
    }

    private func follow() async {
        while !Task.isCancelled {
            do {
                switch await inbox.next() {
                case .anything: for queue in versions.keys.sorted() { try await publish(queue) }
                case .news(let news):
                    for case .queue(let queue) in news where versions[queue] != nil { try await publish(queue) }
                }
            } catch {
                if !Task.isCancelled { logger.error("pages wait for events of queues", metadata: ["error": "\(error)"]) }
                try? await Task.sleep(for: Self.pause)
                inbox.add(.anything)
            }
        }
    }

    private func catchUp(_ queue: String) async {
        // If the store can't be read, followers begin again with the last known state.
        if versions[queue] != nil { try? await publish(queue) }
    }

    private func publish(_ queue: String) async throws {
        let known = versions[queue] ?? 0
        // With the last known one: if it is gone, others may be missing between it and the first.
        let events = try await store.queues.events(of: queue, from: known)
        var isAfterGap = known > 0 && events.first?.version != known
        for event in events where event.version > versions[queue] ?? 0 {
            feeds.publish(event, isAfterGap: isAfterGap)
            isAfterGap = false
            versions[queue] = event.version
        }
    }
}
