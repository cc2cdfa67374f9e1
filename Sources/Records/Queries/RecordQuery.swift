/// Selects records of a feed: which, in which order, and from where on.
///
/// A page of records ends early, and says where the next begins, once its `Effort` is spent or its texts reach `byteLimit`. So no page
/// costs more than that, however large the board.
package struct RecordQuery: Sendable {
    package enum Order: Hashable, Sendable {
        /// The source's order.
        case source
        /// Ordered by a field, empty values first. `isOrdered` says which fields can order.
        case field(String, isDescending: Bool)
    }

    package var equals: [(field: String, value: Value)] = []
    package var order = Order.source
    /// Starts after this record; nil starts with the first.
    package var after: QueryCursor?
    package var limit: Int
    /// Bytes of text in a page at most, but for the last of its records: a page has at least one.
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
