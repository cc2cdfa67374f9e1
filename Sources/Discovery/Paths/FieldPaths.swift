import Markup

/// Finds paths from a row to a field's value, by several methods: by meaning, by label, by position. Each path must give the right value in
/// all sampled rows.
struct FieldPaths {
    let tree: PageTree
    let proof: PathProof
    /// The sampled rows: their elements in the tree and in the document.
    let rows: [(element: Int, node: Node)]
    let list: RowList

    private static let (limit, tries) = (3, 24)
    /// The number of attempts reserved for the costliest paths, step by step.
    private static let dearest = 4

    func paths(to column: Column) -> [String] {
        var (paths, tried) = ([String](), Set<String>())
        let nodes = rows.map(\.node)
        let lists = column.isList ? rows.indices.map { column.cells[$0]?.texts ?? [] } : []
        let texts = column.isList ? [] : rows.indices.map { raw(column.cells[$0], column) }
        func gives(_ path: String) -> Bool {
            column.isList ? proof.gives(path, in: nodes, lists: lists) : proof.gives(path, in: nodes, texts: texts)
        }
        var ways = options(column).sorted { $0.cost < $1.cost }.map { column.part?.path($0.text) ?? $0.text }
        ways = ways.filter { tried.insert($0).inserted }
        if ways.count > Self.tries { ways = ways.prefix(Self.tries - Self.dearest) + ways.suffix(Self.dearest) }
        for way in ways where gives(way) {
            paths.append(way)
            if paths.count == Self.limit { break }
        }
        return paths
    }

    /// The text as the page has it, with the words that were cut off.
    private func raw(_ cell: Column.Cell?, _ column: Column) -> String {
        guard let cell, !cell.text.isEmpty else { return "" }
        return [column.prefix, cell.text, column.suffix].filter { !$0.isEmpty }.joined(separator: " ").squeezed
    }

    // MARK: Methods

    private func options(_ column: Column) -> [StepChoice.Option] {
        guard let row = rows.indices.first(where: { column.cells[$0].map { $0.node >= 0 && !$0.isEmpty } ?? false }),
            let node = column.cells[row]?.node
        else { return [] }
        let tail = column.attribute.map { "/@\($0)" } ?? ""
        let element = rows[row].element
        if column.isList {
            return below(element, tree.nodes[node].parent).map { StepChoice.Option(text: "\($0.text)/\(tree.tag(node))", cost: $0.cost) }
        }
        var options: [StepChoice.Option]
        if let start = list.rows[row].first(where: { isInside(node, $0.node) })?.node, list.form == .turn, !isInside(node, element) {
            options = following(element, start, node).map { StepChoice.Option(text: $0.text + tail, cost: $0.cost) }
        } else {
            guard isInside(node, element) else { return grouped(node, tail) }
            options = labelled(node).map { StepChoice.Option(text: $0 + tail, cost: 3) }
            if list.form == .table { options += byHead(column, node, element, tail) }
            options += below(element, node).map { StepChoice.Option(text: $0.text + tail, cost: $0.cost) }
        }
        // A text between elements.
        if column.attribute == nil, tree.childElements(of: node).count > 0 {
            let own = options
            options += own.flatMap { option in
                (1...3).map { StepChoice.Option(text: "\(option.text)/text()[normalize-space()][\($0)]", cost: option.cost + 4 + $0) }
            }
        }
        return options
    }

    private func isInside(_ node: Int, _ element: Int) -> Bool { element <= node && node < tree.nodes[element].end }

    /// From an element down to a descendant: by the descendant's own names, or step by step.
    private func below(_ element: Int, _ node: Int) -> [StepChoice.Option] {
        guard isInside(node, element) else { return [] }
        if element == node { return [StepChoice.Option(text: ".", cost: 0)] }
        let steps = StepChoice(tree: tree)
        var options = steps.options(for: node).map { StepChoice.Option(text: ".//\($0.text)", cost: $0.cost + 2) }
        let parent = tree.nodes[node].parent
        if parent != element {
            for above in steps.options(for: parent) {
                options += steps.options(for: node).prefix(2).map {
                    StepChoice.Option(text: ".//\(above.text)/\($0.text)", cost: above.cost + $0.cost + 4)
                }
            }
        }
        let chain = ([node] + tree.ancestors(of: node)).prefix { $0 != element }.reversed()
        options.append(StepChoice.Option(text: chain.map { tree.tag($0) }.joined(separator: "/"), cost: 7 * chain.count))
        options.append(StepChoice.Option(text: chain.map { placed($0) }.joined(separator: "/"), cost: 14 * chain.count))
        return options
    }

    private func placed(_ element: Int) -> String {
        let like = tree.childElements(of: tree.nodes[element].parent).filter { tree.nodes[$0].tag == tree.nodes[element].tag }
        return "\(tree.tag(element))[\((like.firstIndex(of: element) ?? 0) + 1)]"
    }

    /// The value after its label.
    private func labelled(_ node: Int) -> [String] {
        let siblings = tree.childElements(of: tree.nodes[node].parent)
        guard let place = siblings.firstIndex(of: node), place > 0 else { return [] }
        let before = siblings[place - 1]
        let label = tree.text(of: before)
        guard label.count <= 40, tree.tag(before) == "dt" || label.hasSuffix(":"), let quoted = StepChoice.quoted(label) else { return [] }
        return [".//\(tree.tag(before))[normalize-space(.)=\(quoted)]/following-sibling::\(tree.tag(node))[1]"]
    }

    /// A table column: by its heading, which still works if columns move, and by its index.
    private func byHead(_ column: Column, _ node: Int, _ row: Int, _ tail: String) -> [StepChoice.Option] {
        guard let part = list.rows.lazy.flatMap({ $0 }).first(where: { isInside(node, $0.node) }) else { return [] }
        let inner = below(part.node, node).map(\.text)
        func path(_ cell: String, _ below: String) -> String { below == "." ? cell + tail : "\(cell)/\(below)\(tail)" }
        var options: [StepChoice.Option] = []
        if let head = list.heads[part.root], let quoted = StepChoice.quoted(head) {
            let cell = "*[count(ancestor::table[1]//th[normalize-space(.)=\(quoted)]/preceding-sibling::*)+1]"
            options += inner.prefix(3).map { StepChoice.Option(text: path(cell, $0), cost: 12) }
        }
        return options + inner.prefix(3).map { StepChoice.Option(text: path("*[\(part.root + 1)]", $0), cost: 9) }
    }

    /// A sibling after the row's first element, and its descendants.
    private func following(_ first: Int, _ sibling: Int, _ node: Int) -> [StepChoice.Option] {
        let siblings = tree.childElements(of: tree.nodes[first].parent)
        guard let start = siblings.firstIndex(of: first), let end = siblings.firstIndex(of: sibling), start < end else { return [] }
        let like = siblings[(start + 1)...end].count { tree.nodes[$0].tag == tree.nodes[sibling].tag }
        let step = "following-sibling::\(tree.tag(sibling))[\(like)]"
        return below(sibling, node).map { option in
            let rest = option.text.hasPrefix(".//") ? option.text.dropFirst(1) : "/\(option.text)"
            return StepChoice.Option(text: option.text == "." ? step : step + rest, cost: option.cost + 6)
        }
    }

    /// The heading above the row's group.
    private func grouped(_ node: Int, _ tail: String) -> [StepChoice.Option] {
        let tag = tree.tag(node)
        if !tail.isEmpty {
            return [StepChoice.Option(text: "ancestor::\(tag)[1]\(tail)", cost: 5), StepChoice.Option(text: "..\(tail)", cost: 4)]
        }
        let ways = [
            "../preceding-sibling::\(tag)[1]", "preceding::\(tag)[1]", "../../preceding-sibling::\(tag)[1]",
            "ancestor::tr[1]/preceding-sibling::tr[count(*)=1][1]", "preceding-sibling::tr[count(*)=1][1]",
        ]
        return ways.enumerated().map { StepChoice.Option(text: $1, cost: 5 + $0) }
    }
}
