/// A change of a queue as its followers get it. Servers that share a store keep the last of them there, so that a follower of one server
/// can go on at another.
package struct QueueEvent: Hashable, Sendable {
    package let queue: String
    /// Increases with each event of the queue: `QueueNews.sequence`.
    package let version: Int64
    /// JSON: what has changed.
    package let event: String
    /// JSON: the state after it, for new followers.
    package let state: String
    /// The next number after it, for raw feeds.
    package let next: Int

    package init(queue: String, version: Int64, event: String, state: String, next: Int) {
        (self.queue, self.version, self.event, self.state, self.next) = (queue, version, event, state, next)
    }
}
