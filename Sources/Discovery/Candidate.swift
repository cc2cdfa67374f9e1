package import Records

/// A list found in a document, in the form of a board: typed rows, field names, the key, and the paths to the rows.
package struct Candidate: Sendable {
    package struct Field: Sendable {
        package var name: String
        package var kind: Records.Field.Kind
        package var unit: String?
        package var currency: String?
        /// Whether some rows have no value.
        package var isOptional = false
        /// Texts that mean "no value".
        package var nothings: [String] = []
        /// The number format; nil: a decimal point, without groups.
        package var numbers: NumberFormat?
        /// Whether numbers are names and not amounts, like years.
        package var isOrdinal = false
        /// The date or time format; nil: ISO 8601.
        package var dates: DatePattern?
        /// The page's words for yes and no, in lower case.
        package var words: [String: Bool] = [:]
        /// The language whose words for yes and no count, for a flag that shows only one of them; nil: only `words` count.
        package var language: String?
        /// The texts that were cut off before and after each value.
        package var around: [String] = []
        /// Paths from the row to the value, in the syntax of the extractor of `readings`, most reliable first.
        package var paths: [String] = []
        /// Several paths that together give the value: an amount and its currency, a latitude and a longitude.
        package var parts: [[String]] = []
    }

    package var fields: [Field]
    /// A value for each field, per row.
    package var rows: [[Value?]]
    /// The same as written in the document, without `around`; JSON numbers in JSON's own form.
    package var texts: [[String]] = []
    /// The indices of `rows` in the list; empty: its first rows.
    package var places: [Int] = []
    /// The number of rows in the document; `rows` may be a part of them.
    package var rowCount: Int
    /// Whether there may be more rows after those that were counted.
    package var mayHaveMore = false
    /// The indices of the fields that identify a row.
    package var key: [Int]
    /// How a board can read the rows, in the order of how long each way is likely to work; empty if none is known.
    package var readings: [Reading] = []
    package var score: Double
    /// Whether it is one value and not a list. If a document has several such rows, it isn’t known which of them is meant.
    package var isOne = false
    /// The elements that it was made from; nil for data.
    var origin: Origin?
    /// The element whose text contains the rows.
    var lines: Lines?

    /// The path from the document to the rows, in the likeliest reading.
    package var path: String? { readings.first?.rows }

    struct Origin: Sendable {
        let list: RowList
        /// The indices of the rows that were read.
        let sample: [Int]
        /// One for each field.
        let columns: [Column]
    }

    struct Lines: Sendable {
        let element: Int
        /// Patterns of a row's line, most reliable first.
        let patterns: [String]
        /// Whether the pattern alone decides which lines are rows, in any elements with this tag.
        var isSure = false
    }
}
