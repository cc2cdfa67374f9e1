import Records

/// Decides who may upload a file at the moment. A pure value.
///
/// A few uploads run at once, and each person has a share of them. An upload keeps its place while no other person needs it, or while it is
/// faster than a minimum rate. The minimum doubles with each person who was rejected, and again for every ten seconds that they have been
/// trying. So eight uploads that take hours don't block everyone else, and an upload over a slow connection completes if there is room.
struct UploadPlaces: Sendable {
    struct Limits: Sendable {
        /// Concurrent uploads in total, and per person.
        var all = 8
        var own = 2
        /// The initial minimum rate in bytes per second, and the limit of its doublings: to a megabyte per second.
        var floor = 16 << 10
        var doublings = 6
        /// Time before an upload's rate is measured.
        var grace = Duration.seconds(2)
        /// Each waiting person adds a doubling per this time.
        var step = Duration.seconds(10)
        /// After this time, a rejected person no longer counts.
        var memory = Duration.seconds(60)
    }

    enum Answer: Hashable, Sendable {
        case goes
        /// The upload with this number was too slow and has lost its place.
        case goesInstead(of: Int)
        case isFull
    }

    private let limits: Limits
    private var going: [Int: Person.ID] = [:]
    private var waiting: [Person.ID: (since: ContinuousClock.Instant, last: ContinuousClock.Instant)] = [:]

    init(_ limits: Limits = Limits()) { self.limits = limits }

    /// Adds a new upload; `paces` are the rates of running uploads in bytes per second, by number, without those that have only begun
    /// (`hasPace`).
    mutating func enter(_ number: Int, for person: Person.ID, at now: ContinuousClock.Instant, paces: [Int: Double]) -> Answer {
        waiting = waiting.filter { now - $1.last < limits.memory }
        let own = going.filter { $0.value == person }
        let (rivals, floor) =
            own.count >= limits.own ? (own, limits.floor) : going.count >= limits.all ? (going, risenFloor(at: now)) : ([:], 0)
        guard !rivals.isEmpty else { return admit(number, person, .goes) }
        let slowest = rivals.keys.compactMap { rival in paces[rival].map { (rival, $0) } }.min { $0.1 < $1.1 }
        if let (slow, pace) = slowest, pace < Double(floor) {
            going[slow] = nil
            return admit(number, person, .goesInstead(of: slow))
        }
        // People who already use their share wait for their own uploads.
        if own.count < limits.own { waiting[person] = (waiting[person]?.since ?? now, now) }
        return .isFull
    }

    /// The upload with this number has completed or failed.
    mutating func leave(_ number: Int) { going[number] = nil }

    /// Whether an upload that began then has a measurable rate.
    func hasPace(_ began: ContinuousClock.Instant, at now: ContinuousClock.Instant) -> Bool { now - began >= limits.grace }

    private mutating func admit(_ number: Int, _ person: Person.ID, _ answer: Answer) -> Answer {
        going[number] = person
        waiting[person] = nil
        return answer
    }

    /// The current minimum rate, in bytes per second.
    private func risenFloor(at now: ContinuousClock.Instant) -> Int {
        let doublings = waiting.values.reduce(0) { $0 + 1 + Int((now - $1.since) / limits.step) }
        return limits.floor << min(doublings, limits.doublings)
    }
}
