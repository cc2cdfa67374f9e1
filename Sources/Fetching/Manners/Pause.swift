public import Foundation
import NIOHTTP1

/// A server's request to pause, from `Retry-After`, and its scope.
///
/// Only 429 (Too Many Requests) applies to the whole host. A 503 applies to the requested address, because a host may serve many sources,
/// one of which is down. The pause is capped at a day; an invalid value counts as none. Source: RFC 9110, section 10.2.3; RFC 6585, section
/// 4.
public struct Pause: Hashable, Sendable, Codable {
    /// The scope of a pause.
    public enum Scope: Hashable, Sendable, Codable {
        /// The requested address.
        case url
        /// All addresses of the host.
        case host
    }

    /// The scope of this pause.
    public let scope: Scope
    /// When requests may resume; always in the future.
    public let until: Date

    /// The longest pause, in seconds.
    static let longest: TimeInterval = 86_400

    init(scope: Scope, until: Date) {
        self.scope = scope
        self.until = until
    }

    /// Returns nil if there is no pause or it has already passed.
    init?(status: Int, headers: HTTPHeaders, now: Date) {
        guard status == 429 || status == 503, let text = headers.first(name: "Retry-After").map({ FieldValue.trimmed($0) }) else {
            return nil
        }
        let delay: TimeInterval
        if let seconds = FieldValue.seconds(text) {
            delay = TimeInterval(seconds)
        } else if let date = HTTPDate.date(text, now: now) {
            // The server's clock may be wrong, so the pause is relative to the server's own `Date`.
            let theirs = headers.first(name: "Date").flatMap { HTTPDate.date($0, now: now) } ?? now
            delay = date.timeIntervalSince(theirs)
        } else {
            return nil
        }
        guard delay > 0 else { return nil }
        scope = status == 429 ? .host : .url
        until = now + min(delay, Self.longest)
    }
}
