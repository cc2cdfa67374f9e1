/// A list that a page may hold: its rows as places in the page's tree, without fields yet.
struct RowList: Sendable {
    /// An element of a row, and which part of the row it is: the column of a table, or its place among the siblings that make a row.
    struct Part: Hashable, Sendable {
        let root: Int
        let node: Int
    }

    enum Form: String, Sendable { case table, turned, lines, run, turn, joined }

    var form: Form
    var rows: [[Part]]
    /// The element in which the rows are, or the first of several.
    var container: Int
    /// The head of a column of a table, by `Part.root`.
    var heads: [Int: String] = [:]
    /// Names of columns by the place of their texts in the row, from a row of heads.
    var columnNames: [[LeafPaths.Step]: String] = [:]
    /// The heading above each row's group, such as a day: one entry for each row, or an empty list.
    var groups: [Group?] = []
    /// The containers of a list that stands in several.
    var containers: [Int] = []

    /// A heading over some of the rows.
    struct Group: Hashable, Sendable {
        /// The element that says it.
        let node: Int
        let text: String
        /// The attribute that says it; nil: its text.
        var attribute: String?
    }

    /// Each row is one element.
    init(_ form: Form, elements: [Int], in container: Int) {
        (self.form, self.container) = (form, container)
        rows = elements.map { [Part(root: 0, node: $0)] }
    }

    init(_ form: Form, rows: [[Part]], in container: Int) { (self.form, self.rows, self.container) = (form, rows, container) }

    /// The element that a path to a row leads to: the line of a table, else the row's first element.
    func element(ofRow row: Int, _ tree: PageTree) -> Int {
        let first = rows[row].first?.node ?? container
        // A cell that spans lines stands in the first of them.
        return form == .table ? rows[row].map { tree.nodes[$0.node].parent }.max() ?? first : first
    }

    /// The same list with these rows only.
    func keeping(_ kept: [Int]) -> RowList {
        var list = self
        list.rows = kept.map { rows[$0] }
        if !groups.isEmpty { list.groups = kept.map { groups[$0] } }
        return list
    }

    /// Named by the texts of a row of heads that was its first.
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
