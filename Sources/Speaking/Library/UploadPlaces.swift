import Records

/// Decides who may send a file at the moment. A pure value.
///
/// A few files come at once, and each person has a share of them. A sender keeps the place while no other person needs it, or while the
/// file comes faster than the floor. The floor doubles with each person who was turned away, and again for every ten seconds that they
/// have been trying; so eight senders who take hours don't shut everybody else out, and a file over a slow line arrives as long as there
/// is room.
struct UploadPlaces: Sendable {
    struct Limits: Sendable {
        /// Files at once, in all and of one person.
        var all = 8
        var own = 2
        /// Bytes a second, before it rises, and how often it doubles at most: to a megabyte a second.
        var floor = 16 << 10
        var doublings = 6
        /// Before a file has to come at a pace.
        var grace = Duration.seconds(2)
        /// One doubling more, for each person.
        var step = Duration.seconds(10)
        /// After that, a person who was turned away doesn't count any more.
        var memory = Duration.seconds(60)
    }

    enum Answer: Hashable, Sendable {
        case goes
        /// The file of this number came too slowly and has lost its place.
        case goesInstead(of: Int)
        case isFull
    }

    private let limits: Limits
    private var going: [Int: Person.ID] = [:]
    private var waiting: [Person.ID: (since: ContinuousClock.Instant, last: ContinuousClock.Instant)] = [:]

    init(_ limits: Limits = Limits()) { self.limits = limits }

    /// A new file; `paces` has the bytes a second of those that come, by number, without those that have only begun (`hasPace`).
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
        // Persons who have their share wait for themselves.
        if own.count < limits.own { waiting[person] = (waiting[person]?.since ?? now, now) }
        return .isFull
    }

    /// The file of this number has come, or comes no more.
    mutating func leave(_ number: Int) { going[number] = nil }

    /// Whether a file that began then has to have a pace.
    func hasPace(_ began: ContinuousClock.Instant, at now: ContinuousClock.Instant) -> Bool { now - began >= limits.grace }

    private mutating func admit(_ number: Int, _ person: Person.ID, _ answer: Answer) -> Answer {
        going[number] = person
        waiting[person] = nil
        return answer
    }

    /// Bytes a second.
    private func risenFloor(at now: ContinuousClock.Instant) -> Int {
        let doublings = waiting.values.reduce(0) { $0 + 1 + Int((now - $1.since) / limits.step) }
        return limits.floor << min(doublings, limits.doublings)
    }
}
