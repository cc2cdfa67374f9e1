extension Value {
    /// Characters of a text where many stand beside each other: in tables, changes and notices. A record's own page shows all of it.
    package static let amongOthers = 2_000
    /// In a title.
    package static let inTitle = 200

    /// A text of at most so many characters, with "…" for the rest; any other value as it is.
    package func shortened(to limit: Int) -> Value {
        guard case .text(let text) = self, text.utf8.count > limit, case let start = text.prefix(limit), start.endIndex < text.endIndex
        else { return self }
        return .text(start + "…")
    }
}
