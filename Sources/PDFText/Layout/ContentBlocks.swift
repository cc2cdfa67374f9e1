/// Groups rows of one direction into blocks of lines drawn one after another, in reading order: blocks above come first, and adjacent
/// blocks follow the drawing order. Blocks whose lines share baselines are a table and are read row by row. This separates a table from a
/// chart beside it, two boxes of a form, and the pages of a spread.
struct ContentBlocks {
    private struct Fragment {
        let row: Int
        let line: LayoutRow
        var order: Int32
    }

    private struct Block {
        var fragments: [Fragment]
        var rows: Set<Int>
        var left: Double
        var right: Double
        var top: Double
        var bottom: Double
        var size: Double

        init(_ fragment: Fragment) {
            fragments = [fragment]
            rows = [fragment.row]
            (left, right, top, bottom) = (fragment.line.x, fragment.line.endX, fragment.line.y, fragment.line.y)
            size = fragment.line.size
        }

        /// Whether it has one fragment per row.
        var isColumn: Bool { fragments.count * 10 <= rows.count * 12 }
        /// The length of its fragments in characters, judged by the first ones.
        var typicalLength: Int {
            let lengths = fragments.prefix(200).map(\.line.length).sorted()
            return lengths[lengths.count / 2]
        }

        /// Whether its first line ends with a colon.
        var isHeaded: Bool { fragments.min { $0.row < $1.row }?.line.words.last?.text.hasSuffix(":") == true }

        mutating func add(_ fragment: Fragment) {
            fragments.append(fragment)
            rows.insert(fragment.row)
            left = min(left, fragment.line.x)
            right = max(right, fragment.line.endX)
            top = max(top, fragment.line.y)
            bottom = min(bottom, fragment.line.y)
            size = max(size, fragment.line.size)
        }
    }

    // In em.
    private static let fragmentGap = 0.7
    private static let widestLeading = 2.2
    private static let sameLine = 0.6
    // In characters: of two table columns, one has cells as short as the first limit, and the other none longer than the second.
    private static let shortCell = 22
    private static let longCell = 45
    /// Only numbers, symbols and single words are shorter.
    private static let shortestCell = 9
    private static let blockLimit = 400
    /// A block below fewer others isn't deferred.
    private static let fewestAbove = 3
    /// A table drawn in arbitrary order has at least this many rows.
    private static let fewestRows = 6
    /// How many previously drawn blocks are checked for shared rows.
    private static let nearest = 16

    /// The rows of each block in order; nil if the drawing order is uninformative.
    static func groups(of rows: [LayoutRow]) -> [[LayoutRow]]? {
        if isDrawnInRows(rows) { return nil }
        var fragments: [Fragment] = []
        for (index, row) in rows.enumerated() {
            for line in row.fragments(gap: fragmentGap, ofSmaller: true) {
                fragments.append(Fragment(row: index, line: line, order: line.words.reduce(.max) { min($0, $1.order) }))
            }
        }
        gatherTables(rows, &fragments)
        fragments.sort { ($0.order, $0.row) < ($1.order, $1.row) }
        var blocks: [Block] = []
        for fragment in fragments {
            if let last = blocks.indices.last, goesOn(fragment, blocks[last]) {
                blocks[last].add(fragment)
            } else {
                blocks.append(Block(fragment))
                if blocks.count > blockLimit { return nil }
            }
        }
        guard blocks.count > 1 else { return nil }
        return stacked(ordered(joined(blocks))).map { lines(of: $0, rows) }
    }

    /// Treats a table whose cells are drawn in arbitrary order as drawn at once: rows of four or more short, aligned cells.
    private static func gatherTables(_ rows: [LayoutRow], _ fragments: inout [Fragment]) {
        for region in TableRegion.all(in: rows) where region.separators.count >= 3 && region.lines.count >= fewestRows {
            let places = fragments.indices.filter { region.lines.contains(fragments[$0].row) }
            let lengths = places.map { fragments[$0].line.length }.sorted()
            guard let first = places.map({ fragments[$0].order }).min(), lengths[lengths.count / 2] <= shortCell else { continue }
            let columns = Dictionary(grouping: places) { region.column(fragments[$0].line.x) }.values.map { $0.map { fragments[$0].line } }
            let isTable = columns.count == region.separators.count + 1 && columns.allSatisfy { isAligned($0, of: region.lines.count) }
            guard isTable else { continue }
            for place in places { fragments[place].order = first }
        }
    }

    /// Whether a column has one cell in each of four of five rows, and most share a left or right edge.
    private static func isAligned(_ cells: [LayoutRow], of rows: Int) -> Bool {
        guard cells.count * 5 >= rows * 4, cells.count <= rows else { return false }
        func isSame(_ places: [Double]) -> Bool {
            let middle = places.sorted()[places.count / 2]
            return places.count { abs($0 - middle) < 0.3 * cells[0].size } * 4 >= places.count * 3
        }
        return isSame(cells.map(\.x)) || isSame(cells.map(\.endX))
    }

    private static func isDrawnInRows(_ rows: [LayoutRow]) -> Bool {
        var last = Int32.min
        for row in rows {
            for word in row.words {
                if word.order < last { return false }
                last = word.order
            }
        }
        return true
    }

    private static func goesOn(_ fragment: Fragment, _ block: Block) -> Bool {
        guard let last = block.fragments.last else { return false }
        let em = max(fragment.line.size, last.line.size)
        // Includes superscript and subscript parts of a line.
        if abs(fragment.line.y - last.line.y) < sameLine * em { return true }
        guard fragment.row > last.row else { return false }
        return last.line.y - fragment.line.y <= widestLeading * em && fragment.line.x < block.right + em
            && fragment.line.endX > block.left - em
    }

    /// Merges blocks that share rows.
    private static func joined(_ blocks: [Block]) -> [Block] {
        var result: [Block] = []
        for block in blocks {
            if let place = result.indices.suffix(nearest).last(where: { isTable(result[$0], block) }) {
                for fragment in block.fragments { result[place].add(fragment) }
            } else {
                result.append(block)
            }
        }
        return result
    }

    /// Whether two blocks on the same baselines with short cells form a table. At least one must be a single column; otherwise they are two
    /// tables.
    private static func isTable(_ first: Block, _ second: Block) -> Bool {
        guard first.isColumn || second.isColumn else { return false }
        let shared = first.rows.intersection(second.rows).count
        let (fewer, more) = (min(first.rows.count, second.rows.count), max(first.rows.count, second.rows.count))
        guard shared >= 3, shared * 10 >= fewer * 7 else { return false }
        let lengths = (first.typicalLength, second.typicalLength)
        // A few lines beside others form a table only if all baselines match; otherwise they may be an address.
        guard fewer >= fewestRows || shared == more || max(lengths.0, lengths.1) <= shortestCell else { return false }
        // Each has its own heading.
        if first.isHeaded, second.isHeaded { return false }
        return min(lengths.0, lengths.1) <= shortCell && max(lengths.0, lengths.1) <= longCell
    }

    /// In drawing order, but each after the blocks above it. A block below many remaining ones, such as a footer drawn first, waits for all
    /// of them; others are read at once, preceded by the blocks above them.
    private static func ordered(_ blocks: [Block]) -> [Block] {
        let above = blocks.indices.map { lower in blocks.indices.filter { isAbove(blocks[$0], blocks[lower]) } }
        var below = [[Int]](repeating: [], count: blocks.count)
        for lower in blocks.indices { for upper in above[lower] { below[upper].append(lower) } }
        var missing = above.map(\.count)
        var isPlaced = [Bool](repeating: false, count: blocks.count)
        var isWaiting = isPlaced
        var ready: [Int] = []
        var result: [Block] = []
        func place(_ index: Int) {
            if isPlaced[index] { return }
            isPlaced[index] = true
            for other in above[index] { place(other) }
            result.append(blocks[index])
            for lower in below[index] {
                missing[lower] -= 1
                if missing[lower] == 0, isWaiting[lower] { ready.append(lower) }
            }
        }
        for index in blocks.indices where !isPlaced[index] {
            if missing[index] >= fewestAbove, missing[index] * 5 >= blocks.count - result.count {
                isWaiting[index] = true
                continue
            }
            place(index)
            while let next = ready.min() {
                ready.removeAll { $0 == next }
                place(next)
            }
        }
        for index in blocks.indices { place(index) }
        return result
    }

    /// The blocks close below this one, to be read before continuing.
    private static func stacked(_ blocks: [Block]) -> [Block] {
        var result: [Block] = []
        for block in blocks {
            if let last = result.last, isAbove(last, block), last.bottom - block.top <= widestLeading * max(last.size, block.size) {
                for fragment in block.fragments { result[result.count - 1].add(fragment) }
            } else {
                result.append(block)
            }
        }
        return result
    }

    private static func isAbove(_ upper: Block, _ lower: Block) -> Bool {
        upper.bottom - lower.top > sameLine * lower.size && upper.left < lower.right && upper.right > lower.left
    }

    private static func lines(of block: Block, _ rows: [LayoutRow]) -> [LayoutRow] {
        Dictionary(grouping: block.fragments, by: \.row).sorted { $0.key < $1.key }.map { row, fragments in
            let words = fragments.sorted { $0.line.x < $1.line.x }.flatMap(\.line.words)
            return LayoutRow(words: words, y: rows[row].y, size: fragments.reduce(0) { max($0, $1.line.size) })
        }
    }
}
