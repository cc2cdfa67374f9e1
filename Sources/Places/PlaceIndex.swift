package import Records

/// The nearest of many points on earth: a k-d tree over unit vectors, in flat arrays that never change.
///
/// Points lie in the order of the leaves; `numbers` says which is which. The inner nodes are a heap: node 1 is the root, 2n and 2n + 1 are
/// below n, and the leaves follow in the same numbering, each with some `leafSize` points. So there are no pointers, and a node is one
/// value: on which axis it divides, and where. Bentley, "Multidimensional binary search trees used for associative searching" (1975),
/// with the bound of Arya and Mount, "Algorithms for fast vector quantization" (1993): how far a cell is away grows axis by axis on the way down.
///
/// Of points at the same distance the one with the lower number comes first. The bound of a cell is computed by the same operations in the
/// same order as the distance of a point in it, so rounding never makes it more than that: the answers are exactly those of looking
/// at every point. Logarithmic in the number of points; nothing is allocated for the nearest one.
package struct PlaceIndex: Sendable {
    package struct Neighbour: Hashable, Sendable {
        /// Of the point, as it was given.
        package let number: Int
        /// The square of the straight line to it, on the sphere of radius 1.
        package let squaredChord: Double

        func isBefore(_ other: Neighbour) -> Bool {
            squaredChord < other.squaredChord || squaredChord == other.squaredChord && number < other.number
        }
    }

    /// What a node divides by: below it on the axis to the left, above it to the right, and of those at the very place some on both sides.
    struct Division: Hashable, Sendable {
        var place: Double
        var axis: Int
    }

    /// In the order of the leaves.
    let points: [UnitVector]
    let numbers: [Int32]
    /// By node; that of node 0 means nothing.
    let divisions: [Division]

    package var count: Int { points.count }

    /// Points in a leaf, some more or some less.
    static let leafSize = 8
    /// A tree of more levels would not fit the numbers of its points.
    static let maximalDepth = 28

    /// Leaves are 2 to the power of it.
    static func depth(of count: Int) -> Int {
        var depth = 0
        while count >> (depth + 1) >= leafSize, depth < maximalDepth { depth += 1 }
        return depth
    }

    package init(_ positions: [Position]) {
        var builder = PlaceIndexBuilder(positions.map(UnitVector.init))
        builder.build()
        self.init(points: builder.entries.map(\.point), numbers: builder.entries.map(\.number), divisions: builder.divisions)
    }

    /// One that was built before, its points in the order of the leaves; there is a division for each inner node, and for node 0.
    init(points: [UnitVector], numbers: [Int32], divisions: [Division]) {
        precondition(divisions.count == 1 << Self.depth(of: points.count) && numbers.count == points.count)
        self.points = points
        self.numbers = numbers
        self.divisions = divisions
    }

    /// The nearest point; nil where there is none at all.
    package func nearest(to target: UnitVector) -> Neighbour? {
        var best = Nearest()
        search(target, &best)
        return points.isEmpty ? nil : Neighbour(number: best.number, squaredChord: best.reach)
    }

    /// The nearest `count` points, in order.
    package func nearest(to target: UnitVector, count: Int) -> [Neighbour] {
        let count = min(count, points.count)
        guard count > 1 else { return count == 1 ? [nearest(to: target)].compactMap { $0 } : [] }
        var best = NearestFew(count)
        search(target, &best)
        return best.neighbours
    }

    package func nearest(to position: Position, count: Int) -> [Neighbour] { nearest(to: UnitVector(position), count: count) }

    // MARK: The search

    /// A cell that is still to be looked into: its node, and how far it is away along each axis.
    private struct Cell {
        var node = 1
        var away = UnitVector(x: 0, y: 0, z: 0)

        var bound: Double { away.x * away.x + away.y * away.y + away.z * away.z }

        /// The same with another distance along an axis.
        func moved(_ axis: Int, to distance: Double, node: Int) -> Cell {
            switch axis {
            case 0: Cell(node: node, away: UnitVector(x: distance, y: away.y, z: away.z))
            case 1: Cell(node: node, away: UnitVector(x: away.x, y: distance, z: away.z))
            default: Cell(node: node, away: UnitVector(x: away.x, y: away.y, z: distance))
            }
        }
    }

    /// Goes down to the leaf that holds the target, then into every cell that may hold something better.
    private func search(_ target: UnitVector, _ best: inout some Candidates) {
        let leaves = divisions.count
        let depth = leaves.trailingZeroBitCount
        // Unsafe for speed: `init` and `leafStart` keep every node below `leaves` and every point below `count`, and the cells that wait
        // are at most one for each level.
        points.withUnsafeBufferPointer { points in
            numbers.withUnsafeBufferPointer { numbers in
                divisions.withUnsafeBufferPointer { divisions in
                    withUnsafeTemporaryAllocation(of: Cell.self, capacity: Self.maximalDepth + 2) { waiting in
                        waiting.initializeElement(at: 0, to: Cell())
                        var count = 1
                        while count > 0 {
                            count -= 1
                            var cell = waiting[count]
                            guard cell.bound <= best.reach else { continue }
                            while cell.node < leaves {
                                let division = divisions[cell.node]
                                let beyond = target[division.axis] - division.place
                                let near = 2 * cell.node + (beyond >= 0 ? 1 : 0)
                                let far = cell.moved(division.axis, to: beyond, node: near ^ 1)
                                if far.bound <= best.reach {
                                    waiting.initializeElement(at: count, to: far)
                                    count += 1
                                }
                                cell.node = near
                            }
                            let leaf = cell.node - leaves
                            for index in Self.leafStart(leaf, points.count, depth)..<Self.leafStart(leaf + 1, points.count, depth) {
                                let chord = target.squaredChord(to: points[index])
                                if chord <= best.reach { best.take(Int(numbers[index]), chord) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Where the points of a leaf begin.
    static func leafStart(_ leaf: Int, _ count: Int, _ depth: Int) -> Int { (leaf * count) >> depth }
}

/// What a search has found so far.
private protocol Candidates {
    /// What is farther away than this is of no use.
    var reach: Double { get }
    /// A point not farther away than `reach`.
    mutating func take(_ number: Int, _ chord: Double)
}

private struct Nearest: Candidates {
    var reach = Double.infinity
    var number = Int.max

    mutating func take(_ number: Int, _ chord: Double) {
        guard chord < reach || number < self.number else { return }
        reach = chord
        self.number = number
    }
}

/// A few, sorted: for some tens nothing is quicker.
private struct NearestFew: Candidates {
    private(set) var neighbours: [PlaceIndex.Neighbour] = []
    private let count: Int
    private(set) var reach = Double.infinity

    init(_ count: Int) {
        self.count = count
        neighbours.reserveCapacity(count + 1)
    }

    mutating func take(_ number: Int, _ chord: Double) {
        let neighbour = PlaceIndex.Neighbour(number: number, squaredChord: chord)
        if neighbours.count == count {
            guard neighbour.isBefore(neighbours[count - 1]) else { return }
            neighbours.removeLast()
        }
        var index = neighbours.count
        neighbours.append(neighbour)
        while index > 0, neighbour.isBefore(neighbours[index - 1]) {
            neighbours[index] = neighbours[index - 1]
            index -= 1
        }
        neighbours[index] = neighbour
        if neighbours.count == count { reach = neighbours[count - 1].squaredChord }
    }
}
