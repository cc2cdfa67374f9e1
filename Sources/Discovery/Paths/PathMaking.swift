import Markup

/// Finds a candidate's paths, if its rows are elements or inside one. Each path is tested on the page.
struct PathMaking {
    let tree: PageTree

    private static let rows = 40

    func withPaths(_ candidates: [Candidate], first: Int, _ proof: PathProof) -> [Candidate] {
        candidates.enumerated().map { place, candidate in
            guard place < first else { return candidate }
            if let lines = candidate.lines { return withPaths(candidate, lines, proof) }
            guard let origin = candidate.origin else { return candidate }
            return origin.list.form == .turned ? turned(candidate, origin, proof) : withPaths(candidate, origin, proof)
        }
    }

    private func withPaths(_ candidate: Candidate, _ origin: Candidate.Origin, _ proof: PathProof) -> Candidate {
        var candidate = candidate
        candidate.places = origin.sample
        let list = origin.list
        guard [.table, .run, .turn, .joined].contains(list.form), let path = RowPaths(tree: tree, proof: proof).path(to: list) else {
            return candidate
        }
        let nodes = proof.nodes(path)
        let looked = Array(origin.sample.enumerated().prefix(Self.rows))
        guard looked.allSatisfy({ $0.element < nodes.count }) else { return candidate }
        let rows = looked.map { (element: list.element(ofRow: $0.element, tree), node: nodes[$0.element]) }
        let fields = FieldPaths(tree: tree, proof: proof, rows: rows, list: list.keeping(origin.sample))
        candidate.readings = [.elements(rows: path)]
        for place in candidate.fields.indices { candidate.fields[place].paths = fields.paths(to: origin.columns[place]) }
        return candidate
    }

    // MARK: Transposed tables

    /// A field is a line of the table, found by its heading or by its index.
    private func turned(_ candidate: Candidate, _ origin: Candidate.Origin, _ proof: PathProof) -> Candidate {
        let (list, table) = (origin.list, origin.list.container)
        let tables = RowList(.run, elements: [table], in: tree.nodes[table].parent)
        guard let path = RowPaths(tree: tree, proof: proof).path(to: tables) else { return candidate }
        var candidate = candidate
        (candidate.readings, candidate.places) = ([.turned(tables: path)], origin.sample)
        for place in candidate.fields.indices { candidate.fields[place].paths = paths(to: origin.columns[place], list, origin.sample) }
        return candidate
    }

    private func paths(to column: Column, _ list: RowList, _ sample: [Int]) -> [String] {
        guard let row = column.cells.indices.first(where: { column.cells[$0].map { $0.node >= 0 && !$0.isEmpty } ?? false }),
            let node = column.cells[row]?.node,
            let part = list.rows[sample[row]].first(where: { $0.node <= node && node < tree.nodes[$0.node].end })
        else { return [] }
        let line = tree.nodes[part.node].parent
        let lines = tree.inside(list.container).filter { tree.tag($0) == "tr" }
        let byPlace = "(.//tr)[\((lines.firstIndex(of: line) ?? 0) + 1)]"
        guard let head = list.heads[part.root], let quoted = StepChoice.quoted(head) else { return [byPlace] }
        return [".//tr[*[1][normalize-space(.)=\(quoted)]]", byPlace]
    }

    // MARK: Lines of a text

    private func withPaths(_ candidate: Candidate, _ lines: Candidate.Lines, _ proof: PathProof) -> Candidate {
        let list = RowList(.run, elements: [lines.element], in: tree.nodes[lines.element].parent)
        var paths = RowPaths(tree: tree, proof: proof).path(to: list).map { [$0] } ?? []
        // The words of a sentence identify it in any element.
        if lines.isSure { paths.insert("//\(tree.tag(lines.element))", at: 0) }
        var candidate = candidate
        candidate.readings = paths.flatMap { path in lines.patterns.map { .lines(rows: path, pattern: $0) } }
        return candidate
    }
}
