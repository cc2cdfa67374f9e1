/// Selects records of a feed: which, in which order, and from where.
///
/// A page of records ends early, and says where the next begins, once its `Effort` is spent or its texts reach `byteLimit`. So the cost of
/// a page is limited, regardless of the board's size.
package struct RecordQuery: Sendable {
    package enum Order: Hashable, Sendable {
        /// The source's order.
        case source
        /// Ordered by a field, empty values first. `isOrdered` says which fields can order.
        case field(String, isDescending: Bool)
    }

    package var equals: [(field: String, value: Value)] = []
    package var order = Order.source
    /// Starts after this record; nil starts at the first.
    package var after: QueryCursor?
    package var limit: Int
    /// Limit of text bytes in a page; its last record may exceed it, since a page has at least one.
    package var byteLimit = 4 << 20
    /// Another condition on records.
    package var filter: RecordFilter?

    package init(limit: Int) { self.limit = limit }

    /// Whether the store can sort by fields of this kind. It stores amounts, durations, positions and lists as texts, which sort
    /// differently.
    package static func isOrdered(_ kind: Field.Kind) -> Bool {
        switch kind {
        case .money, .duration, .position, .list: false
        case .text, .number, .date, .time, .timestamp, .flag, .url, .image, .phone, .email: true
        }
    }
}
