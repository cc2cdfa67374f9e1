import BoardPages
import Records
import Serving

/// The order of a list's rows.
package enum ListOrder: String, Hashable, Sendable, CaseIterable {
    /// By name, ignoring accents and case.
    case name
    /// In the source's order.
    case source
}

/// The rows of a list to show, computed from all of them: searched, sorted, paginated. A pure value.
struct Listing: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        let id: Int64
        let name: String
        /// The picture's address at the last reading; nil if there is none.
        let picture: String?
        /// Labels and values of further fields, without empty ones.
        let notes: [Note]
        /// The searchable text, folded.
        let searched: String
        /// Its letter heading; nil if the list has none.
        var letter: String?
    }

    struct Note: Hashable, Sendable {
        let field: Field
        let value: Value
    }

    struct Letter: Hashable, Sendable {
        let letter: String
        let start: Int
    }

    /// Rows per page without a script; a script may request more at once.
    static let pageSize = 200
    static let largestPage = 500
    /// Longer lists are truncated, with a message.
    static let limit = 20_000
    /// The limit on the texts of all records; a list of very long texts is truncated earlier.
    static let byteLimit = 16 << 20

    let query: String
    let order: ListOrder
    /// The rows of this page.
    let rows: [Row]
    /// The number of rows examined, and of matches.
    let total: Int
    let found: Int
    /// The headings of all matches, and the index of each one's first row; empty if the list has none.
    let letters: [Letter]
    /// The index of the page's first row among the matches, from 0.
    let from: Int

    /// The start of the next page; nil on the last.
    var next: Int? { from + rows.count < found ? from + rows.count : nil }
    /// The start of the previous page; nil on the first.
    var previous: Int? { from > 0 ? max(0, from - Self.pageSize) : nil }

    /// `details`: the folded texts of details by record id, which are searched too.
    init(
        _ records: [StoredRecord], _ shape: RecordShape, query: String = "", order: ListOrder = .name, from: Int = 0,
        size: Int = pageSize, details: [Int64: String] = [:]
    ) {
        let search = SearchText(query)
        func searched(_ stored: StoredRecord) -> String {
            let own = shape.searched(stored.record)
            return details[stored.id].map { "\(own) \($0)" } ?? own
        }
        var entries = records.map { Entry($0, shape) }
        total = entries.count
        if !search.words.isEmpty { entries.removeAll { !search.matches(searched($0.stored)) } }
        if order == .name { entries.sort() }
        found = entries.count
        let letters = Self.headings(entries.map(\.letter))
        self.letters = (letters ?? []).enumerated().reduce(into: []) { known, entry in
            if known.last?.letter != entry.element { known.append(Letter(letter: entry.element, start: entry.offset)) }
        }
        self.query = query
        self.order = order
        self.from = min(max(0, from), found)
        rows = entries.indices.dropFirst(self.from).prefix(min(size, Self.largestPage)).map { index in
            let entry = entries[index]
            let record = entry.stored.record
            let notes = shape.notes.compactMap { place in record.values[place].map { Note(field: shape.schema.fields[place], value: $0) } }
            return Row(
                id: entry.stored.id, name: shape.name(of: record), picture: shape.picture(of: record), notes: notes,
                searched: searched(entry.stored), letter: letters?[index])
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

    /// The heading of a folded name; `#` if it doesn't start with a letter.
    private static func letter(_ folded: String) -> String {
        guard let first = folded.first, first.isLetter, let scalar = first.unicodeScalars.first, !scalar.properties.isIdeographic else {
            return "#"
        }
        return first.uppercased()
    }

    /// The headings, if useful: the rows of each letter are contiguous, and there are fewer letters than half the rows.
    private static func headings(_ letters: [String]) -> [String]? {
        var runs = 0
        for (index, letter) in letters.enumerated() where index == 0 || letter != letters[index - 1] { runs += 1 }
        guard runs > 1, runs == Set(letters).count, letters.count > 2 * runs || letters.count >= 30 else { return nil }
        return letters
    }
}

extension BoardPaths {
    /// The address of a page of the list, starting at row `from`, from 0.
    package func page(_ query: String, _ order: ListOrder, from: Int = 0) -> String {
        address(
            root, query.isEmpty ? nil : "q=\(Percent.encoded(query))", order == .name ? nil : "order=\(order.rawValue)",
            from == 0 ? nil : "from=\(from)")
    }
}
