/// Where in a row a text or an attribute stands, as small numbers: the steps from the row's element down to it.
///
/// A step is an element's tag, its lasting classes and its place among siblings that share both. Where a label comes first, the label takes
/// the place's part: a row that lacks one value then keeps the others in their columns.
struct LeafPaths {
    enum Step: Hashable, Sendable {
        /// A part of the row: the column of a table, a sibling.
        case root(Int)
        case element(tag: Int, mark: Int, ordinal: Int)
        /// A text beside elements, after the sibling that this path leads to; -1: before all.
        case text(after: Int)
        case attribute(String)
        /// What the label names, wherever it stands.
        case labelled(String)
        /// The heading above the row's group.
        case group
    }

    struct Path: Hashable {
        let parent: Int
        let step: Step
    }

    private(set) var all: [Path] = []
    private var numbers: [Path: Int] = [:]

    mutating func number(_ parent: Int, _ step: Step) -> Int {
        let path = Path(parent: parent, step: step)
        if let number = numbers[path] { return number }
        numbers[path] = all.count
        all.append(path)
        return all.count - 1
    }

    /// The path's number; -2 if there is none.
    func known(_ parent: Int, _ step: Step) -> Int { numbers[Path(parent: parent, step: step)] ?? -2 }

    /// From the row's part down.
    func steps(to path: Int) -> [Step] {
        var (steps, at) = ([Step](), path)
        while at >= 0 {
            steps.append(all[at].step)
            at = all[at].parent
        }
        return steps.reversed()
    }
}
