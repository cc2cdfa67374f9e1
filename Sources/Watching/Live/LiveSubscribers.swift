import Records
import Storage

/// Pages that follow fetches live. A slow subscriber loses events, never uses more memory, and always receives the end.
struct LiveSubscribers {
    /// Whether a page wants a record.
    typealias Condition = @Sendable (Record) -> Bool

    private struct Subscriber {
        let feeds: Set<Feed.ID>
        let matches: Condition
        let continuation: AsyncStream<LiveEvent>.Continuation
    }

    private var subscribers: [Int: Subscriber] = [:]
    private var next = 0

    var count: Int { subscribers.count }

    /// All feeds with a subscriber.
    var feeds: Set<Feed.ID> { subscribers.values.reduce(into: []) { $0.formUnion($1.feeds) } }

    func areFollowing(_ feed: Feed.ID) -> Bool { subscribers.values.contains { $0.feeds.contains(feed) } }

    /// Subscribes to the events of these feeds. `onEnd` is called once, with the subscriber's number, when the stream has no reader any
    /// more.
    mutating func add(
        _ feeds: Set<Feed.ID>, matching: @escaping Condition, onEnd: @escaping @Sendable (Int) -> Void
    ) -> AsyncStream<LiveEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: LiveEvent.self, bufferingPolicy: .bufferingNewest(64))
        let number = next
        next += 1
        subscribers[number] = Subscriber(feeds: feeds, matches: matching, continuation: continuation)
        continuation.onTermination = { _ in onEnd(number) }
        return stream
    }

    mutating func drop(_ number: Int) { subscribers[number] = nil }

    func tell(_ feed: Feed.ID, _ event: LiveEvent) { tell(feed) { _ in event } }

    /// Sends each subscriber of a feed the event for its condition; nil for none.
    func tell(_ feed: Feed.ID, _ event: (Condition) -> LiveEvent?) {
        for subscriber in subscribers.values where subscriber.feeds.contains(feed) {
            if let event = event(subscriber.matches) { subscriber.continuation.yield(event) }
        }
    }

    /// Ends all streams.
    func finish() { for subscriber in subscribers.values { subscriber.continuation.finish() } }
}
