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
}
