extension Value {
    /// Limit of characters of a text next to others: in tables, changes and notices. A record's own page shows all of it.
    package static let amongOthers = 2_000
    /// Limit of characters in a title.
    package static let inTitle = 200

    /// A text of at most this many characters, with "…" for the rest; other values are unchanged.
    package func shortened(to limit: Int) -> Value {
        guard case .text(let text) = self, text.utf8.count > limit, case let start = text.prefix(limit), start.endIndex < text.endIndex
        else { return self }
        return .text(start + "…")
    }
}
