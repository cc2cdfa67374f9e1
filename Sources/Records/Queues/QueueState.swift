/// The public state of a queue at one moment: durable, and without personal data.
package struct QueueState: Hashable, Sendable {
    package enum Opening: String, CaseIterable, Codable, Sendable {
        case open, paused, closed
    }

    /// One call, for displays.
    package struct Call: Hashable, Sendable {
        package let label: String
        package let number: Int
        package let counter: String
        package let at: Timestamp
        /// How many times this ticket was called.
        package let count: Int

        package init(label: String, number: Int, counter: String, at: Timestamp, count: Int) {
            self.label = label
            self.number = number
            self.counter = counter
            self.at = at
            self.count = count
        }
    }

    package struct CounterState: Hashable, Sendable {
        package let name: String
        /// The ticket at the counter.
        package let ticket: Ticket?
        /// When that ticket arrived, or when the last one left; nil: no ticket was there today.
        package let since: Timestamp?
        /// Whether tickets are called to it.
        package let isOpen: Bool

        package init(name: String, ticket: Ticket?, since: Timestamp?, isOpen: Bool = true) {
            self.name = name
            self.ticket = ticket
            self.since = since
            self.isOpen = isOpen
        }
    }

    /// The measured speed of the queue.
    package struct Pace: Hashable, Sendable {
        /// Recent average time to serve one ticket; nil if fewer than `QueuePace.leastSamples` were measured.
        package let service: Duration?
        /// How many services that average is based on.
        package let samples: Int
        /// Counters that currently serve.
        package let counters: Int

        package init(service: Duration?, samples: Int, counters: Int) {
            self.service = service
            self.samples = samples
            self.counters = counters
        }
    }

    package static let callLimit = 8

    package let plan: QueuePlan
    package let opening: Opening
    /// The staff's reason for it.
    package let reason: String?
    /// When it opens next, if its hours have closed it.
    package let opens: Timestamp?
    /// The staff's hours, or else the board file's.
    package let hours: OpeningHours?
    package let capacity: Int?
    /// The next number to be issued.
    package let next: Int
    package let waiting: Int
    /// How many more may join; nil: no limit.
    package let free: Int?
    package let parked: Int
    /// Newest first, at most `callLimit`, each ticket once.
    package let calls: [Call]
    package let counters: [CounterState]
    package let isLate: Bool
    /// Edition of its names and services: a page with another edition is outdated.
    package let edition: Int
    package let pace: Pace
    package let day: Int64
    /// Increases with each commit that changes the queue; 0 when the server starts. Where several servers share the queue, its version.
    package let sequence: Int64

    /// The number of open counters.
    package var openCounters: Int { counters.count(where: \.isOpen) }

    package init(
        plan: QueuePlan, opening: Opening = .open, reason: String? = nil, opens: Timestamp? = nil, hours: OpeningHours? = nil,
        capacity: Int? = nil, next: Int = 1, waiting: Int = 0, free: Int? = nil, parked: Int = 0, calls: [Call] = [],
        counters: [CounterState] = [], isLate: Bool = false, edition: Int = 0, pace: Pace = Pace(service: nil, samples: 0, counters: 0),
        day: Int64 = 1,
        sequence: Int64 = 0
    ) {
        self.plan = plan
        self.opening = opening
        self.reason = reason
        self.opens = opens
        self.hours = hours
        self.capacity = capacity
        self.next = next
        self.waiting = waiting
        self.free = free
        self.parked = parked
        self.calls = calls
        self.counters = counters
        self.isLate = isLate
        self.edition = edition
        self.pace = pace
        self.day = day
        self.sequence = sequence
    }
}

/// The changes of one commit to a queue, for its followers. Published in order of `sequence`, after the commit.
package struct QueueNews: Sendable {
    package let queue: String
    package let sequence: Int64
    package let state: QueueState
    /// Places in this line that stopped waiting.
    package let gone: [Int64]
    /// Places in this line that were entered before its end.
    package let back: [Int64]
    /// How many joined.
    package let joined: Int
    /// The tickets called, in their new state.
    package let called: [Ticket]

    /// Labels of tickets that left a counter, are no longer parked or ended, or are postponed differently.
    package let freed: [String]
    /// How many tickets were on hold until now.
    package let ready: Int

    package init(
        queue: String, sequence: Int64, state: QueueState, gone: [Int64], back: [Int64], joined: Int, called: [Ticket],
        freed: [String] = [], ready: Int = 0
    ) {
        self.queue = queue
        self.sequence = sequence
        self.state = state
        self.gone = gone
        self.back = back
        self.joined = joined
        self.called = called
        self.freed = freed
        self.ready = ready
    }
}
