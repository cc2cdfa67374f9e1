package import Records
package import Serving

/// What is new on a board, for its tile on the first page.
package enum HomeNews: Sendable {
    /// How many rows the last reading that changed anything has changed.
    case changes(count: Int, at: Timestamp)
    /// The rows of the number that a visitor's browser last asked for; empty if it has none.
    case mine(needle: String, rows: [Record], schema: Schema)
    /// The lowest price there is now, with its unit, of which fuel and where.
    case cheapest(price: String, fuel: String, station: String)
    /// What it has now, with a line about it.
    case now(HTML, note: HTML)
    /// How the queues of a board stand.
    case queues([QueueState])
}

package enum BoardHealth: Hashable, Sendable {
    case neverRead
    /// Its file has only an example of an address.
    case notSetUp
    case fresh(updated: Timestamp)
    case running
    /// When it was last read; nil: never.
    case failing(lastRead: Timestamp?)
    /// It isn't read while its owner's account is off.
    case paused
}
