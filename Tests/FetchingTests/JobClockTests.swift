import Testing

@testable import Fetching

@Suite("Job clock")
struct JobClockTests {
    private let start = ContinuousClock.now

    @Test("every stage has its own deadline, and the whole counts from leaving the line")
    func stages() {
        var timeouts = Timeouts()
        (timeouts.queued, timeouts.firstByte, timeouts.idle, timeouts.total) = (.seconds(100), .seconds(10), .seconds(5), .seconds(20))
        var clock = JobClock(timeouts, at: start)
        #expect(clock.check(at: start + .seconds(99)) == .checkAgain(at: start + .seconds(100)))
        #expect(clock.check(at: start + .seconds(100)) == .late("waited 100.0 seconds for its turn"))
        clock.began(.asking, at: start + .seconds(99))
        #expect(clock.check(at: start + .seconds(109)) == .late("did not answer within 10.0 seconds"))
        clock.began(.reading, at: start + .seconds(105))
        #expect(clock.check(at: start + .seconds(109)) == .checkAgain(at: start + .seconds(110)))
        clock.received(7)
        clock.began(.handing, at: start + .seconds(109))
        #expect(clock.check(at: start + .seconds(118)) == .checkAgain(at: start + .seconds(119)))
        clock.began(.reading, at: start + .seconds(118))
        #expect(clock.check(at: start + .seconds(119)) == .late("took longer than 20.0 seconds in all, after 7 bytes"))
    }

    @Test("the next check comes in time for a deadline that begins after this one")
    func shortTotal() {
        var timeouts = Timeouts()
        (timeouts.queued, timeouts.firstByte, timeouts.idle, timeouts.total) = (.seconds(100), .seconds(10), .seconds(10), .seconds(1))
        var clock = JobClock(timeouts, at: start)
        #expect(clock.check(at: start) == .checkAgain(at: start + .seconds(1)))
        clock.began(.asking, at: start + .milliseconds(1))
        #expect(clock.check(at: start + .seconds(1)) == .checkAgain(at: start + .milliseconds(1001)))
    }

    @Test("a body that trickles is given up, but not for the time its owner takes")
    func lowSpeed() {
        var timeouts = Timeouts()
        timeouts.idle = .seconds(5)
        timeouts.lowSpeed = Timeouts.LowSpeed(bytes: 100, in: .seconds(10))
        var clock = JobClock(timeouts, at: start)
        var now = start
        clock.began(.asking, at: now)
        // Twenty bytes per second, each followed by a second of the owner's time: fast enough.
        for _ in 0..<40 {
            clock.began(.reading, at: now)
            now += .seconds(1)
            if case .late(let words) = clock.check(at: now) { Issue.record("\(words)") }
            clock.received(20)
            clock.began(.handing, at: now)
            now += .seconds(1)
        }
        // One byte per second: too slow within two windows.
        var verdict: JobClock.Verdict?
        for _ in 0..<20 where verdict == nil {
            clock.began(.reading, at: now)
            now += .seconds(1)
            if case .late(let words) = clock.check(at: now) { verdict = .late(words) }
            clock.received(1)
        }
        #expect(verdict == .late("sent only 29 bytes in 10.0 seconds, after 809 bytes"))
    }
}
