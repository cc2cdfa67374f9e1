/// Finds rows that have no element around them: a heading, a line and a paragraph, or `dt`, `dd`, `dd`, repeated below one parent.
struct UnwrappedRows {
    let tree: PageTree
    let shapes: Shapes
    let steps: Steps

    private static let members = 2...6

    func lists() -> [RowList] {
        tree.nodes.indices.flatMap { place in
            tree.nodes[place].isText || ["tr", "select", "html", "tbody"].contains(tree.tag(place)) ? [] : lists(in: place)
        }
    }

    private func lists(in parent: Int) -> [RowList] {
        let children = tree.childElements(of: parent).filter { !SiblingRuns.between.contains(tree.tag($0)) }
        guard children.count >= 6, steps.take(children.count) else { return [] }
        let tags = children.map { tree.nodes[$0].tag }
        if Set(tags).count > 1 { return lists(children, kinds: tags, parent) }
        // Alternating `div`s must differ in class and content; otherwise they are rows in two colours.
        let forms = children.prefix(12).map { shapes.shape(of: $0) }
        guard let model = forms.first, forms.contains(where: { !$0.isLike(model) || $0.isEmpty }) else { return [] }
        let marks = children.map { tree.nodes[$0].mark }
        return (2...6).contains(Set(marks).count) ? lists(children, kinds: marks, parent) : []
    }

    private func lists(_ children: [Int], kinds: [Int], _ parent: Int) -> [RowList] {
        var counts: [Int: Int] = [:]
        for kind in kinds { counts[kind, default: 0] += 1 }
        var seen: Set<Int> = []
        return kinds.indices.prefix(4).compactMap { first in
            let kind = kinds[first]
            return seen.insert(kind).inserted && counts[kind, default: 0] >= 3 ? list(children, kinds, beginningWith: kind, parent) : nil
        }
    }

    /// Most rows must have one form; the others keep the parts that they share with it.
    private func list(_ children: [Int], _ kinds: [Int], beginningWith kind: Int, _ parent: Int) -> RowList? {
        let starts = kinds.indices.filter { kinds[$0] == kind }
        let units = zip(starts, starts.dropFirst() + [kinds.count]).map { $0..<$1 }
        var (forms, order) = ([[Int]: Int](), [[Int]]())
        for unit in units {
            let form = Array(kinds[unit])
            if forms[form] == nil { order.append(form) }
            forms[form, default: 0] += 1
        }
        guard let form = order.max(by: { forms[$0, default: 0] < forms[$1, default: 0] }), Self.members.contains(form.count),
            Double(forms[form, default: 0]) >= 0.7 * Double(units.count)
        else { return nil }
        let rows = units.map { unit in
            unit.prefix(form.count).enumerated().map { RowList.Part(root: $0.offset, node: children[$0.element]) }
        }
        return RowList(.turn, rows: rows, in: parent)
    }
}
