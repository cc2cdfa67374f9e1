/// Which of a feed's changes are wanted.
package struct ChangeQuery: Sendable {
    /// Of the record with this key, or of those whose asked field has this text; nil: of all.
    package var key: String?
    package var needle: String?
    /// Of the records with these keys; nil: of all. At most 1,000.
    package var keys: [String]?
    /// Only of these kinds; nil: of all.
    package var kinds: Set<Change.Kind>?
    /// Not seen before this.
    package var since: Timestamp?
    /// Older than this change, newest first, as a person reads them; or, if `after` is set, after that one in the order in which they were
    /// seen, as a program follows them.
    package var before: Int64?
    package var after: Int64?
    package var limit: Int
    /// Whether a page may end before `limit`, by the bytes and the time that it takes. For whatever a stranger can ask.
    package var isBounded = true

    package init(limit: Int) { self.limit = limit }
}

/// Changes that were asked for: fewer than that many where they are very long, or reading them takes an `Effort`.
package struct ChangePage: Sendable {
    package var changes: [StoredChange] = []
    /// Whether there may be more.
    package var isCut = false

    /// Bytes of the records in a page at most, though never fewer changes than one.
    package static let byteLimit = 1 << 20

    package init() {}
}
