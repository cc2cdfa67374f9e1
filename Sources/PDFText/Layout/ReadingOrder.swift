/// Rows of one direction → regions in the order of reading. Columns are found by the whitespace between them: a strip that
/// few lines cross, with prose on either side. Lines across it divide the page into bands; in each the left side is read before the
/// right. Sides of short cells that stand in rows are a table and are read row by row.
enum ReadingOrder {
    /// Regions from first to last, each of rows from top to bottom.
    static func regions(of rows: [LayoutRow]) -> [[LayoutRow]] {
        var result: [[LayoutRow]] = []
        divide(rows, depth: 0, &result)
        return result
    }

    private static let fragmentGap = 1.0

    private static func divide(_ rows: [LayoutRow], depth: Int, _ result: inout [[LayoutRow]]) {
        guard rows.count >= 4, depth < 8 else { return add(rows, &result) }
        let split = rows.map { $0.fragments(gap: fragmentGap) }
        guard let gutter = gutter(split) else { return add(rows, &result) }
        var whole: [LayoutRow] = []
        var band: [(left: [LayoutRow], right: [LayoutRow])] = []
        var bandRows: [LayoutRow] = []
        func endBand() {
            let left = band.compactMap { merged($0.left) }
            let right = band.compactMap { merged($0.right) }
            if isProse(left, right, of: band.count) {
                add(whole, &result)
                whole = []
                divide(left, depth: depth + 1, &result)
                divide(right, depth: depth + 1, &result)
            } else {
                whole += bandRows
            }
            band = []
            bandRows = []
        }
        for (row, fragments) in zip(rows, split) {
            let crosses = fragments.contains { $0.x < gutter.lowerBound && $0.endX > gutter.upperBound }
            if crosses {
                endBand()
                whole.append(row)
            } else {
                let middle = (gutter.lowerBound + gutter.upperBound) / 2
                let left = fragments.filter { ($0.x + $0.endX) / 2 < middle }
                let right = fragments.filter { ($0.x + $0.endX) / 2 >= middle }
                band.append((left, right))
                bandRows.append(row)
            }
        }
        endBand()
        add(whole, &result)
    }

    private static func add(_ rows: [LayoutRow], _ result: inout [[LayoutRow]]) {
        if !rows.isEmpty { result.append(rows) }
    }

    private static func merged(_ fragments: [LayoutRow]) -> LayoutRow? {
        guard let first = fragments.first else { return nil }
        return LayoutRow(words: fragments.flatMap(\.words), y: first.y, size: fragments.reduce(0) { max($0, $1.size) })
    }

    /// The best strip of whitespace: lines on both sides, few lines across.
    private static func gutter(_ rows: [[LayoutRow]]) -> ClosedRange<Double>? {
        let fragments = rows.flatMap { $0 }
        guard let left = fragments.map(\.x).min(), let right = fragments.map(\.endX).max(), right - left > 1, fragments.count >= 6 else {
            return nil
        }
        let sizes = fragments.map(\.size).sorted()
        let em = sizes[sizes.count / 2]
        let bins = 512
        let step = (right - left) / Double(bins)
        var cover = [Int](repeating: 0, count: bins + 1)
        // How many fragments begin in or after a strip, and end in or before it: by sums over the bins.
        var ends = [Int](repeating: 0, count: bins + 2)
        var starts = [Int](repeating: 0, count: bins + 2)
        for fragment in fragments {
            let from = bin(fragment.x, left, step, bins)
            let to = max(from, bin(fragment.endX, left, step, bins))
            cover[from] += 1
            if to + 1 <= bins { cover[to + 1] -= 1 }
            ends[to] += 1
            starts[from] += 1
        }
        for index in 1...bins { cover[index] += cover[index - 1] }
        for index in 1...bins { ends[index] += ends[index - 1] }
        for index in stride(from: bins - 1, through: 0, by: -1) { starts[index] += starts[index + 1] }
        let most = max(fragments.count / 4, 1)
        var best: (range: ClosedRange<Double>, score: Double)?
        var index = 0
        while index < bins {
            guard cover[index] <= most else {
                index += 1
                continue
            }
            var end = index
            while end + 1 < bins, cover[end + 1] <= most { end += 1 }
            let width = Double(end - index + 1) * step
            let before = index > 0 ? ends[index - 1] : 0
            let after = starts[min(end + 1, bins)]
            if width >= em * 0.7, before >= 3, after >= 3 {
                let score = Double(min(before, after)) * min(width / em, 3)
                if score > best?.score ?? 0 { best = (left + Double(index) * step...left + Double(end + 1) * step, score) }
            }
            index = end + 1
        }
        guard let best else { return nil }
        // A little narrower than it looks, as the bins are coarse.
        let inset = min(step, (best.range.upperBound - best.range.lowerBound) / 4)
        return best.range.lowerBound + inset...best.range.upperBound - inset
    }

    private static func bin(_ x: Double, _ left: Double, _ step: Double, _ bins: Int) -> Int {
        let place = (x - left) / step
        return place.isFinite ? min(max(Int(place), 0), bins) : 0
    }

    /// Columns of prose, not of a table: long lines on both sides, or lines that don't stand side by side.
    private static func isProse(_ left: [LayoutRow], _ right: [LayoutRow], of rows: Int) -> Bool {
        guard left.count >= 3, right.count >= 3 else { return false }
        func median(_ values: [Int]) -> Int { values.sorted()[values.count / 2] }
        let shorter = min(median(left.map(\.length)), median(right.map(\.length)))
        let together = left.count + right.count - rows
        let aligned = Double(together) / Double(min(left.count, right.count))
        if shorter >= 22 { return true }
        return shorter >= 8 && aligned < 0.4
    }

    /// By a wider gap, another size, or an indent.
    static func beginsParagraph(_ row: LayoutRow, after previous: LayoutRow, in region: [LayoutRow]) -> Bool {
        let gap = previous.y - row.y
        let em = max(row.size, previous.size)
        if gap > em * 1.9 || gap < 0 { return true }
        if min(row.size, previous.size) < em * 0.85 { return true }
        let indent = row.x - previous.x
        return indent > em * 0.9 && indent < em * 5 && !isListMark(previous.words.first?.text ?? "")
    }

    /// A bullet, or a number with a point or a bracket: the lines of such an entry hang behind it.
    private static func isListMark(_ word: String) -> Bool {
        if word.count == 1, let scalar = word.unicodeScalars.first { return !scalar.properties.isAlphabetic }
        return word.utf8.count <= 5 && (word.hasSuffix(".") || word.hasSuffix(")"))
    }
}
