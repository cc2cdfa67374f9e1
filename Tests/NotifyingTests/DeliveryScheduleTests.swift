import Notifying
import Records
import Testing

@Suite("Delivery schedules")
struct DeliveryScheduleTests {
    private let retryLimits = DeliverySchedule.RetryLimits(first: .seconds(10), longest: .seconds(3600), giveUpAfter: .seconds(86_400))

    /// Always the same number: 0 for the shortest delay, the maximum for the longest.
    private struct Fixed: RandomNumberGenerator {
        let value: UInt64
        mutating func next() -> UInt64 { value }
    }

    private func step(_ delivery: Delivery, attempts: Int = 0, after: Duration = .zero, chance: UInt64 = .max) -> DeliverySchedule.Step {
        var schedule = DeliverySchedule(retryLimits, created: .sample, attempts: attempts)
        var chance = Fixed(value: chance)
        let step = schedule.ended(delivery, at: .sample + after, using: &chance)
        #expect(schedule.attempts == attempts + 1)
        return step
    }

    private func wait(_ step: DeliverySchedule.Step, from: Duration = .zero) -> Duration? {
        guard case .again(let time, _) = step else { return nil }
        return time - (.sample + from)
    }

    @Test("what is delivered, gone or refused is not tried again")
    func ends() {
        #expect(step(.delivered) == .done)
        #expect(step(.gone("410")) == .forget(reason: "410"))
        #expect(step(.refused("413")) == .failed(reason: "413"))
    }

    @Test("each failure doubles the longest wait, up to the bound, and no wait is shorter than a second")
    func backoff() throws {
        let longest = try (0..<12).map { try #require(wait(step(.later(nil, "busy"), attempts: $0))) / .seconds(1) }
        for (index, seconds) in longest.enumerated() {
            let ceiling = min(10 * Double(1 << index), 3600)
            #expect(seconds <= ceiling)
            #expect(seconds > ceiling * 0.99)
        }
        #expect(wait(step(.later(nil, "busy"), attempts: 5, chance: 0)) == .seconds(1))
    }

    @Test("a receiver that names a time is not asked before it")
    func retryAfter() throws {
        let shortest = try #require(wait(step(.later(.seconds(600), "busy"), chance: 0)))
        let longest = try #require(wait(step(.later(.seconds(600), "busy"), attempts: 9)))
        #expect(shortest == .seconds(601))
        #expect(longest > .seconds(601))
        #expect(longest <= .seconds(610))
    }

    @Test("a notice is given up when the next attempt would come too late, with the last reason")
    func givingUp() {
        #expect(step(.later(nil, "busy"), attempts: 30, after: .seconds(86_400)) == .failed(reason: "given up after 31 attempts: busy"))
        #expect(step(.later(.seconds(90_000), "busy")) == .failed(reason: "given up after 1 attempt: busy"))
        #expect(wait(step(.later(nil, "busy"), attempts: 0, after: .seconds(80_000)), from: .seconds(80_000)) != nil)
    }

    @Test("every channel tries at least ten times before it gives up", arguments: ChannelKind.all)
    func channels(kind: ChannelKind) {
        var schedule = DeliverySchedule(kind.retryLimits, created: .sample)
        var chance = Fixed(value: .max)
        var now = Timestamp.sample
        while case .again(let time, _) = schedule.ended(.later(nil, "busy"), at: now, using: &chance) { now = time }
        #expect(schedule.attempts >= 10)
    }
}
