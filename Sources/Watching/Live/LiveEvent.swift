package import Fetching
package import Records

/// What a page hears of a feed while it is open.
package enum LiveEvent: Sendable {
    case began
    case progress(JobProgress)
    /// A row that matches has passed, or has become certain.
    case row(LiveRow)
    /// The provisional row of this number is none.
    case withdrawn(number: Int)
    /// The fetch is over; what it came to is in the store.
    case ended
}

/// A row of a fetch that is under way. `number` is its place in the document, from 0.
package struct LiveRow: Hashable, Sendable {
    package let number: Int
    package let record: Record
    package let isProvisional: Bool
}
