/// One person's number in a queue, from joining to its end.
///
/// An anonymous number (`QueueCommand.take`) becomes a ticket only when it is called.
package struct Ticket: Hashable, Sendable, Identifiable {
    /// A ticket is in exactly one of these states.
    package enum State: String, CaseIterable, Codable, Sendable {
        case waiting
        /// Out of the line until staff bring it back.
        case parked
        /// At a counter.
        case called
        case finished
        case noShow
        /// The guest left, or the day ended.
        case left

        /// Whether it can be called in the ordinary way.
        package var isLive: Bool { self == .waiting || self == .parked || self == .called }
    }

    package static let numberLimit = Int(Int32.max) - 1
    /// Places between one number and the next.
    package static let placesPerNumber: Int64 = 1 << 20

    package let id: Int64
    /// The queue that issued the number.
    package let queue: String
    /// The day of that queue. Increases each time numbers begin at 1 again.
    package let day: Int64
    /// 1…2^31 − 2.
    package let number: Int
    /// `A17`.
    package let label: String
    /// The queue that it waits in; a transfer changes it.
    package var line: String
    /// Its unique position in its line; `number << 20` if it never moved.
    package var place: Int64
    package var state: State
    /// The services still requested, the next first; empty for any.
    package var services: [String]
    /// Its counter, or its last one.
    package var counter: String?
    /// How many times it was called.
    package var calls: Int
    package var joined: Timestamp
    /// The last call.
    package var called: Timestamp?
    package var ended: Timestamp?
    /// It keeps its place and isn't called before then.
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

    /// The place of a ticket that never moved.
    package static func place(of number: Int) -> Int64 { Int64(number) * placesPerNumber }
}

/// A ticket's position in its line.
package struct TicketPlace: Hashable, Sendable {
    package let ticket: Ticket
    /// How many are ahead of it in its line; 0 if it isn't waiting.
    package let ahead: Int
    /// Estimated time until it is called; nil: too little data.
    package let estimate: ClosedRange<Duration>?
    /// The state of the queue that it waits in.
    package let state: QueueState

    package init(ticket: Ticket, ahead: Int, estimate: ClosedRange<Duration>?, state: QueueState) {
        self.ticket = ticket
        self.ahead = ahead
        self.estimate = estimate
        self.state = state
    }
}
