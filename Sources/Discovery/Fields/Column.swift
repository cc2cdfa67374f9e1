import Records

/// What stands at one place of all rows: the raw texts of a field.
struct Column: Sendable {
    /// In `LeafPaths`; -1 of data that has no elements.
    var path = -1
    /// The attribute that is read; nil: the text.
    var attribute: String?
    /// The tag of the element in most rows.
    var tag = ""
    /// What could name the field, the best first.
    var names: [String] = []
    /// The name of a member in data: it is the field's name.
    var member: String?
    /// Paths to the value in a row of data, the most usual first; several together make it.
    var places: [[String]] = []
    /// nil where the row has none.
    var cells: [Cell?]
    /// The code that the row gives beside an amount.
    var currency: String?
    /// It is no label, also where all rows have the same: all may be pending, until one isn't.
    var keepsSame = false
    /// It is a text behind an element, in the same line.
    var isBehind = false
    /// Which part of the text it is, where a sign parts several values; nil: the whole.
    var part: TextParts?
    /// Words that were cut off because all values begin or end with them.
    var (prefix, suffix) = ("", "")

    struct Cell: Hashable, Sendable {
        /// The element in the page's tree, or -1.
        var node = -1
        var text: String
        /// The texts of a list inside the row.
        var texts: [String]?
        /// What data says with a type: a number or a flag of JSON.
        var literal: Value?

        var isEmpty: Bool { text.isEmpty && texts == nil && literal == nil }
    }

    init(cells: [Cell?]) { self.cells = cells }

    var filled: [Cell] { cells.compactMap { $0 }.filter { !$0.isEmpty } }
    var filledCount: Int { cells.count { $0.map { !$0.isEmpty } ?? false } }
    var isList: Bool { cells.contains { $0?.texts != nil } }
    /// Whether it says an address: of a link, or of a picture.
    var isAddress: Bool { attribute.map { ["href", "src", "srcset", "data-src", "action"].contains($0) } ?? false }

    /// The texts of rows that have one, with what the reader sees of them.
    func mapped(_ change: (String) -> String) -> Column {
        var copy = self
        for row in cells.indices where cells[row]?.texts == nil && cells[row]?.literal == nil {
            if let text = cells[row]?.text, !text.isEmpty { copy.cells[row]?.text = change(text) }
        }
        return copy
    }
}
