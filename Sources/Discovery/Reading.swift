/// How a board's extractor finds a list's rows in a document: its options except the fields.
package enum Reading: Hashable, Sendable {
    /// Elements of a page, by XPath.
    case elements(rows: String)
    /// The columns of tables whose rows and columns are swapped.
    case turned(tables: String)
    /// Lines of the text of elements. The groups of the pattern have the names of `Candidate.Field.paths`.
    case lines(rows: String, pattern: String)
    /// Values of JSON, by JSONPath.
    case json(rows: String)
    /// A value of JSON in each line.
    case jsonLines
    /// Values of JSON in scripts, found by XPath or by the name of what they set.
    case script(where: String?, variable: String?, rows: String)
    /// Elements of XML; prefixes of the paths, and what they stand for.
    case xml(rows: String, namespaces: [String: String])
    /// Lines of a delimited text.
    case delimited(Delimiting)
    /// Events of a calendar, or another of its parts.
    case calendar(part: String)
    /// Rows of a PDF's table whose first cell matches a pattern. `Candidate.Field.paths` are columns, from 0.
    case pdf(starts: String)

    package struct Delimiting: Hashable, Sendable {
        package var separator: Character
        /// Lines before the names of the columns.
        package var skip = 0
        /// Rows behind the list, such as a sum.
        package var drop = 0
        /// The encoding's name, where neither the document nor its server says it.
        package var encoding: String?
        /// Some lines have another number of cells.
        package var isRagged = false
    }

    /// The path to the rows; nil where none is needed.
    package var rows: String? {
        switch self {
        case .elements(let rows), .turned(let rows), .lines(let rows, _), .json(let rows), .script(_, _, let rows), .xml(let rows, _): rows
        case .jsonLines, .delimited, .calendar, .pdf: nil
        }
    }
}
