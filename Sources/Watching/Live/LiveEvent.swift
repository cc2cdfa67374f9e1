package import Fetching
package import Records

/// The events of a feed for an open page.
package enum LiveEvent: Sendable {
    case began
    case progress(JobProgress)
    /// A matching row was read, or has become certain.
    case row(LiveRow)
    /// The provisional row with this number isn't a row.
    case withdrawn(number: Int)
    /// The fetch has ended; its outcome is in the store.
    case ended
}

/// A row of a running fetch. `number` is its place in the document, base 0.
package struct LiveRow: Hashable, Sendable {
    package let number: Int
    package let record: Record
    package let isProvisional: Bool
}
