import Fetching
package import Records

/// Decides when a geocoder may be asked, across the whole installation: one request at a time, the next a second after the answer; four per
/// minute in the background. A pure value over the traffic that the store shares between all processes: the time is passed in.
///
/// The second begins at the end of the answer and not at the request, so that requests never arrive closer together, regardless of latency.
/// Source: the usage policy of OpenStreetMap's Nominatim, https://operations.osmfoundation.org/policies/nominatim/.
package struct GeocodeBudget: Hashable, Sendable {
    package enum Urgency: Sendable {
        /// A person waits for the answer.
        case interactive
        case background
    }

    package enum Verdict: Hashable, Sendable {
        /// The request may be sent, and has been recorded.
        case go
        /// Not yet; try again after this time.
        case wait(Duration)
        /// The service is paused.
        case paused(until: Timestamp, why: String)
    }

    /// A tenth more than a second, because clocks are read to the millisecond.
    static let spacing = Duration.milliseconds(1_100)
    static let backgroundSpacing = Duration.seconds(15)
    /// After this time, a request or its process has ended.
    static let lease = Duration.seconds(60)
    /// How often to check whether another request has ended.
    static let look = Duration.milliseconds(250)
    static let longestPause = Duration.seconds(86_400)

    package var traffic: GeocodeTraffic

    package init(_ traffic: GeocodeTraffic) { self.traffic = traffic }

    /// Whether the service may be asked now. `service` identifies it: a new service starts without the former one's pauses.
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

    /// The service has answered, with any result.
    package mutating func answered(at now: Timestamp) {
        (traffic.ended, traffic.pausedUntil, traffic.failures, traffic.trouble) = (now, nil, 0, nil)
    }

    /// The service hasn't answered and is paused: longer each time, and at least as long as it asks for. A rejection causes a longer pause
    /// than an outage.
    package mutating func failed(_ trouble: String, isRefusal: Bool, asksFor wish: Duration? = nil, at now: Timestamp) {
        traffic.ended = now
        traffic.failures += 1
        traffic.trouble = trouble
        let (first, longest): (Duration, Duration) = isRefusal ? (.seconds(600), Self.longestPause) : (.seconds(30), .seconds(3600))
        let backoff = Backoff(first: first, longest: longest, failures: min(traffic.failures, 64)).ceiling
        traffic.pausedUntil = now + min(max(backoff, wish ?? .zero), Self.longestPause)
    }

    /// After the clock was set back, stored times in the future count as now.
    private mutating func forgiveClock(_ now: Timestamp) {
        if let ended = traffic.ended, ended > now { traffic.ended = now }
        if let began = traffic.began, began > now { traffic.began = now }
        if let until = traffic.pausedUntil, until - now > Self.longestPause { traffic.pausedUntil = now + Self.longestPause }
    }
}
