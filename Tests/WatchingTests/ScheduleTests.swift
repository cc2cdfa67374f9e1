import Foundation
import Records
import Testing
import Watching

@Suite("Schedule") struct ScheduleTests {
    private let start = Timestamp(milliseconds: 1_000_000_000)
    private let hourly = Schedule(period: .seconds(3600))

    private func wait(failures: Int, chance: Double) -> Duration { hourly.next(after: start, failures: failures, chance: chance) - start }

    @Test("after a success it is the period, give or take a tenth")
    func period() {
        #expect(wait(failures: 0, chance: 0) == .seconds(3240))
        #expect(wait(failures: 0, chance: 0.5) == .seconds(3600))
        #expect(wait(failures: 0, chance: 0.999) < .seconds(3960))
    }

    @Test("failures slow it down, from a minute up to the period, and never stop it")
    func backOff() {
        #expect(wait(failures: 1, chance: 0.5) == .seconds(60))
        #expect(wait(failures: 2, chance: 0.5) == .seconds(120))
        #expect(wait(failures: 6, chance: 0.5) == .seconds(1920))
        for failures in [7, 8, 100, Int.max] { #expect(wait(failures: failures, chance: 0.5) == .seconds(3600)) }
    }

    @Test("two installations that failed together do not come back together")
    func jitter() { #expect(wait(failures: 3, chance: 0.1) != wait(failures: 3, chance: 0.9)) }

    // MARK: By the clock

    private func time(_ iso: String) throws -> Timestamp { try #require(Timestamp(iso: iso)) }

    private func clock(_ times: String..., zone: String, period: Duration? = nil) throws -> Schedule {
        Schedule(period: period, clock: try times.map { try #require(TimeOfDay($0)) }, zone: try #require(TimeZone(identifier: zone)))
    }

    @Test("at times of the clock it is the next of them in its zone, a little after")
    func byClock() throws {
        let perth = try clock("06:01", "14:32", zone: "Australia/Perth")
        let now = try time("2026-03-07T00:00:00Z")
        #expect(perth.next(after: now, failures: 0, chance: 0) == (try time("2026-03-07T06:32:00Z")))
        #expect(perth.next(after: now, failures: 0, chance: 0.5) == (try time("2026-03-07T06:33:00Z")))
        // What was looked at within the jitter waits for the next time.
        #expect(perth.next(after: try time("2026-03-07T06:32:10Z"), failures: 0, chance: 0) == (try time("2026-03-07T22:01:00Z")))
    }

    @Test("with a period besides it is whichever comes first; the clock is kept whatever the source says of its age")
    func byClockAndPeriod() throws {
        let both = try clock("14:32", zone: "Australia/Perth", period: .seconds(3600))
        let now = try time("2026-03-07T00:00:00Z")
        #expect(both.next(after: now, failures: 0, chance: 0.5) == now + .seconds(3600))
        #expect(both.next(after: now, failures: 0, chance: 0.5, notBefore: now + .seconds(43_200)) == (try time("2026-03-07T06:33:00Z")))
    }

    @Test("failures back off between the times of the clock, and a source that wants to be left alone is")
    func clockFailures() throws {
        let perth = try clock("14:32", zone: "Australia/Perth")
        let now = try time("2026-03-07T00:00:00Z")
        #expect(perth.next(after: now, failures: 1, chance: 0.5) == now + .seconds(60))
        #expect(perth.next(after: now, failures: 30, chance: 0.5) == now + .seconds(3600))
        #expect(perth.next(after: now, failures: 1, chance: 0.5, notBefore: now + .seconds(80_000)) == now + .seconds(80_000))
    }

    @Test("the clock's own hour is kept over summer time, and an hour that is left out is the moment of the jump")
    func summerTime() throws {
        let berlin = try clock("02:30", zone: "Europe/Berlin")
        #expect(berlin.next(after: try time("2026-03-28T12:00:00Z"), failures: 0, chance: 0) == (try time("2026-03-29T01:00:00Z")))
        #expect(berlin.next(after: try time("2026-03-29T12:00:00Z"), failures: 0, chance: 0) == (try time("2026-03-30T00:30:00Z")))
        #expect(berlin.next(after: try time("2026-10-25T12:00:00Z"), failures: 0, chance: 0) == (try time("2026-10-26T01:30:00Z")))
    }

    @Test("what is not there yet at its time is looked for again, twice as long after it each time, for an hour")
    func notYet() throws {
        let perth = try clock("14:32", zone: "Australia/Perth")
        let due = try time("2026-03-07T06:32:00Z")
        var now = due + .seconds(30)
        var waits: [Duration] = []
        for _ in 0..<7 {
            let next = perth.nextWhenEmpty(after: now, chance: 0)
            waits.append(next - due)
            now = next
        }
        #expect(waits[0] == .seconds(150))
        #expect(waits[1] == .seconds(300))
        #expect(waits[2] == .seconds(600))
        #expect(waits[6] == .seconds(86_400))
    }
}
