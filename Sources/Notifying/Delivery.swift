import Records

/// The outcome of sending one notice on one channel.
package enum Delivery: Hashable, Sendable {
    /// The receiving service has accepted it.
    case delivered
    /// The address no longer exists: delete it, and notify the person on another channel.
    case gone(String)
    /// Failed temporarily: retry, but not before this time if the receiver gave one. The text is for the log and the person.
    case later(Duration?, String)
    /// Failed permanently: retrying doesn't help until the cause is fixed.
    case refused(String)
}

extension Delivery {
    /// The same without the server's text, if that contains a secret.
    func withoutWords(repeating secret: SecretText?) -> Delivery {
        let other = "the answer isn’t shown, because it repeats the password"
        switch self {
        case .gone(let words) where secret?.isRepeated(in: words) == true: return .gone(other)
        case .later(let time, let words) where secret?.isRepeated(in: words) == true: return .later(time, other)
        case .refused(let words) where secret?.isRepeated(in: words) == true: return .refused(other)
        case .delivered, .gone, .later, .refused: return self
        }
    }
}
