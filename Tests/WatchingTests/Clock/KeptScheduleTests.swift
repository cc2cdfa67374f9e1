import Foundation
import Records
import Testing

@testable import Watching

@Suite("A schedule and a clock that is set") struct KeptScheduleTests {
    private let now = Timestamp(milliseconds: 1_790_000_000_000)
    private let hourly = Schedule(period: .seconds(3600))
    private let decade = Duration.days(3653)

    private func kept(_ due: Timestamp, since attempt: Timestamp?) -> Duration {
        hourly.kept(due, since: attempt, at: now, chance: 0.9) - now
    }

    @Test("at the start what was decided holds, a wish of the source for a day too")
    func ordinary() {
        #expect(kept(now + .seconds(1800), since: now + .seconds(-1700)) == .seconds(1800))
        #expect(kept(now + .seconds(80_000), since: now + .seconds(-6400)) == .seconds(80_000))
        #expect(kept(now + .seconds(-500), since: now + .seconds(-4000)) == .seconds(-500))
        #expect(kept(now, since: nil) == .zero)
    }

    @Test("what was decided by a clock ten years ahead counts from now")
    func ahead() {
        #expect(kept(now + decade + .seconds(3500), since: now + decade) == .seconds(3500))
        // Only the due time is from the wrong clock, as for a feed that a person asked for.
        for attempt in [nil, now + .seconds(-60)] {
            let wait = kept(now + decade, since: attempt)
            #expect(wait > .seconds(3200))
            #expect(wait <= .seconds(3600))
        }
    }

    @Test("times of the clock are those of the clock as it is now")
    func byClock() throws {
        let daily = Schedule(period: nil, clock: [try #require(TimeOfDay("06:00"))])
        let next = try #require(TimeOfDay("06:00")).next(after: now, in: .gmt)
        let due = daily.kept(next + decade, since: now + decade + .seconds(-86_000), at: now, chance: 0)
        #expect(due <= next)
    }

    @Test(
        "while we run the same is left of a wait as before, whichever way the clock is set",
        arguments: [Duration.days(3653), .days(-3653), .seconds(7200), .seconds(-7200)])
    func moved(by: Duration) throws {
        var steps = ClockSteps()
        let clock = SetClock(now)
        _ = steps.observe(clock.wall, at: clock.instant)
        clock.pass(.seconds(60))
        clock.set(by: by)
        let noticed = steps.observe(clock.wall, at: clock.instant)
        let step = try #require(noticed)
        let due = hourly.moved(now + .seconds(1800), since: now + .seconds(-1800), by: step, at: clock.wall, chance: 0.5)
        #expect(due - clock.wall == .seconds(1740))
        // What was decided by the new clock already stays.
        #expect(
            hourly.moved(clock.wall + .seconds(3600), since: clock.wall, by: step, at: clock.wall, chance: 0.5) == clock.wall
                + .seconds(3600))
    }

    @Test("whatever is stored, nothing is due later than a schedule ever puts it")
    func always() {
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let far = Int64.random(in: 0...4_000_000_000_000, using: &chance)
            let attempt = Bool.random() ? nil : Timestamp(milliseconds: Int64.random(in: 0...4_000_000_000_000, using: &chance))
            let due = hourly.kept(Timestamp(milliseconds: far), since: attempt, at: now, chance: .random(in: 0..<1, using: &chance))
            #expect(due <= now + hourly.longestWait)
        }
    }
}
