import Markup

/// Gives a candidate its paths, where its rows are elements: each is proved on the page.
struct PathMaking {
    let tree: PageTree
    let document: Document

    private static let rows = 40

    func withPaths(_ candidates: [Candidate], first: Int) -> [Candidate] {
        let proof = PathProof(tree, document)
        return candidates.enumerated().map { place, candidate in
            guard place < first, let origin = candidate.origin else { return candidate }
            return withPaths(candidate, origin, proof)
        }
    }

    private func withPaths(_ candidate: Candidate, _ origin: Candidate.Origin, _ proof: PathProof) -> Candidate {
        let list = origin.list
        guard [.table, .run, .turn, .joined].contains(list.form), let path = RowPaths(tree: tree, proof: proof).path(to: list) else {
            return candidate
        }
        let nodes = proof.nodes(path)
        let looked = Array(origin.sample.enumerated().prefix(Self.rows))
        guard looked.allSatisfy({ $0.element < nodes.count }) else { return candidate }
        let rows = looked.map { (element: list.element(ofRow: $0.element, tree), node: nodes[$0.element]) }
        let fields = FieldPaths(tree: tree, proof: proof, rows: rows, list: list.keeping(origin.sample))
        var candidate = candidate
        candidate.path = path
        for place in candidate.fields.indices { candidate.fields[place].paths = fields.paths(to: origin.columns[place]) }
        return candidate
    }
}
