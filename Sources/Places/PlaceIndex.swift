package import Records

/// Finds the nearest of many points on earth: an immutable k-d tree over unit vectors, in flat arrays.
///
/// Points are stored in leaf order; `numbers` maps them to input indexes. The inner nodes form a heap: node 1 is the root, 2n and 2n + 1
/// are the children of n, and the leaves continue the numbering, each with about `leafSize` points. There are no pointers, and a node is a
/// single value: its axis and position. Bentley, "Multidimensional binary search trees used for associative searching" (1975), with the
/// bound of Arya and Mount, "Algorithms for fast vector quantization" (1993): the distance to a cell is updated axis by axis on the way
/// down.
///
/// At equal distance the point with the lower number comes first. A cell's bound is computed by the same operations in the same order as
/// the distance of a point in it, so rounding never makes the bound larger: results are exactly those of a linear scan. Logarithmic in the
/// number of points; a nearest-point query allocates nothing.
package struct PlaceIndex: Sendable {
    package struct Neighbour: Hashable, Sendable {
        /// The point's input index.
        package let number: Int
        /// The squared straight-line distance, on the sphere of radius 1.
        package let squaredChord: Double

        func isBefore(_ other: Neighbour) -> Bool {
            squaredChord < other.squaredChord || squaredChord == other.squaredChord && number < other.number
        }
    }

    /// A node's split: points below it on the axis are on the left, points above it on the right, equal ones on either side.
    struct Division: Hashable, Sendable {
        var place: Double
        var axis: Int
    }

    /// In leaf order.
    let points: [UnitVector]
    let numbers: [Int32]
    /// By node; entry 0 is unused.
    let divisions: [Division]

    package var count: Int { points.count }

    /// The approximate number of points per leaf.
    static let leafSize = 8
    /// A deeper tree would exceed the range of point numbers.
    static let maximalDepth = 28

    /// The number of leaves is 2 to this power.
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

    /// Restores a built index: points in leaf order, and a division for each inner node and node 0.
    init(points: [UnitVector], numbers: [Int32], divisions: [Division]) {
        precondition(divisions.count == 1 << Self.depth(of: points.count) && numbers.count == points.count)
        self.points = points
        self.numbers = numbers
        self.divisions = divisions
    }

    /// The nearest point; nil if there are no points.
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

    /// A cell to be searched: its node, and its distance along each axis.
    private struct Cell {
        var node = 1
        var away = UnitVector(x: 0, y: 0, z: 0)

        var bound: Double { away.x * away.x + away.y * away.y + away.z * away.z }

        /// The cell with a different distance along an axis.
        func moved(_ axis: Int, to distance: Double, node: Int) -> Cell {
            switch axis {
            case 0: Cell(node: node, away: UnitVector(x: distance, y: away.y, z: away.z))
            case 1: Cell(node: node, away: UnitVector(x: away.x, y: distance, z: away.z))
            default: Cell(node: node, away: UnitVector(x: away.x, y: away.y, z: distance))
            }
        }
    }

    /// Descends to the target's leaf, then visits every cell that may contain a closer point.
    private func search(_ target: UnitVector, _ best: inout some Candidates) {
        let leaves = divisions.count
        let depth = leaves.trailingZeroBitCount
        // Unsafe for speed: `init` and `leafStart` keep every node below `leaves` and every point below `count`, and at most one cell per
        // level is pending.
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

    /// The index of a leaf's first point.
    static func leafStart(_ leaf: Int, _ count: Int, _ depth: Int) -> Int { (leaf * count) >> depth }
}

/// The results of a search so far.
private protocol Candidates {
    /// Points farther away can be skipped.
    var reach: Double { get }
    /// Adds a point within `reach`.
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

/// A small sorted array, the fastest structure for some tens of results.
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
