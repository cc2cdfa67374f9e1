/// A place between the records of a query: the record before it. Its text form is opaque to clients.
package struct QueryCursor: Hashable, Sendable {
    /// In the source's order: the record's position, with the index of its feed in the upper bits. Otherwise: the record's number.
    package let number: Int64
    /// The stored value of the sort field.
    package let value: String?

    package init?(text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let number = Int64(parts[0]), number >= 0 else { return nil }
        self.number = number
        guard parts.count == 2 else {
            value = nil
            return
        }
        guard let bytes = [UInt8](base64URL: String(parts[1])), let value = String(validating: bytes, as: UTF8.self) else { return nil }
        self.value = value
    }

    package init(number: Int64, value: String?) {
        self.number = number
        self.value = value
    }

    private static let positionBits = 40

    /// The index of the feed among those read together.
    package var feed: Int { Int(number >> Self.positionBits) }

    /// The position within that feed.
    package var position: QueryCursor { QueryCursor(number: number & (1 << Self.positionBits - 1), value: nil) }

    package func inFeed(_ index: Int) -> QueryCursor { QueryCursor(number: number | Int64(index) << Self.positionBits, value: nil) }

    package var text: String {
        value.map { "\(number)." + String(base64URL: Array($0.utf8)) } ?? String(number)
    }
}
