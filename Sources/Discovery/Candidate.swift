package import Records

/// A list that a document holds, as it could be a board: typed rows with names, what identifies them, where they are.
package struct Candidate: Sendable {
    package struct Field: Sendable {
        package var name: String
        package var kind: Records.Field.Kind
        package var unit: String?
        package var currency: String?
        /// Some rows have no value.
        package var isOptional = false
        /// Texts that say that there is no value.
        package var nothings: [String] = []
        /// How numbers are written; nil: with a point, without groups.
        package var numbers: NumberFormat?
        /// How days or moments are written; nil: as in ISO 8601.
        package var dates: DatePattern?
        /// The page's words for yes and no, in lower case.
        package var words: [String: Bool] = [:]
        /// Whose words for yes and no count, of a flag that shows only one of them; nil: those of `words` alone.
        package var language: String?
        /// What was cut off before and behind each value.
        package var around: [String] = []
        /// From the row to the value, the surest first: as the extractor of `readings` has paths.
        package var paths: [String] = []
        /// Several paths that give the value together: an amount and its currency, a latitude and a longitude.
        package var parts: [[String]] = []
    }

    package var fields: [Field]
    /// Of each row a value for each field.
    package var rows: [[Value?]]
    /// The same as the document writes them, without what `around` says; a number of JSON as JSON has it.
    package var texts: [[String]] = []
    /// Which rows of the list `rows` are; empty: its first.
    package var places: [Int] = []
    /// Rows in the document, of which `rows` may be a part.
    package var rowCount: Int
    /// There may be more rows behind those that were counted.
    package var mayHaveMore = false
    /// The places of the fields that identify a row.
    package var key: [Int]
    /// How a board gets to the rows, the likeliest to last first; none if no way is known.
    package var readings: [Reading] = []
    package var score: Double
    /// One value and no list. In a document with several such rows it isn’t known which of them is meant.
    package var isOne = false
    /// The elements of which it was made; nil of data.
    var origin: Origin?
    /// The element whose text has the rows.
    var lines: Lines?

    /// From the document to its rows, as the likeliest reading has it.
    package var path: String? { readings.first?.rows }

    struct Origin: Sendable {
        let list: RowList
        /// Which rows of the list were read.
        let sample: [Int]
        /// For each field.
        let columns: [Column]
    }

    struct Lines: Sendable {
        let element: Int
        /// Patterns of a row's line, likeliest first.
        let patterns: [String]
        /// The pattern alone decides which lines are rows, in any elements of this tag.
        var isSure = false
    }
}
