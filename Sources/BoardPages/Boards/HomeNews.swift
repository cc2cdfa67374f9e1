package import Records
package import Serving

/// The news of a board, for its tile on the home page.
package enum HomeNews: Sendable {
    /// How many rows changed in the last reading with a change.
    case changes(count: Int, at: Timestamp)
    /// The rows for the number that a visitor's browser last looked up; empty if there are none.
    case mine(needle: String, rows: [Record], schema: Schema)
    /// The lowest current price with its unit, the fuel and the station.
    case cheapest(price: String, fuel: String, station: String)
    /// A current value, with a note.
    case now(HTML, note: HTML)
    /// The state of a board's queues.
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
    /// It isn't read while its owner's account is disabled.
    case paused
}
