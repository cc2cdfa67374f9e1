/// Arranges points in the order of a `PlaceIndex`: each node splits its points at the median of the axis with the largest extent.
///
/// Medians are found by selection (Hoare, "Algorithm 65: Find", 1961), not by sorting: n log n steps in all.
struct PlaceIndexBuilder {
    struct Entry {
        var point: UnitVector
        var number: Int32
    }

    private(set) var entries: [Entry]
    private(set) var divisions: [PlaceIndex.Division]
    private let depth: Int

    init(_ points: [UnitVector]) {
        entries = points.enumerated().map { Entry(point: $1, number: Int32($0)) }
        depth = PlaceIndex.depth(of: points.count)
        divisions = Array(repeating: PlaceIndex.Division(place: 0, axis: 0), count: 1 << depth)
    }

    mutating func build() {
        // From the root down, so that a node's points are contiguous when it is split.
        for node in 1..<divisions.count { divide(node) }
    }

    private mutating func divide(_ node: Int) {
        let level = Int.bitWidth - 1 - node.leadingZeroBitCount
        let leavesBelow = 1 << (depth - level)
        let firstLeaf = (node - (1 << level)) * leavesBelow
        let range = start(firstLeaf)..<start(firstLeaf + leavesBelow)
        let middle = start(firstLeaf + leavesBelow / 2)
        let axis = widestAxis(of: range)
        select(middle, in: range, axis)
        divisions[node] = PlaceIndex.Division(place: entries[middle].point[axis], axis: axis)
    }

    private func start(_ leaf: Int) -> Int { PlaceIndex.leafStart(leaf, entries.count, depth) }

    private func widestAxis(of range: Range<Int>) -> Int {
        var (low, high) = (entries[range.lowerBound].point, entries[range.lowerBound].point)
        for entry in entries[range] {
            let point = entry.point
            low = UnitVector(x: min(low.x, point.x), y: min(low.y, point.y), z: min(low.z, point.z))
            high = UnitVector(x: max(high.x, point.x), y: max(high.y, point.y), z: max(high.z, point.z))
        }
        let (x, y, z) = (high.x - low.x, high.y - low.y, high.z - low.z)
        return x >= y && x >= z ? 0 : y >= z ? 1 : 2
    }

    /// Partitions entries so that the entry at `wanted` is not below any before it and not above any after it.
    private mutating func select(_ wanted: Int, in range: Range<Int>, _ axis: Int) {
        entries.withUnsafeMutableBufferPointer { entries in
            var (low, high) = (range.lowerBound, range.upperBound - 1)
            while low < high {
                let pivot = Self.median(entries[low].point[axis], entries[(low + high) / 2].point[axis], entries[high].point[axis])
                var (left, right) = (low, high)
                // The pivot is one of the entries, so neither index runs past the end; equal entries are swapped, so runs of them are split
                // evenly.
                while left <= right {
                    while entries[left].point[axis] < pivot { left += 1 }
                    while entries[right].point[axis] > pivot { right -= 1 }
                    guard left <= right else { break }
                    entries.swapAt(left, right)
                    left += 1
                    right -= 1
                }
                if wanted <= right { high = right } else if wanted >= left { low = left } else { return }
            }
        }
    }

    private static func median(_ a: Double, _ b: Double, _ c: Double) -> Double { max(min(a, b), min(max(a, b), c)) }
}
