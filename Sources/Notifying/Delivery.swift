/// The outcome of sending one notice on one channel.
package enum Delivery: Hashable, Sendable {
    /// The receiving service has accepted it.
    case delivered
    /// The address no longer exists: delete it, and notify the person on another channel.
    case gone(String)
    /// Failed temporarily. Retry, but not before this time if the receiver named one. The reason is for the log and the person.
    case later(Duration?, String)
    /// Failed permanently: retrying doesn't help until the cause is fixed.
    case refused(String)
}
