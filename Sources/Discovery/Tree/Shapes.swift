/// An element's inner structure: the tag paths in it, six deep, without text or classes.
///
/// Two elements are of one kind if their shapes share half of their paths.
struct Shape: Hashable {
    /// Hashes of paths, sorted, without duplicates.
    let paths: [UInt32]

    var isEmpty: Bool { paths.isEmpty }

    /// The share of paths in both among the paths in either (Jaccard); 1 for two empty shapes.
    func likeness(to other: Shape) -> Double {
        var (i, j, shared) = (0, 0, 0)
        while i < paths.count, j < other.paths.count {
            if paths[i] == other.paths[j] {
                (i, j, shared) = (i + 1, j + 1, shared + 1)
            } else if paths[i] < other.paths[j] {
                i += 1
            } else {
                j += 1
            }
        }
        let all = paths.count + other.paths.count - shared
        return all == 0 ? 1 : Double(shared) / Double(all)
    }

    func isLike(_ other: Shape) -> Bool {
        // Shapes of very different sizes can't be alike.
        let (few, many) = (min(paths.count, other.paths.count), max(paths.count, other.paths.count))
        return 2 * few >= many && likeness(to: other) >= 0.5
    }

    /// The same, charged to the steps.
    func isLike(_ other: Shape, _ steps: Steps) -> Bool { steps.take(1 + (paths.count + other.paths.count) / 8) && isLike(other) }

    /// The paths of both.
    func joined(with other: Shape) -> Shape { Shape(paths: Set(paths + other.paths).sorted()) }
}

/// The shapes of a page's elements, computed on first use.
final class Shapes {
    private let tree: PageTree
    private let steps: Steps
    private var known: [Int: Shape] = [:]
    private static let (depth, nodes) = (6, 400)

    init(_ tree: PageTree, _ steps: Steps) { (self.tree, self.steps) = (tree, steps) }

    func shape(of element: Int) -> Shape {
        if let shape = known[element] { return shape }
        let shape = made(of: element)
        known[element] = shape
        return shape
    }

    private func made(of element: Int) -> Shape {
        let base = tree.nodes[element].depth
        var hashes = [UInt32](repeating: 17, count: Self.depth + 1)
        var paths: Set<UInt32> = []
        var (at, looked) = (element + 1, 0)
        while at < tree.nodes[element].end, looked < Self.nodes {
            let node = tree.nodes[at]
            let depth = node.depth - base
            guard !node.isText, depth <= Self.depth else {
                at = node.end
                continue
            }
            looked += 1
            let hash = hashes[depth - 1] &* 0x0100_0193 ^ UInt32(truncatingIfNeeded: node.tag &* 7919 &+ 1)
            hashes[depth] = hash
            // Line breaks say nothing about a row's kind.
            if !["br", "hr", "wbr"].contains(tree.tags[node.tag]) { paths.insert(hash) }
            at += 1
        }
        _ = steps.take(looked + 1)
        return Shape(paths: paths.sorted())
    }
}
