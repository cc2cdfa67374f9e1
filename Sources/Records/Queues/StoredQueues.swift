/// The stored state of the queues, loaded at start: live tickets, and recently ended ones.
package struct StoredQueues: Sendable {
    package struct Queue: Sendable {
        package var day: Int64
        package var began: Timestamp
        package var next: Int
        package var settings: QueueSettings
        /// Increases with each commit of a desk that shares the queue.
        package var version: Int64 = 0
        /// The timeline of the database on which that was written; empty: none has.
        package var timeline = ""
        /// Waiting anonymous numbers of the day.
        package var spans: [BareSpan] = []
        package var blocks: [KioskBlock] = []
        /// The last services, oldest first.
        package var samples: [(ticket: Ticket.ID, duration: Duration)] = []

        package init(day: Int64, began: Timestamp, next: Int, settings: QueueSettings) {
            self.day = day
            self.began = began
            self.next = next
            self.settings = settings
        }
    }

    /// By name.
    package var queues: [String: Queue] = [:]
    /// Every live ticket, and the last ended ones of each queue.
    package var tickets: [Ticket] = []
    /// The next ticket's id.
    package var nextTicket: Ticket.ID = 1

    package init() {}
}

/// The decisions of one group of commands, written in one transaction.
package struct QueueWriting: Sendable {
    package struct Line: Sendable {
        package let name: String
        package let board: String
        package let day: Int64
        package let began: Timestamp
        package let next: Int
        package let settings: QueueSettings
        /// Where several desks share the queue: its new version.
        package var version: Int64 = 0
        /// Whether a desk that knows an earlier version has to read the whole queue, because the changed rows don't say all.
        package var isWhole = false

        package init(name: String, board: String, day: Int64, began: Timestamp, next: Int, settings: QueueSettings) {
            self.name = name
            self.board = board
            self.day = day
            self.began = began
            self.next = next
            self.settings = settings
        }
    }

    /// The current span of anonymous numbers; without an end it is used up.
    package struct Span: Sendable {
        package let queue: String
        package let day: Int64
        package let first: Int
        package let last: Int?
        package let joined: Timestamp?

        package init(queue: String, day: Int64, first: Int, last: Int?, joined: Timestamp?) {
            self.queue = queue
            self.day = day
            self.first = first
            self.last = last
            self.joined = joined
        }
    }

    package struct Block: Sendable {
        package let queue: String
        package let day: Int64
        package let block: KioskBlock
        package let reserved: Timestamp

        package init(queue: String, day: Int64, block: KioskBlock, reserved: Timestamp) {
            self.queue = queue
            self.day = day
            self.block = block
            self.reserved = reserved
        }
    }

    /// A ticket near its turn, in a line that moved.
    package struct Front: Sendable, Hashable {
        package let ticket: Ticket.ID
        /// The number of tickets ahead of it.
        package let ahead: Int
        package let at: Timestamp

        package init(ticket: Ticket.ID, ahead: Int, at: Timestamp) {
            self.ticket = ticket
            self.ahead = ahead
            self.at = at
        }
    }

    package var lines: [Line]
    /// Queues that began a new day.
    package var days: [Line]
    package var tickets: [Ticket]
    package var spans: [Span] = []
    package var blocks: [Block]
    package var acts: [QueueAct]
    package var fronts: [Front] = []
    /// Where several desks share the queues: what followers get, at all servers.
    package var events: [QueueEvent] = []
    /// How many ids of tickets are left out, because they may have been given before a replica was promoted.
    package var skippedTickets: Int64 = 0

    package init(lines: [Line], days: [Line], tickets: [Ticket], blocks: [Block], acts: [QueueAct]) {
        self.lines = lines
        self.days = days
        self.tickets = tickets
        self.blocks = blocks
        self.acts = acts
    }
}
