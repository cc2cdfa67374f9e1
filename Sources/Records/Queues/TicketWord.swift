package import Foundation

/// A browser that is told of one ticket, of which nobody knows whose it is: where it receives, in which language, and from how many ahead on.
package struct TicketListener: Sendable, CustomReflectable {
    /// A ticket is followed on so many browsers at most.
    package static let limitOfTicket = 4
    package static let limitOfQueue = 5_000
    /// Of all queues.
    package static let limit = 20_000
    /// How many may be ahead when one is told.
    package static let choices = [1, 2, 5]

    package let ticket: Ticket.ID
    /// That gave the number.
    package let queue: String
    /// Where its push service takes messages; one listener for each and ticket. Of one that is read from the store: what it is found by there.
    package let endpoint: String
    /// The subscription as JSON. It lets anyone disturb who has it.
    package let address: String
    /// BCP 47.
    package let language: String
    /// Of the ticket's page, below the server's public address: `queue/main`.
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

    /// What it shows of itself names nobody.
    package var customMirror: Mirror { Mirror(self, children: ["ticket": ticket, "ahead": ahead]) }
}

/// One word to one browser about its ticket, as it stands in the outbox.
package struct TicketWord: Sendable, Identifiable {
    package enum Kind: Hashable, Sendable {
        /// So many are ahead.
        case near(ahead: Int)
        case turn(counter: String)
        /// Called once more.
        case again(counter: String)
    }

    /// What came of an attempt.
    package enum Outcome: Sendable {
        case sent
        /// Not sent: again at that time, or never.
        case failed(reason: String, retryAt: Timestamp?)
        /// The browser is told nothing more.
        case gone
    }

    /// After that nobody wants to know any more, and it is not sent.
    package static let lifetime = Duration.seconds(600)

    package let id: Int64
    /// For whoever receives it.
    package let identifier: UUID
    package let kind: Kind
    package let ticket: Ticket.ID
    /// Of the ticket: `A17`.
    package let label: String
    package let listener: TicketListener
    package let made: Timestamp
    /// With this one.
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
