package import Broadcasting
import Foundation
package import Records
import Serving
import Synchronization

/// The live feeds of all queues: events, and raw feeds where configured.
///
/// Filled queue by queue when the server starts. After that, every durable change by the desk is published. Thread-safe.
/// [Docs/Using/QueueFeeds.md](../../../Docs/Using/QueueFeeds.md)
package final class QueueFeeds: Sendable {
    package struct Feed: Sendable {
        package let plan: QueuePlan
        package let events: EventFeed
        let words: WordFeed?
    }

    package let broadcaster: Broadcaster
    /// Unique for each run of the server: the start time and a random part. For queues whose events aren't stored.
    private let epoch: String
    private let feeds = Mutex<[Feed]>([])
    /// Publishes the stored events of a queue that this server hasn't published yet; nil if none are stored.
    private let catchingUp = Mutex<(@Sendable (String) async -> Void)?>(nil)

    package init(_ broadcaster: Broadcaster) {
        self.broadcaster = broadcaster
        epoch = EventFeed.newEpoch()
    }

    /// Opens the feed of a queue in this state, also on a port if one is given. `epoch` begins the ids of events that servers share. Throws
    /// if the port can't be bound; the feed then works without it.
    package func open(
        _ state: QueueState, epoch: String? = nil, listening: (host: String, port: Int)? = nil
    ) throws(BroadcastError) {
        // Stored events come with their own numbers.
        let events = broadcaster.events(
            epoch: epoch ?? self.epoch, sequence: epoch == nil ? state.sequence : 0, state: LiveQueue.state(state))
        var (words, failure): (WordFeed?, BroadcastError?) = (nil, nil)
        if let listening {
            do throws(BroadcastError) {
                words = try broadcaster.words(host: listening.host, port: listening.port, number: LiveQueue.number(state))
            } catch { failure = error }
        }
        feeds.withLock { $0.append(Feed(plan: state.plan, events: events, words: words)) }
        if let failure { throw failure }
    }

    /// Publishes to all followers, in the order of sequence numbers per queue.
    package func publish(_ news: QueueNews) { publish(Self.event(news), isAfterGap: false) }

    /// What followers get of news. Several servers store it for the followers of all of them.
    package static func event(_ news: QueueNews) -> QueueEvent {
        QueueEvent(
            queue: news.queue, version: news.sequence, event: LiveQueue.event(news), state: LiveQueue.state(news.state),
            next: news.state.next)
    }

    /// Publishes an event, in the order of versions per queue. `isAfterGap`: this server lacks events before it.
    func publish(_ event: QueueEvent, isAfterGap: Bool) {
        guard let feed = feed(event.queue) else { return }
        feed.events.publish(event.event, state: event.state, sequence: event.version, isAfterGap: isAfterGap)
        feed.words?.publish(Int32(clamping: event.next))
    }

    func onBehind(_ catchUp: @escaping @Sendable (String) async -> Void) { catchingUp.withLock { $0 = catchUp } }

    /// Publishes what other servers have published of a queue.
    func catchUp(_ queue: String) async { await catchingUp.withLock { $0 }?(queue) }

    /// The port of a queue's raw feed; nil if it has none.
    package func port(of queue: String) -> Int? { feed(queue)?.words?.port }

    /// The feed of a queue; nil selects the first queue.
    package func feed(_ queue: String?) -> Feed? { feeds.withLock { feeds in feeds.first { queue == nil || $0.plan.name == queue } } }
}

/// The serialisation of a queue for events and raw feeds.
enum LiveQueue {
    private static let callLimit = 4
    /// With more waiting tickets than this, their places aren't listed, and each page requests its own.
    private static let placeLimit = 50

    /// The next number to be given. After the last, 2³¹ − 2, it stays at 2³¹ − 1.
    static func number(_ state: QueueState) -> Int32 { Int32(clamping: state.next) }

    /// The state sent to a new follower.
    static func state(_ state: QueueState) -> String { line(state).closed }

    static func event(_ news: QueueNews) -> String {
        var line = line(news.state)
        if max(news.gone.count, news.back.count, news.freed.count) > placeLimit {
            line.add("again", true)
        } else {
            line.add("gone", json: list(news.gone))
            line.add("back", json: list(news.back))
            if !news.freed.isEmpty { line.add("freed", news.freed) }
        }
        line.add("joined", news.joined)
        return line.closed
    }

    private static func line(_ state: QueueState) -> JSONLine {
        var line = JSONLine()
        line.add("next", state.next)
        line.add("waiting", state.waiting)
        line.add("state", state.opening.rawValue)
        line.add("late", state.isLate)
        line.add("counters", state.openCounters)
        line.add("edition", state.edition)
        let calls = state.calls.prefix(callLimit).map { "[\(JSONLine.quoted($0.label)),\(JSONLine.quoted($0.counter)),\($0.count)]" }
        line.add("calls", json: "[\(calls.joined(separator: ","))]")
        return line
    }

    private static func list(_ places: [Int64]) -> String { "[\(places.map { String($0) }.joined(separator: ","))]" }
}
