/// One person's number in a queue, from joining to its end.
///
/// A number that was taken bare (nobody knows by whom, `QueueCommand.take`) is no ticket until it is called.
package struct Ticket: Hashable, Sendable, Identifiable {
    /// A ticket is in exactly one of them.
    package enum State: String, CaseIterable, Codable, Sendable {
        case waiting
        /// Out of the line for a while, until staff bring it back.
        case parked
        /// At a counter.
        case called
        case finished
        case noShow
        /// By themselves, or at the end of the day.
        case left

        /// It can still be called in the ordinary way.
        package var isLive: Bool { self == .waiting || self == .parked || self == .called }
    }

    package static let numberLimit = Int(Int32.max) - 1
    /// Places between one number and the next.
    package static let placesPerNumber: Int64 = 1 << 20

    package let id: Int64
    /// That gave the number.
    package let queue: String
    /// Which day of that queue; counts up with each time that numbers begin at 1 again.
    package let day: Int64
    /// 1…2^31 − 2.
    package let number: Int
    /// `A17`.
    package let label: String
    /// The queue in which it waits; a transfer changes it.
    package var line: String
    /// The order in its line, where no two have the same: `number << 20` for one that never moved.
    package var place: Int64
    package var state: State
    /// What is still wanted, the next first; empty: whatever the queue is for.
    package var services: [String]
    /// At which it is, or was last.
    package var counter: String?
    /// How many times it was called.
    package var calls: Int
    package var joined: Timestamp
    /// The last time.
    package var called: Timestamp?
    package var ended: Timestamp?
    /// It keeps its place and is not called before.
    package var notBefore: Timestamp?
    /// SHA-256 of the device's key, in hex.
    package var device: String?
    package var guest: [PersonalField: String]

    package init(
        id: Int64, queue: String, day: Int64, number: Int, label: String, line: String? = nil, place: Int64? = nil, state: State = .waiting,
        services: [String] = [], counter: String? = nil, calls: Int = 0, joined: Timestamp, called: Timestamp? = nil,
        ended: Timestamp? = nil, notBefore: Timestamp? = nil, device: String? = nil, guest: [PersonalField: String] = [:]
    ) {
        self.id = id
        self.queue = queue
        self.day = day
        self.number = number
        self.label = label
        self.line = line ?? queue
        self.place = place ?? Self.place(of: number)
        self.state = state
        self.services = services
        self.counter = counter
        self.calls = calls
        self.joined = joined
        self.called = called
        self.ended = ended
        self.notBefore = notBefore
        self.device = device
        self.guest = guest
    }

    /// Of one that never moved.
    package static func place(of number: Int) -> Int64 { Int64(number) * placesPerNumber }
}

/// Where a ticket stands.
package struct TicketPlace: Hashable, Sendable {
    package let ticket: Ticket
    /// How many are before it in its line; 0 for one that does not wait.
    package let ahead: Int
    /// Until it is called, learned from what was seen; nil: too little is known.
    package let estimate: ClosedRange<Duration>?
    /// Of the queue in which it waits.
    package let state: QueueState

    package init(ticket: Ticket, ahead: Int, estimate: ClosedRange<Duration>?, state: QueueState) {
        self.ticket = ticket
        self.ahead = ahead
        self.estimate = estimate
        self.state = state
    }
}
