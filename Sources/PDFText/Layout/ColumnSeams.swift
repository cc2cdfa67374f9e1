/// Finds column boundaries with too little white space: a right-aligned column of numbers next to a left-aligned text column, at the same
/// position on several lines.
struct ColumnSeams {
    /// The right edges of the numbers and the left edges of the words.
    private let places: [(end: Double, start: Double)]
    private static let fewestLines = 3
    /// In em: edges this close together are the same.
    private static let nearest = 0.1
    private static let foundLimit = 1_000

    init(_ lines: [LayoutRow]) {
        var found: [(end: Double, start: Double, length: Double, em: Double)] = []
        for line in lines where found.count < ColumnSeams.foundLimit {
            for (before, after) in zip(line.words, line.words.dropFirst()) where ColumnSeams.meet(before, after) {
                let (number, word) = (before.placement, after.placement)
                found.append((number.endX, word.x, number.endX - number.x, max(number.size, word.size)))
            }
        }
        found.sort { $0.end < $1.end }
        var places: [(end: Double, start: Double)] = []
        var start = 0
        while start < found.count {
            let first = found[start]
            let near = found[start...].prefix { $0.end - first.end <= ColumnSeams.nearest * first.em }
            start = near.endIndex
            let level = near.filter { abs($0.start - first.start) <= ColumnSeams.nearest * first.em }
            // Numbers of equal length may be aligned by chance.
            let differ = level.contains { abs($0.length - first.length) > ColumnSeams.nearest * first.em }
            if level.count >= ColumnSeams.fewestLines, differ { places.append((first.end, first.start)) }
        }
        self.places = places
    }

    private static func meet(_ before: LayoutPieces.Piece, _ after: LayoutPieces.Piece) -> Bool {
        let gap = after.placement.x - before.placement.endX
        return gap >= 0 && gap < TableRegion.narrowestGap * max(before.placement.size, after.placement.size)
            && LineJoiner.isSeam(before.text, after.text)
    }

    /// Splits a line's fragments at seams, if the number ends early enough to leave the white space of a column.
    func divided(_ fragments: [LayoutRow]) -> [LayoutRow] {
        if places.isEmpty { return fragments }
        return fragments.flatMap { fragment -> [LayoutRow] in
            var parts: [LayoutRow] = []
            var words: [LayoutPieces.Piece] = []
            for word in fragment.words {
                if let last = words.indices.last, ColumnSeams.meet(words[last], word), isSeam(words[last].placement, word.placement) {
                    let em = max(words[last].placement.size, word.placement.size)
                    words[last].placement.endX = min(words[last].placement.endX, word.placement.x - TableRegion.narrowestGap * em)
                    parts.append(LayoutRow(words: words, y: fragment.y, size: fragment.size))
                    words = []
                }
                words.append(word)
            }
            parts.append(LayoutRow(words: words, y: fragment.y, size: fragment.size))
            return parts
        }
    }

    private func isSeam(_ number: Placement, _ word: Placement) -> Bool {
        let em = max(number.size, word.size)
        return places.contains {
            abs($0.end - number.endX) <= 2 * ColumnSeams.nearest * em && abs($0.start - word.x) <= 2 * ColumnSeams.nearest * em
        }
    }
}
