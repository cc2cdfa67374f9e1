import Markup

/// Finds the path from a page to the rows of a list. Of the paths that select exactly these rows, the most durable is chosen.
struct RowPaths {
    let tree: PageTree
    let proof: PathProof

    private static let (tries, looks, ancestors) = (60, 3_000_000, 6)

    /// nil if the list has no element for each row, or no path selects exactly its rows.
    func path(to list: RowList) -> String? {
        let rows = list.rows.indices.map { list.element(ofRow: $0, tree) }
        guard let row = rows.first else { return nil }
        var tried: Set<String> = []
        // Each attempt searches the whole page.
        let limit = max(4, min(Self.tries, Self.looks / max(1, tree.nodes.count)))
        let last = lastSteps(row, rows, StepChoice(tree: tree)).sorted { $0.cost < $1.cost }
        let named = options(row, last).sorted { $0.cost < $1.cost }.filter { tried.insert($0.text).inserted }
        // The remaining attempt is by position: the least durable, and the most certain to match.
        let place = placed(tree.nodes[row].parent)
        let lastTries = last.prefix(limit / 3).map { "\(place)/\($0.text)" }
        return (named.prefix(limit - lastTries.count).map(\.text) + lastTries).first { proof.gives($0, rows) }
    }

    private func options(_ row: Int, _ last: [StepChoice.Option]) -> [StepChoice.Option] {
        let steps = StepChoice(tree: tree)
        var options = last.map { StepChoice.Option(text: "//\($0.text)", cost: $0.cost + 4) }
        var between: [String] = []
        for ancestor in tree.ancestors(of: row).prefix(Self.ancestors) {
            for above in steps.options(for: ancestor).prefix(4) {
                for step in last {
                    let path = ([above.text] + between + [step.text]).joined(separator: "/")
                    options.append(
                        StepChoice.Option(text: "//\(path)", cost: above.cost + step.cost + 2 * (between.count + 2) + 5 * between.count))
                    if !between.isEmpty {
                        options.append(StepChoice.Option(text: "//\(above.text)//\(step.text)", cost: above.cost + step.cost + 7))
                    }
                }
            }
            between.insert(tree.tag(ancestor), at: 0)
        }
        return options
    }

    /// The step to the row itself, with a predicate for properties that all rows have and their siblings lack.
    private func lastSteps(_ row: Int, _ rows: [Int], _ steps: StepChoice) -> [StepChoice.Option] {
        let plain = Array(steps.options(for: row).prefix(5))
        let inside = rows.prefix(60).map { row in Set(tree.inside(row).compactMap { tree.nodes[$0].isText ? nil : tree.tag($0) }) }
        guard var shared = inside.first else { return plain }
        for tags in inside { shared.formIntersection(tags) }
        let marks = shared.subtracting(["span", "div", "br", "svg", "hr"]).sorted().prefix(4)
        let skipped = tree.childElements(of: tree.nodes[row].parent).prefix { $0 != row }.count {
            tree.nodes[$0].tag == tree.nodes[row].tag
        }
        let later = skipped == 0 ? [] : plain.map { StepChoice.Option(text: "\($0.text)[position()>\(skipped)]", cost: $0.cost + 12) }
        var options =
            plain + later + plain.flatMap { step in marks.map { StepChoice.Option(text: "\(step.text)[.//\($0)]", cost: step.cost + 4) } }
        if tree.tag(row) == "tr" {
            let cells = tree.childElements(of: row).count
            options += ["tr[td]", "tr[td[2]]", "tr[count(td)=\(cells)]", "tr[count(*)=\(cells)][td]"].enumerated().map {
                StepChoice.Option(text: $1, cost: 5 + $0)
            }
        }
        if let turn = turn(of: rows) { options.append(StepChoice.Option(text: "\(tree.tag(row))\(turn)", cost: 8)) }
        return options
    }

    /// A predicate for every second or third of similar siblings; nil if the rows aren't at regular intervals.
    private func turn(of rows: [Int]) -> String? {
        let like = tree.childElements(of: tree.nodes[rows[0]].parent).filter { tree.nodes[$0].tag == tree.nodes[rows[0]].tag }
        guard rows.count > 1, let first = like.firstIndex(of: rows[0]), let second = like.firstIndex(of: rows[1]) else { return nil }
        let period = second - first
        guard (2...6).contains(period), first < period else { return nil }
        let wanted = stride(from: first, to: like.count, by: period).map { like[$0] }
        guard wanted.starts(with: rows) else { return nil }
        // A link to more rows may be the last sibling, with nothing after it.
        let isFollowed = wanted.count > rows.count ? "[following-sibling::\(tree.tag(rows[0]))]" : ""
        return "[position() mod \(period) = \((first + 1) % period)]\(isFollowed)"
    }

    /// The path from the root by positions.
    func placed(_ element: Int) -> String {
        let chain = ([element] + tree.ancestors(of: element)).reversed()
        return chain.map { element in
            let parent = tree.nodes[element].parent
            guard parent >= 0 else { return "/\(tree.tag(element))" }
            let like = tree.childElements(of: parent).filter { tree.nodes[$0].tag == tree.nodes[element].tag }
            return like.count > 1 ? "/\(tree.tag(element))[\((like.firstIndex(of: element) ?? 0) + 1)]" : "/\(tree.tag(element))"
        }.joined()
    }
}
