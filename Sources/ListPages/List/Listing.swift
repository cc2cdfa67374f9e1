import BoardPages
import Records
import Serving

/// In which order a list's rows stand.
package enum ListOrder: String, Hashable, Sendable, CaseIterable {
    /// By name, accents and case aside.
    case name
    /// As the source has them.
    case source
}

/// Which of a list's rows are shown, decided from all of them: searched, put in order, cut into pages. A pure value.
struct Listing: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        let id: Int64
        let name: String
        /// What the picture's address was when it was read; nil without one.
        let picture: String?
        /// Label and value of what is said besides, empty ones left out.
        let notes: [Note]
        /// All that is searched, folded.
        let searched: String
        /// The heading it stands under; nil where the list has none.
        var letter: String?
    }

    struct Note: Hashable, Sendable {
        let field: Field
        let value: Value
    }

    /// Without a script a page has so many; a script may ask for more at once.
    static let pageSize = 200
    static let largestPage = 500
    /// A list that is longer is looked at up to here, and says so.
    static let limit = 20_000
    /// Of the texts of its records: a list of very long ones is cut earlier.
    static let byteLimit = 16 << 20

    let query: String
    let order: ListOrder
    /// This page's.
    let rows: [Row]
    /// Rows looked at, and those of them that match.
    let total: Int
    let found: Int
    /// Place of the page's first row among those found, base 0.
    let from: Int

    /// From where the next page goes on; nil on the last.
    var next: Int? { from + rows.count < found ? from + rows.count : nil }
    /// The page before; nil on the first.
    var previous: Int? { from > 0 ? max(0, from - Self.pageSize) : nil }

    init(
        _ records: [StoredRecord], _ shape: RecordShape, query: String = "", order: ListOrder = .name, from: Int = 0,
        size: Int = pageSize
    ) {
        let search = SearchText(query)
        var entries = records.map { Entry($0, shape) }
        total = entries.count
        if !search.words.isEmpty { entries.removeAll { !search.matches(shape.searched($0.stored.record)) } }
        if order == .name { entries.sort() }
        found = entries.count
        let letters = Self.headings(entries.map(\.letter))
        self.query = query
        self.order = order
        self.from = min(max(0, from), found)
        rows = entries.indices.dropFirst(self.from).prefix(min(size, Self.largestPage)).map { index in
            let entry = entries[index]
            let record = entry.stored.record
            let notes = shape.notes.compactMap { place in record.values[place].map { Note(field: shape.schema.fields[place], value: $0) } }
            return Row(
                id: entry.stored.id, name: shape.name(of: record), picture: shape.picture(of: record), notes: notes,
                searched: shape.searched(record), letter: letters?[index])
        }
    }

    private struct Entry: Comparable {
        let stored: StoredRecord
        let name: String
        let letter: String

        init(_ stored: StoredRecord, _ shape: RecordShape) {
            self.stored = stored
            name = SearchText.folded(shape.name(of: stored.record))
            letter = Listing.letter(name)
        }

        static func < (left: Self, right: Self) -> Bool {
            (left.letter == "#" ? 1 : 0, left.name, left.stored.position) < (right.letter == "#" ? 1 : 0, right.name, right.stored.position)
        }
    }

    /// The letter a folded name stands under; what has no alphabet to speak of stands under `#`.
    private static func letter(_ folded: String) -> String {
        guard let first = folded.first, first.isLetter, let scalar = first.unicodeScalars.first, !scalar.properties.isIdeographic else {
            return "#"
        }
        return first.uppercased()
    }

    /// The headings, if they are of use: each letter's rows stand together, and there are fewer letters than half the rows.
    private static func headings(_ letters: [String]) -> [String]? {
        var runs = 0
        for (index, letter) in letters.enumerated() where index == 0 || letter != letters[index - 1] { runs += 1 }
        guard runs > 1, runs == Set(letters).count, letters.count > 2 * runs || letters.count >= 30 else { return nil }
        return letters
    }
}

extension BoardPaths {
    /// A list's page from its `from`th row on, base 0.
    package func page(_ query: String, _ order: ListOrder, from: Int = 0) -> String {
        address(
            root, query.isEmpty ? nil : "q=\(Percent.encoded(query))", order == .name ? nil : "order=\(order.rawValue)",
            from == 0 ? nil : "from=\(from)")
    }
}
