/// The paths of texts and attributes in a row, as small numbers: the steps from the row's element down to them.
///
/// A step is an element's tag, its lasting classes and its position among siblings that share both. After a label, the label replaces the
/// position, so that a row that lacks one value keeps the others in their columns.
struct LeafPaths {
    enum Step: Hashable, Sendable {
        /// A part of the row: a table column, or a sibling.
        case root(Int)
        case element(tag: Int, mark: Int, ordinal: Int)
        /// A text between elements, after the sibling with this path; -1: before all.
        case text(after: Int)
        case attribute(String)
        /// The value with this label, at any position.
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

    /// The path's number; -2 if it is unknown.
    func known(_ parent: Int, _ step: Step) -> Int { numbers[Path(parent: parent, step: step)] ?? -2 }

    /// The steps from the row's part down.
    func steps(to path: Int) -> [Step] {
        var (steps, at) = ([Step](), path)
        while at >= 0 {
            steps.append(all[at].step)
            at = all[at].parent
        }
        return steps.reversed()
    }
}
