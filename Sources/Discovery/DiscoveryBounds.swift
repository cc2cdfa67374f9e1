/// Limits on the cost of searching one document for lists. Costs are counted in steps instead of time, so that the same document always
/// gives the same result.
package struct DiscoveryBounds: Hashable, Sendable {
    /// The most elements of a page that are searched. Later elements are left out.
    package var elements = 200_000
    /// The depth of nested elements. Deeper elements are left out.
    package var depth = 200
    /// The most lists that are ranked.
    package var lists = 50
    /// The most lists whose fields are described.
    package var described = 16
    /// The most candidates in the result.
    package var candidates = 10
    /// The most candidates whose paths are searched for.
    package var withPaths = 5
    /// The most rows of a list whose fields are read: from its beginning, its middle and its end.
    package var rows = 200
    /// The most rows of a PDF table, or events of a calendar, that are kept in memory.
    package var rowsHeld = 20_000
    /// The most bytes of a decompressed document.
    package var unpackedBytes = 32 << 20
    /// The most elements and texts in the rows whose fields are read. If rows are large, fewer are read, but at least `fewestRows`.
    package var rowNodes = 24_000
    package var fewestRows = 60
    /// The most texts and attributes of one row.
    package var leaves = 200
    /// The most characters of a field's text. A longer text isn't a field.
    package var text = 10_000
    /// The most fields of a candidate.
    package var fields = 40
    /// The most columns of a table, and the most rows that one cell may span.
    package var span = 1000
    /// The most cells in all tables of a page.
    package var cells = 200_000
    /// The most sentences that are searched for a value.
    package var sentences = 200
    /// The steps of all searches: elements visited, shapes compared, texts read.
    package var steps = 4_000_000
    /// The steps for testing paths on the page, counted as in `MarkupLimits`: per path, and in total.
    package var (pathSteps, allPathSteps) = (1_000_000, 8_000_000)

    package init() {}
}

/// The remaining steps, and the parts left out so far. Used by one search, on one thread.
final class Steps {
    private(set) var left: Int
    private(set) var leftOut: [LeftOut] = []
    private let all: Int

    init(_ bounds: DiscoveryBounds) { (left, all) = (bounds.steps, bounds.steps) }

    var taken: Int { all - left }

    /// Takes steps. Returns whether there were enough.
    func take(_ count: Int = 1) -> Bool {
        guard left >= count else {
            note(.steps)
            // Once a part is too large, nothing after it is examined.
            left = 0
            return false
        }
        left -= count
        return true
    }

    func note(_ what: LeftOut) { if !leftOut.contains(what) { leftOut.append(what) } }
}

/// A part left out because a document exceeds the bounds.
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
