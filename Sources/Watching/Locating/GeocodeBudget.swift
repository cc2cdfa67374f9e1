import Fetching
package import Records

/// When a geocoder may be asked, by anybody in the whole installation: one request at a time, the next a second after the answer; in the
/// background four a minute. A pure value over the traffic that the store keeps for all processes: the time is passed in.
///
/// A second is counted from the end of the answer and not from the question, so that none comes sooner however long it is on its way.
/// Source: the usage policy of OpenStreetMap's Nominatim, https://operations.osmfoundation.org/policies/nominatim/.
package struct GeocodeBudget: Hashable, Sendable {
    package enum Urgency: Sendable {
        /// Somebody waits for it.
        case interactive
        case background
    }

    package enum Verdict: Hashable, Sendable {
        /// It is let out, and noted.
        case go
        /// Not yet; ask again after so long.
        case wait(Duration)
        /// The service is left alone.
        case paused(until: Timestamp, why: String)
    }

    /// A tenth more than a second, for clocks that are read to the millisecond.
    static let spacing = Duration.milliseconds(1_100)
    static let backgroundSpacing = Duration.seconds(15)
    /// A request is over by then, or its process.
    static let lease = Duration.seconds(60)
    /// Another's request is looked at again.
    static let look = Duration.milliseconds(250)
    static let longestPause = Duration.seconds(86_400)

    package var traffic: GeocodeTraffic

    package init(_ traffic: GeocodeTraffic) { self.traffic = traffic }

    /// May it be asked now? `service` tells one that was turned away from another that was not.
    package mutating func take(_ urgency: Urgency, from service: String, at now: Timestamp) -> Verdict {
        forgiveClock(now)
        if traffic.service != service {
            (traffic.service, traffic.pausedUntil, traffic.failures, traffic.trouble) = (service, nil, 0, nil)
        }
        if let until = traffic.pausedUntil, until > now { return .paused(until: until, why: traffic.trouble ?? "it asked for that") }
        if let began = traffic.began {
            guard let end = traffic.ended ?? (now - began >= Self.lease ? began + Self.lease : nil) else { return .wait(Self.look) }
            let next = end + (urgency == .interactive ? Self.spacing : Self.backgroundSpacing)
            if next > now { return .wait(next - now) }
        }
        (traffic.began, traffic.ended) = (now, nil)
        return .go
    }

    /// It has answered, whatever.
    package mutating func answered(at now: Timestamp) {
        (traffic.ended, traffic.pausedUntil, traffic.failures, traffic.trouble) = (now, nil, 0, nil)
    }

    /// It has not: it is left alone, for longer each time, and as long as it has asked for. One that turns us away gets more rest than one
    /// that is down.
    package mutating func failed(_ trouble: String, isRefusal: Bool, asksFor wish: Duration? = nil, at now: Timestamp) {
        traffic.ended = now
        traffic.failures += 1
        traffic.trouble = trouble
        let (first, longest): (Duration, Duration) = isRefusal ? (.seconds(600), Self.longestPause) : (.seconds(30), .seconds(3600))
        let backoff = Backoff(first: first, longest: longest, failures: min(traffic.failures, 64)).ceiling
        traffic.pausedUntil = now + min(max(backoff, wish ?? .zero), Self.longestPause)
    }

    /// A clock that was set back makes what was noted lie ahead: it counts as just now.
    private mutating func forgiveClock(_ now: Timestamp) {
        if let ended = traffic.ended, ended > now { traffic.ended = now }
        if let began = traffic.began, began > now { traffic.began = now }
        if let until = traffic.pausedUntil, until - now > Self.longestPause { traffic.pausedUntil = now + Self.longestPause }
    }
}
