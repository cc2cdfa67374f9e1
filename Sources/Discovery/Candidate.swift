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
        /// From the row to the value, the surest first; none for data without elements.
        package var paths: [String] = []
    }

    package var fields: [Field]
    /// Of each row a value for each field.
    package var rows: [[Value?]]
    /// Rows in the document, of which `rows` may be a part.
    package var rowCount: Int
    /// The places of the fields that identify a row.
    package var key: [Int]
    /// From the document to its rows; nil for data without elements.
    package var path: String?
    package var score: Double
    /// The elements of which it was made; nil of data.
    var origin: Origin?

    struct Origin: Sendable {
        let list: RowList
        /// Which rows of the list were read.
        let sample: [Int]
        /// For each field.
        let columns: [Column]
    }
}
