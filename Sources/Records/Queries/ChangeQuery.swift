/// Selects changes of feeds.
package struct ChangeQuery: Sendable {
    /// Changes of the record with this key, or of those with this text in the asked field; nil for all.
    package var key: String?
    package var needle: String?
    /// Changes of the records with these keys; nil for all. At most 1,000.
    package var keys: [String]?
    /// Only changes of these kinds; nil for all.
    package var kinds: Set<Change.Kind>?
    /// Only changes that aren't older than this.
    package var since: Timestamp?
    /// Older than this change, newest first, for people; or, if `after` is set, after that change in the order
    /// seen, for programs that follow them.
    package var before: Int64?
    package var after: Int64?
    package var limit: Int
    /// Whether a page may end before `limit` because of its bytes and time. For requests that visitors can make.
    package var isBounded = true

    package init(limit: Int) { self.limit = limit }
}

/// Changes found: fewer than the limit if they are long, or if reading them takes an `Effort`.
package struct ChangePage: Sendable {
    package var changes: [StoredChange] = []
    /// Whether there may be more changes.
    package var isCut = false

    /// Limit of the records' bytes in a page, though a page always has at least one change.
    package static let byteLimit = 1 << 20

    package init() {}
}
