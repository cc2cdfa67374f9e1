public import Foundation
import NIOHTTP1

/// How long a server asks to be left alone, and with what: the value of `Retry-After`.
///
/// Only 429 (Too Many Requests) speaks for the whole host; a 503 speaks for the one address that was asked, since behind one host
/// there may be many sources of which one is down. A wish of more than a day counts as a day; one that cannot be read as none.
/// Source: RFC 9110, section 10.2.3; RFC 6585, section 4.
public struct Pause: Hashable, Sendable, Codable {
    /// What is to be left alone.
    public enum Scope: Hashable, Sendable, Codable {
        /// The address that was asked.
        case url
        /// Everything at its host.
        case host
    }

    /// What is to be left alone.
    public let scope: Scope
    /// When it may be asked again; always later than now.
    public let until: Date

    /// The most that is granted.
    static let longest: TimeInterval = 86_400

    init(scope: Scope, until: Date) {
        self.scope = scope
        self.until = until
    }

    /// nil if nothing was asked for, or only for a time that has passed.
    init?(status: Int, headers: HTTPHeaders, now: Date) {
        guard status == 429 || status == 503, let text = headers.first(name: "Retry-After").map({ FieldValue.trimmed($0) }) else {
            return nil
        }
        let delay: TimeInterval
        if let seconds = FieldValue.seconds(text) {
            delay = TimeInterval(seconds)
        } else if let date = HTTPDate.date(text, now: now) {
            // Their clock may be wrong: the difference to what they call now is what they mean.
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
