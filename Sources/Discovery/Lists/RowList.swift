/// A possible list of a page: its rows as indices in the page's tree, without fields yet.
struct RowList: Sendable {
    /// An element of a row, and its part: the table column, or the position among the siblings that make a row.
    struct Part: Hashable, Sendable {
        let root: Int
        let node: Int
    }

    enum Form: String, Sendable { case table, turned, lines, run, turn, joined }

    var form: Form
    var rows: [[Part]]
    /// The rows' container, or the first of several.
    var container: Int
    /// The heading of each table column, by `Part.root`.
    var heads: [Int: String] = [:]
    /// The names of columns by the paths of their texts, from a row of headings.
    var columnNames: [[LeafPaths.Step]: String] = [:]
    /// The heading above each row's group, such as a day: one entry per row, or empty.
    var groups: [Group?] = []
    /// The containers of a list that is in several.
    var containers: [Int] = []

    /// A heading for some of the rows.
    struct Group: Hashable, Sendable {
        /// The heading's element.
        let node: Int
        let text: String
        /// The attribute with the heading; nil: the element's text.
        var attribute: String?
    }

    /// A list in which each row is one element.
    init(_ form: Form, elements: [Int], in container: Int) {
        (self.form, self.container) = (form, container)
        rows = elements.map { [Part(root: 0, node: $0)] }
    }

    init(_ form: Form, rows: [[Part]], in container: Int) { (self.form, self.rows, self.container) = (form, rows, container) }

    /// The element that a path to a row selects: the `tr` of a table, otherwise the row's first element.
    func element(ofRow row: Int, _ tree: PageTree) -> Int {
        let first = rows[row].first?.node ?? container
        // A cell that spans several lines is in the first of them.
        return form == .table ? rows[row].map { tree.nodes[$0.node].parent }.max() ?? first : first
    }

    /// The same list with these rows only.
    func keeping(_ kept: [Int]) -> RowList {
        var list = self
        list.rows = kept.map { rows[$0] }
        if !groups.isEmpty { list.groups = kept.map { groups[$0] } }
        return list
    }

    /// The list with columns named by its first row, a row of headings.
    func named(by texts: [[LeafPaths.Step]: String]) -> RowList {
        var list = self
        for (steps, text) in texts where text.count <= 60 {
            list.columnNames[Array(steps.prefix(2))] = text
            if form == .table, case .root(let root)? = steps.first { list.heads[root] = text }
        }
        return list
    }

    var first: Int { rows.first?.first?.node ?? container }
}
