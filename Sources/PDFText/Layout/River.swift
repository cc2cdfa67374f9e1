/// A strip of vertical white space between fragments of successive rows: the gap between columns, of prose or of a table.
struct River {
    /// The strip that no row covers, from left to right.
    var left: Double
    var right: Double
    /// The first and last row beside it, including rows with text on one side only.
    var first: Int
    var last: Int
    /// The number of rows with text on both sides.
    var crossings = 1

    /// In em: narrower white space doesn't divide columns.
    static let narrowest = 0.6
    private static let concurrentLimit = 24
    private static let foundLimit = 2_000

    var width: Double { right - left }

    /// The start and end of a fragment, or of several above each other.
    private typealias Span = (x: Double, endX: Double)

    /// The rivers of rows from top to bottom, each row with its fragments from left to right. The work grows with the fragments.
    /// `narrowest` is in em. `joinsUneven` also accepts columns whose lines aren't level.
    static func all(
        in rows: [[LayoutRow]], em: Double, narrowest: Double = River.narrowest, fewestCrossings: Int = 3, joinsUneven: Bool = true
    ) -> [River] {
        var flowing: [River] = []
        var result: [River] = []
        var above: [Span] = []
        func end(_ river: River) {
            if river.crossings >= fewestCrossings, result.count < foundLimit { result.append(river) }
        }
        for (index, row) in rows.enumerated() {
            let own: [Span] = row.map { ($0.x, $0.endX) }
            // In columns whose lines aren't level, the previous row counts as adjacent.
            let isNear = joinsUneven && index > 0 && (rows[index - 1].first?.y ?? 0) - (row.first?.y ?? 0) < 0.9 * em
            let spans = isNear ? joined(above, own) : own
            var next: [River] = []
            for var river in flowing {
                if river.flow(past: own, em * narrowest) {
                    if let first = spans.first, let last = spans.last, first.endX <= river.left, last.x >= river.right {
                        (river.crossings, river.last) = (river.crossings + 1, index)
                    }
                    next.append(river)
                } else {
                    end(river)
                }
            }
            for (before, after) in zip(spans, spans.dropFirst()) where next.count < concurrentLimit {
                guard after.x - before.endX >= em * narrowest else { continue }
                // Merges with a narrower river at the same position that ends here.
                let isKnown = next.contains {
                    $0.left < after.x && $0.right > before.endX && $0.width * 1.5 >= after.x - before.endX
                }
                if !isKnown { next.append(River(left: before.endX, right: after.x, first: isNear ? index - 1 : index, last: index)) }
            }
            (flowing, above) = (next, own)
        }
        flowing.forEach(end)
        return result
    }

    /// Merges the fragments of two rows from left to right, joining overlapping ones.
    private static func joined(_ upper: [Span], _ lower: [Span]) -> [Span] {
        var result: [Span] = []
        for span in (upper + lower).sorted(by: { $0.x < $1.x }) {
            if let last = result.last, span.x < last.endX {
                result[result.count - 1].endX = max(last.endX, span.endX)
            } else {
                result.append(span)
            }
        }
        return result
    }

    /// Narrows it to the space that a row leaves free; false if that is too little.
    private mutating func flow(past row: [Span], _ narrowest: Double) -> Bool {
        var best: (left: Double, right: Double)?
        var start = left
        func offer(_ end: Double) {
            if end - start >= narrowest, end - start > (best.map { $0.right - $0.left } ?? 0) { best = (start, end) }
        }
        for span in row where span.endX > left && span.x < right {
            offer(min(span.x, right))
            start = max(start, span.endX)
        }
        offer(right)
        guard let best else { return false }
        (left, right) = best
        return true
    }
}
