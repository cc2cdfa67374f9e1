import Records
import Testing
import Watching

@Suite("Clock steps") struct ClockStepsTests {
    private let clock = SetClock()
    private var steps = ClockSteps()

    private mutating func look() -> ClockSteps.Step? { steps.observe(clock.wall, at: clock.instant) }

    @Test("time that passes is no step, nor is a machine's sleep or what NTP slews")
    mutating func passing() {
        #expect(look() == nil)
        for time in [Duration.seconds(60), .days(30), .milliseconds(1)] {
            clock.pass(time)
            clock.set(by: .milliseconds(900))
            #expect(look() == nil)
        }
    }

    @Test(
        "a clock that is set is noticed once, with how far and which way", arguments: [Duration.days(3653), .seconds(-7200), .seconds(30)])
    mutating func set(by: Duration) throws {
        _ = look()
        clock.pass(.seconds(20))
        clock.set(by: by)
        clock.pass(.seconds(20))
        let noticed = look()
        let step = try #require(noticed)
        #expect(step.by == by)
        #expect(step.noticed == clock.wall)
        #expect(step.within == .seconds(40))
        #expect(look() == nil)
        #expect(steps.latest == step)
    }

    @Test("what was noted since the clock was set is told from what was noted before")
    mutating func followed() throws {
        _ = look()
        let before = clock.wall
        clock.pass(.seconds(10))
        clock.set(by: .seconds(-3600))
        let after = clock.wall
        clock.pass(.seconds(10))
        let noticed = look()
        let step = try #require(noticed)
        #expect(step.isFollowed(by: after))
        #expect(!step.isFollowed(by: before))
    }

    @Test("a clock that was set far ahead is not trusted with removals for a day, unless it is set back")
    mutating func doubt() {
        _ = look()
        clock.set(by: .days(3653))
        _ = look()
        #expect(!steps.isTrusted(at: clock.instant))
        clock.pass(.seconds(90_000))
        _ = look()
        #expect(steps.isTrusted(at: clock.instant))
        clock.set(by: .days(3653))
        _ = look()
        clock.set(by: .days(-3653))
        _ = look()
        #expect(steps.isTrusted(at: clock.instant))
    }

    @Test("so is one at the start that is far from the last that was stored")
    mutating func doubtAtTheStart() {
        steps.start(clock.wall, at: clock.instant, storedUntil: clock.wall + (.zero - .days(3653)))
        #expect(!steps.isTrusted(at: clock.instant))
        var ordinary = ClockSteps()
        ordinary.start(clock.wall, at: clock.instant, storedUntil: clock.wall + .seconds(-3600))
        #expect(ordinary.isTrusted(at: clock.instant))
    }
}
