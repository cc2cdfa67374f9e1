/// Intervals on one axis, searched for those that contain a point.
///
/// Sorted by their low ends, and read as a balanced tree whose root is the middle, with the highest end in each subtree beside its node: a
/// lookup costs log n plus the number of results. New intervals are added to a short list, which is merged when it reaches an eighth of the
/// total.
struct IntervalIndex: Sendable {
    private struct Interval {
        let low: Double
        let high: Double
        let entry: Int32
    }

    private var sorted: [Interval] = []
    /// The highest end in the part of `sorted` whose middle this is.
    private var highest: [Double] = []
    private var waiting: [Interval] = []

    mutating func add(_ entry: Int32, _ low: Double, _ high: Double) {
        waiting.append(Interval(low: low, high: high, entry: entry))
        guard waiting.count > 64 + sorted.count / 8 else { return }
        sorted.append(contentsOf: waiting)
        waiting.removeAll(keepingCapacity: true)
        sorted.sort { $0.low < $1.low }
        highest = [Double](repeating: -.infinity, count: sorted.count)
        _ = noteHighest(0..<sorted.count)
    }

    func forEach(around point: Double, _ body: (Int32) -> Void) {
        for interval in waiting where interval.low <= point && point <= interval.high { body(interval.entry) }
        search(0..<sorted.count, point, body)
    }

    private mutating func noteHighest(_ part: Range<Int>) -> Double {
        guard !part.isEmpty else { return -.infinity }
        let middle = part.lowerBound + part.count / 2
        let sides = max(noteHighest(part.lowerBound..<middle), noteHighest(middle + 1..<part.upperBound))
        highest[middle] = max(sorted[middle].high, sides)
        return highest[middle]
    }

    private func search(_ part: Range<Int>, _ point: Double, _ body: (Int32) -> Void) {
        guard !part.isEmpty else { return }
        let middle = part.lowerBound + part.count / 2
        guard highest[middle] >= point else { return }
        search(part.lowerBound..<middle, point, body)
        guard sorted[middle].low <= point else { return }
        if point <= sorted[middle].high { body(sorted[middle].entry) }
        search(middle + 1..<part.upperBound, point, body)
    }
}
