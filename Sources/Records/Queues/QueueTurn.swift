/// What a desk that shares queues with others needs for its turn: the only time in which it may change them.
package struct QueueAsking: Sendable {
    /// The queues to hold until the commit, with the version that the desk knows of each.
    package let known: [String: Int64]
    /// How many new tickets the desk may make.
    package let tickets: Int
    /// The name of the desk's server, which no other has meanwhile.
    package let desk: String
    /// Identifies the group of commands, in case the answer to its commit is lost.
    package let group: String

    package init(known: [String: Int64], tickets: Int, desk: String, group: String) {
        (self.known, self.tickets, self.desk, self.group) = (known, tickets, desk, group)
    }
}

/// What a desk that shares queues with others reads: the state of the queues, and what others have changed since the versions that the desk
/// knows.
package struct QueueReading: Sendable {
    /// A queue's row.
    package struct Line: Sendable {
        package let name: String
        package let day: Int64
        package let next: Int
        /// JSON of `QueueSettings`.
        package let settings: String
        package let version: Int64
        /// A desk that knows an earlier version than this one has to read the whole queue.
        package let whole: Int64
        package let timeline: String

        package init(name: String, day: Int64, next: Int, settings: String, version: Int64, whole: Int64, timeline: String) {
            (self.name, self.day, self.next, self.settings) = (name, day, next, settings)
            (self.version, self.whole, self.timeline) = (version, whole, timeline)
        }
    }

    package struct Span: Sendable {
        package let queue: String
        package let day: Int64
        /// Without numbers if it is used up: `last` is before `first`.
        package let span: BareSpan

        package init(queue: String, day: Int64, span: BareSpan) { (self.queue, self.day, self.span) = (queue, day, span) }
    }

    package struct Block: Sendable {
        package let queue: String
        package let day: Int64
        package let block: KioskBlock

        package init(queue: String, day: Int64, block: KioskBlock) { (self.queue, self.day, self.block) = (queue, day, block) }
    }

    package var lines: [Line]
    package var tickets: [Ticket] = []
    package var spans: [Span] = []
    package var blocks: [Block] = []
    /// By the clock of the database.
    package var time: Timestamp
    /// The timeline of the database: another one once a replica was promoted.
    package var timeline: String
    /// Ids for new tickets.
    package var ids: [Ticket.ID] = []

    package init(lines: [Line], time: Timestamp, timeline: String) { (self.lines, self.time, self.timeline) = (lines, time, timeline) }
}
