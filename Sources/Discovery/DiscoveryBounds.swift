/// What looking for lists in one document may cost. Steps stand for time, so that the same document always gives the same answer.
package struct DiscoveryBounds: Hashable, Sendable {
    /// Elements of a page that are looked at. What lies behind them is left out.
    package var elements = 200_000
    /// Elements within elements. What lies deeper is left out.
    package var depth = 200
    /// Lists that are kept for ranking.
    package var lists = 50
    /// Lists whose fields are described.
    package var described = 16
    /// Candidates in the answer.
    package var candidates = 10
    /// Candidates whose paths are looked for.
    package var withPaths = 5
    /// Rows of a list whose fields are read: from its beginning, its middle and its end.
    package var rows = 200
    /// Rows of a table in a PDF, or events of a calendar, that are held to be looked at.
    package var rowsHeld = 20_000
    /// Bytes of what is packed in a document.
    package var unpackedBytes = 32 << 20
    /// Elements and texts of the rows whose fields are read: of large rows fewer are read, but never less than `fewestRows`.
    package var rowNodes = 24_000
    package var fewestRows = 60
    /// Texts and attributes of one row.
    package var leaves = 200
    /// Characters of a text that a field may have. A longer one is no field.
    package var text = 10_000
    /// Fields of a candidate.
    package var fields = 40
    /// Columns of a table, and rows that one cell may cover.
    package var span = 1000
    /// Cells of all tables of a page.
    package var cells = 200_000
    /// Sentences in which a value is looked for.
    package var sentences = 200
    /// Steps of all searches: elements looked at, shapes compared, texts read.
    package var steps = 4_000_000
    /// Steps of the paths that are proved on the page, as `MarkupLimits` counts them: for one, and for all.
    package var (pathSteps, allPathSteps) = (1_000_000, 8_000_000)

    package init() {}
}

/// What is left of the steps, and what was left out so far. Used by one search, on one thread.
final class Steps {
    private(set) var left: Int
    private(set) var leftOut: [LeftOut] = []
    private let all: Int

    init(_ bounds: DiscoveryBounds) { (left, all) = (bounds.steps, bounds.steps) }

    var taken: Int { all - left }

    /// Whether the steps may be taken.
    func take(_ count: Int = 1) -> Bool {
        guard left >= count else {
            note(.steps)
            // What is too large to be begun is the last that is looked at.
            left = 0
            return false
        }
        left -= count
        return true
    }

    func note(_ what: LeftOut) { if !leftOut.contains(what) { leftOut.append(what) } }
}

/// What was left out because a document is larger than the bounds.
package enum LeftOut: String, Hashable, Sendable {
    case elements, depth, lists, rows, leaves, fields, cells, steps, paths

    /// For people who read a command's output.
    package var description: String {
        switch self {
        case .elements: "the page has more elements than are looked at; those at its end were left out"
        case .depth: "elements that are nested too deep were left out"
        case .lists: "the page has more lists than are compared; the smaller ones were left out"
        case .rows: "a list has more rows than are read; those between its beginning, middle and end were left out"
        case .leaves: "a row has more texts than are read"
        case .fields: "a list has more fields than are described"
        case .cells: "the tables of the page have more cells than are read"
        case .paths: "the paths of some lists or fields took too long to be found"
        case .steps: "the page is too large to be searched whole"
        }
    }
}
