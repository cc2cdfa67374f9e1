/// Finds runs of similar children of one element: the rows of most lists. Other elements between them, such as an advertisement or a rule,
/// don't end a run.
struct SiblingRuns {
    let tree: PageTree
    let shapes: Shapes
    let steps: Steps

    /// Similar children of one parent.
    struct Run {
        let parent: Int
        let elements: [Int]
        let shape: Shape
    }

    private static let kinds = 24

    /// The runs of all parents, including those of one element, which may be part of a list in several containers.
    func all() -> [Run] {
        tree.nodes.indices.flatMap { place in
            tree.nodes[place].isText || Self.lineParents.contains(tree.tag(place)) ? [] : runs(in: place)
        }
    }

    /// The rows of a data table come from its grid, so its cells aren't rows.
    private static let lineParents: Set<String> = ["tr", "select", "html", "colgroup"]

    private func runs(in parent: Int) -> [Run] {
        var kinds: [(tag: Int, elements: [Int], shape: Shape)] = []
        for child in tree.childElements(of: parent) where !Self.between.contains(tree.tag(child)) {
            guard steps.take() else { break }
            let (tag, shape) = (tree.nodes[child].tag, shapes.shape(of: child))
            if let kind = kinds.firstIndex(where: { $0.tag == tag && $0.shape.isLike(shape, steps) }) {
                kinds[kind].elements.append(child)
                if kinds[kind].shape != shape { kinds[kind].shape = kinds[kind].shape.joined(with: shape) }
                _ = steps.take(shape.paths.count)
            } else if kinds.count < Self.kinds {
                kinds.append((tag, [child], shape))
            }
        }
        return kinds.map { Run(parent: parent, elements: $0.elements, shape: $0.shape) }
    }

    static let between: Set<String> = ["br", "hr", "meta", "link", "wbr", "caption", "col", "colgroup", "thead", "tfoot"]
}
