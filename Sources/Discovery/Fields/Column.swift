import Records

/// The raw texts at one path in all rows: a field.
struct Column: Sendable {
    /// A number of `LeafPaths`; -1 for data, which has no elements.
    var path = -1
    /// The attribute that is read; nil: the element's text.
    var attribute: String?
    /// The element's tag in most rows.
    var tag = ""
    /// Possible names of the field, best first.
    var names: [String] = []
    /// The name of a data member, which becomes the field's name.
    var member: String?
    /// The paths to the value in a row of data, most frequent first; several paths in one entry make the value together.
    var places: [[String]] = []
    /// nil if the row has no value.
    var cells: [Cell?]
    /// The currency code that the row has beside an amount.
    var currency: String?
    /// Not a label, even if all rows have the same text: all may be "pending" until the first changes.
    var keepsSame = false
    /// Whether it is the text after an element, in the same line.
    var isBehind = false
    /// Which part of the text it is, if a separator divides several values; nil: the whole text.
    var part: TextParts?
    /// The words that were cut off because all values begin or end with them.
    var (prefix, suffix) = ("", "")

    struct Cell: Hashable, Sendable {
        /// The element's index in the page's tree, or -1.
        var node = -1
        var text: String
        /// The texts of a list inside the row.
        var texts: [String]?
        /// A typed value from data: a JSON number or flag.
        var literal: Value?

        var isEmpty: Bool { text.isEmpty && texts == nil && literal == nil }
    }

    init(cells: [Cell?]) { self.cells = cells }

    var filled: [Cell] { cells.compactMap { $0 }.filter { !$0.isEmpty } }
    var filledCount: Int { cells.count { $0.map { !$0.isEmpty } ?? false } }
    var isList: Bool { cells.contains { $0?.texts != nil } }
    /// Whether it is a link's or an image's address.
    var isAddress: Bool { attribute.map { ["href", "src", "srcset", "data-src", "action"].contains($0) } ?? false }

    /// Changes the texts of rows that have one. Lists and typed values are unchanged.
    func mapped(_ change: (String) -> String) -> Column {
        var copy = self
        for row in cells.indices where cells[row]?.texts == nil && cells[row]?.literal == nil {
            if let text = cells[row]?.text, !text.isEmpty { copy.cells[row]?.text = change(text) }
        }
        return copy
    }
}
