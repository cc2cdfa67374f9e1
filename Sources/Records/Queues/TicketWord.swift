package import Foundation

/// An anonymous browser that gets push messages about one ticket: its push address, its language, and how far ahead it is notified.
package struct TicketListener: Sendable, CustomReflectable {
    /// Limit of browsers that follow one ticket.
    package static let limitOfTicket = 4
    package static let limitOfQueue = 5_000
    /// Limit of listeners for all queues together.
    package static let limit = 20_000
    /// The offered numbers of tickets ahead at which a message is sent.
    package static let choices = [1, 2, 5]

    package let ticket: Ticket.ID
    /// The queue that issued the number.
    package let queue: String
    /// The push service's URL for this browser, unique per ticket. In a listener read from the store, the keyed hash that identifies it
    /// there.
    package let endpoint: String
    /// The subscription as JSON. Anyone who has it can send the browser messages.
    package let address: String
    /// BCP 47.
    package let language: String
    /// The ticket's page, relative to the server's public address: `queue/main`.
    package let page: String
    package let ahead: Int

    package init(ticket: Ticket.ID, queue: String, endpoint: String, address: String, language: String, page: String, ahead: Int) {
        self.ticket = ticket
        self.queue = queue
        self.endpoint = endpoint
        self.address = address
        self.language = language
        self.page = page
        self.ahead = ahead
    }

    /// Keeps personal data out of debug output.
    package var customMirror: Mirror { Mirror(self, children: ["ticket": ticket, "ahead": ahead]) }
}

/// One message to one browser about its ticket, as stored in the outbox.
package struct TicketWord: Sendable, Identifiable {
    package enum Kind: Hashable, Sendable {
        /// The ticket is near its turn, with this many ahead.
        case near(ahead: Int)
        case turn(counter: String)
        /// The ticket was called again.
        case again(counter: String)
    }

    /// The outcome of an attempt to send.
    package enum Outcome: Sendable {
        case sent
        /// Not sent. Retried at that time, or never if nil.
        case failed(reason: String, retryAt: Timestamp?)
        /// The subscription has ended; the browser gets no more messages.
        case gone
    }

    /// A message older than this is out of date and isn't sent.
    package static let lifetime = Duration.seconds(600)

    package let id: Int64
    /// Lets the receiver recognise the message.
    package let identifier: UUID
    package let kind: Kind
    package let ticket: Ticket.ID
    /// The ticket's label: `A17`.
    package let label: String
    package let listener: TicketListener
    package let made: Timestamp
    /// The number of attempts, including this one.
    package let attempts: Int

    package init(
        id: Int64, identifier: UUID, kind: Kind, ticket: Ticket.ID, label: String, listener: TicketListener, made: Timestamp, attempts: Int
    ) {
        self.id = id
        self.identifier = identifier
        self.kind = kind
        self.ticket = ticket
        self.label = label
        self.listener = listener
        self.made = made
        self.attempts = attempts
    }
}
