import Records
import Testing

@testable import Watching

@Suite("The budget of geocoding") struct GeocodeBudgetTests {
    private let start = Timestamp(milliseconds: 1_800_000_000_000)
    private var budget = GeocodeBudget(GeocodeTraffic())

    private func time(_ seconds: Double) -> Timestamp { start + .milliseconds(Int64(seconds * 1000)) }

    private mutating func take(_ urgency: GeocodeBudget.Urgency, at seconds: Double, from service: String = "a") -> GeocodeBudget.Verdict {
        budget.take(urgency, from: service, at: time(seconds))
    }

    @Test("one request at a time, and the next more than a second after the answer")
    mutating func spacing() {
        #expect(take(.interactive, at: 0) == .go)
        #expect(take(.interactive, at: 5) == .wait(GeocodeBudget.look))
        budget.answered(at: time(7))
        #expect(take(.interactive, at: 7.4) == .wait(.milliseconds(700)))
        #expect(take(.interactive, at: 8.1) == .go)
    }

    @Test("in the background four a minute, counted from anybody's last")
    mutating func background() {
        #expect(take(.background, at: 0) == .go)
        budget.answered(at: time(0))
        #expect(take(.background, at: 2) == .wait(.seconds(13)))
        #expect(take(.interactive, at: 14) == .go)
        budget.answered(at: time(14))
        #expect(take(.background, at: 15) == .wait(.seconds(14)))
        #expect(take(.background, at: 29) == .go)
    }

    @Test("a request whose process has died is over after a minute")
    mutating func lease() {
        #expect(take(.interactive, at: 0) == .go)
        #expect(take(.interactive, at: 59.9) == .wait(GeocodeBudget.look))
        #expect(take(.interactive, at: 60) == .wait(.milliseconds(1100)))
        #expect(take(.interactive, at: 61.1) == .go)
    }

    @Test("a service that is down is left alone for longer each time, an hour at most; one that answers again, not at all")
    mutating func down() {
        var pauses: [Double] = []
        var now = 0.0
        for _ in 1...9 {
            #expect(take(.interactive, at: now) == .go)
            budget.failed("answered 500", isRefusal: false, at: time(now))
            guard case .paused(let until, "answered 500") = take(.interactive, at: now + 1) else {
                Issue.record("it is not left alone")
                return
            }
            pauses.append((until - time(now)) / .seconds(1))
            now += pauses.last ?? 0
        }
        #expect(pauses == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
        #expect(take(.interactive, at: now) == .go)
        budget.answered(at: time(now))
        #expect(budget.traffic.failures == 0)
        #expect(budget.traffic.pausedUntil == nil)
        #expect(budget.traffic.trouble == nil)
        #expect(take(.interactive, at: now + 1.1) == .go)
    }

    @Test(
        "one that turns us away is left alone for ten minutes and more, or as long as it wants, a day at most",
        arguments: [(nil, 600.0), (20.0, 600), (5000, 5000), (1e7, 86_400)])
    mutating func turnedAway(wish: Double?, pause: Double) {
        #expect(take(.interactive, at: 0) == .go)
        budget.failed("answered 429", isRefusal: true, asksFor: wish.map { .seconds($0) }, at: time(0))
        #expect(take(.background, at: 1) == .paused(until: time(pause), why: "answered 429"))
    }

    @Test("another service has not turned us away, but is asked no sooner")
    mutating func another() {
        #expect(take(.interactive, at: 0) == .go)
        budget.failed("answered 403", isRefusal: true, at: time(0))
        #expect(take(.interactive, at: 0.5, from: "b") == .wait(.milliseconds(600)))
        #expect(take(.interactive, at: 1.1, from: "b") == .go)
    }

    @Test("a clock that was set back costs a second and not a year")
    mutating func clock() {
        #expect(take(.interactive, at: 1e7) == .go)
        budget.failed("answered 500", isRefusal: false, at: time(1e7))
        guard case .paused(let until, _) = take(.interactive, at: 0) else {
            Issue.record("a pause that lies ahead is kept to, within a bound")
            return
        }
        #expect(until == time(86_400))
        budget.traffic.pausedUntil = nil
        budget.traffic.ended = time(1e7)
        #expect(take(.interactive, at: 1) == .wait(.milliseconds(1100)))
        #expect(take(.interactive, at: 2.1) == .go)
    }
}
