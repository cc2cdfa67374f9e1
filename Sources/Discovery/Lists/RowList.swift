/// A list that a page may hold: its rows as places in the page's tree, without fields yet.
struct RowList {
    /// An element of a row, and which part of the row it is: the column of a table, or its place among the siblings that make a row.
    struct Part: Hashable {
        let root: Int
        let node: Int
    }

    enum Form: String { case table, turned, lines, run, turn, joined }

    var form: Form
    var rows: [[Part]]
    /// The element in which the rows are, or the first of several.
    var container: Int
    /// The head of a column of a table, by `Part.root`.
    var heads: [Int: String] = [:]
    /// What stands above a row's group: a heading, a day. As many as rows, or none.
    var groups: [Group?] = []
    /// The containers of a list that stands in several.
    var containers: [Int] = []

    /// A heading over some of the rows.
    struct Group: Hashable {
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

    var first: Int { rows.first?.first?.node ?? container }
}
