/// Decides when a page that is filled by scripts is ready: it has loaded, no request is running, and its number of elements hasn't changed
/// for a while. A pure value.
struct PageReadiness {
    /// Longer requests are held open by their server, and don't count.
    private let requestTimeout: Duration
    private let quiet: Duration
    private var underWay: [String: ContinuousClock.Instant] = [:]
    private var lastSign: ContinuousClock.Instant
    private var elements = -1
    private var isLoaded = false

    init(quiet: Duration, requestTimeout: Duration, at now: ContinuousClock.Instant) {
        (self.quiet, self.requestTimeout, lastSign) = (quiet, requestTimeout, now)
    }

    mutating func began(_ request: String, at now: ContinuousClock.Instant) {
        underWay[request] = now
        lastSign = now
    }

    mutating func ended(_ request: String, at now: ContinuousClock.Instant) {
        if underWay.removeValue(forKey: request) != nil { lastSign = now }
    }

    /// Records an action on the page, whose effects are waited for.
    mutating func stirred(at now: ContinuousClock.Instant) { lastSign = now }

    /// Records an observation of the page.
    mutating func saw(elements: Int, isLoaded: Bool, at now: ContinuousClock.Instant) {
        if elements != self.elements || isLoaded != self.isLoaded { lastSign = now }
        (self.elements, self.isLoaded) = (elements, isLoaded)
    }

    func isReady(at now: ContinuousClock.Instant) -> Bool {
        isLoaded && now - lastSign >= quiet && underWay.values.allSatisfy { now - $0 >= requestTimeout }
    }
}
