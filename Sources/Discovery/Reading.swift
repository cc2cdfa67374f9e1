/// How a board's extractor finds a list's rows in a document: its options except the fields.
package enum Reading: Hashable, Sendable {
    /// Elements of a page, by XPath.
    case elements(rows: String)
    /// The columns of tables whose rows and columns are transposed.
    case turned(tables: String)
    /// Lines of the text of elements. The groups of the pattern have the names of `Candidate.Field.paths`.
    case lines(rows: String, pattern: String)
    /// JSON values, by JSONPath.
    case json(rows: String)
    /// A JSON value on each line.
    case jsonLines
    /// JSON values in scripts, found by XPath or by the name of the assigned variable.
    case script(where: String?, variable: String?, rows: String)
    /// XML elements. `namespaces` is keyed by the paths' prefixes.
    case xml(rows: String, namespaces: [String: String])
    /// Rows of a delimited text.
    case delimited(Delimiting)
    /// Events of a calendar, or its other components.
    case calendar(part: String)
    /// Rows of a PDF table whose first cell matches a pattern. `Candidate.Field.paths` are column indices, from 0.
    case pdf(starts: String)

    package struct Delimiting: Hashable, Sendable {
        package var separator: Character
        /// The number of lines before the column names.
        package var skip = 0
        /// The number of rows after the list, such as a total.
        package var drop = 0
        /// The encoding's name, if neither the document nor its server declares it.
        package var encoding: String?
        /// Whether some lines have another number of cells.
        package var isRagged = false
    }

    /// The path to the rows; nil if none is needed.
    package var rows: String? {
        switch self {
        case .elements(let rows), .turned(let rows), .lines(let rows, _), .json(let rows), .script(_, _, let rows), .xml(let rows, _): rows
        case .jsonLines, .delimited, .calendar, .pdf: nil
        }
    }
}
