import Records

/// A list that a person has pointed at, with their changes to its fields.
struct PointedList {
    private let tree: PageTree
    private let search: PageSearch
    private(set) var candidate: Candidate
    let list: RowList
    private var columns: [Column]
    /// The columns that have a cell at an element.
    private var places: [Int: [Int]] = [:]

    /// nil if the rows don't make a list with fields.
    init?(_ list: RowList, in tree: PageTree, _ search: PageSearch) {
        guard let candidate = search.pointed(at: list), let origin = candidate.origin else { return nil }
        (self.tree, self.search, self.candidate) = (tree, search, candidate)
        (self.list, columns) = (origin.list, origin.columns)
        index()
    }

    private mutating func index() {
        places = [:]
        for (place, column) in columns.enumerated() {
            for case let cell? in column.cells where cell.node >= 0 && !cell.isEmpty { places[cell.node, default: []].append(place) }
        }
    }

    /// Whether a text or an image is the value of a field.
    func isField(_ node: Int) -> Bool { field(at: node) != nil }

    /// The index of the field that has a text or an image as a value.
    func field(at node: Int) -> Int? { tree.nodes.indices.contains(node) ? column(at: node, in: columns, places) : nil }

    /// The elements that are rows or parts of rows.
    var rows: Set<Int> {
        Set(list.rows.indices.flatMap { row in list.form == .table ? [list.element(ofRow: row, tree)] : list.rows[row].map(\.node) })
    }

    /// Adds a field for a node, or removes the existing one. Returns false if the node isn't in any row.
    mutating func toggle(_ node: Int) -> Bool {
        if let place = column(at: node, in: columns, places) {
            remove(place)
            return true
        }
        guard let origin = candidate.origin else { return false }
        let leaves = RowLeaves(
            origin.list, rows: origin.sample, tree: tree, bounds: search.bounds, steps: search.steps)
        let all = leaves.order.compactMap { leaves.columns[$0] }
        var places: [Int: [Int]] = [:]
        for (place, column) in all.enumerated() { for case let cell? in column.cells { places[cell.node, default: []].append(place) } }
        guard columns.count < search.bounds.fields, let place = column(at: node, in: all, places) else { return false }
        add(all[place])
        return true
    }

    /// The column with this text or image as its value in some row.
    private func column(at node: Int, in columns: [Column], _ places: [Int: [Int]]) -> Int? {
        guard tree.nodes[node].isText else { return places[node]?.first { columns[$0].attribute != nil } }
        let text = tree.texts[node].trimmed
        var element = tree.nodes[node].parent
        // A value may be combined from several elements.
        for _ in 0..<4 where element >= 0 {
            let here = (places[element] ?? []).filter { columns[$0].attribute == nil }
            if let place = here.first(where: { place in
                columns[place].cells.contains { cell in
                    guard let cell, cell.node == element else { return false }
                    return cell.text.contains(text) || text.contains(cell.text)
                }
            }) {
                return place
            }
            element = tree.nodes[element].parent
        }
        return nil
    }

    private mutating func remove(_ place: Int) {
        columns.remove(at: place)
        candidate.fields.remove(at: place)
        for row in candidate.rows.indices { candidate.rows[row].remove(at: place) }
        for row in candidate.texts.indices { candidate.texts[row].remove(at: place) }
        changed()
    }

    private mutating func add(_ column: Column) {
        let typed = search.making.reading.typed(column)
        let kinds = candidate.fields.map(\.kind) + [typed.kind]
        let name = FieldNames.names(of: columns + [column], kinds, units: candidate.fields.map(\.unit) + [typed.unit]).last
        columns.append(column)
        candidate.fields.append(
            Candidate.Field(
                name: name ?? typed.kind.rawValue, kind: typed.kind, unit: typed.unit, currency: typed.currency,
                isOptional: typed.values.contains { $0 == nil }, nothings: typed.nothings, numbers: typed.numbers,
                isOrdinal: typed.isOrdinal, dates: typed.dates, words: typed.words, around: typed.around))
        for row in candidate.rows.indices {
            candidate.rows[row].append(typed.values[row])
            candidate.texts[row].append(column.cells[row]?.text ?? "")
        }
        changed()
    }

    private mutating func changed() {
        candidate.key = KeyChoice.key(of: candidate.fields, columns, rows: candidate.rows)
        if let origin = candidate.origin {
            candidate.origin = Candidate.Origin(list: origin.list, sample: origin.sample, columns: columns)
        }
        index()
    }
}
