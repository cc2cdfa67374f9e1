/// Groups lines of a table, already split into cells, into rows.
struct TableRows {
    let lines: [LayoutRow]
    /// Whether a line has text in the key column, and in how many columns it has text.
    let filled: [(key: Bool, count: Int)]
    let grid: TableGrid
    /// The maximum line spacing inside a cell, in em.
    let widestLeading: Double

    /// Groups of lines, from top to bottom. Lines without a key belong to the row above or, if cells are vertically centred, to the row
    /// below: the widest gap between two keys separates their rows. Rules always separate rows.
    var groups: [Range<Int>] {
        guard !lines.isEmpty else { return [] }
        var ends = [Bool](repeating: false, count: lines.count)
        let ruled = lines.indices.map { $0 + 1 < lines.count && grid.divides(lines[$0], lines[$0 + 1]) }
        let keys = lines.indices.filter { filled[$0].key }
        let first = keys.first ?? lines.count
        for index in 0..<min(first, lines.count - 1) { ends[index] = lead(index) >= lines[index].size || ruled[index] }
        for (above, below) in zip(keys, keys.dropFirst()) { divide(above, below, ruled, &ends) }
        for index in (keys.last ?? 0)..<lines.count - 1 { ends[index] = ends[index] || isFar(index) || ruled[index] }
        joinRuled(ruled, &ends)
        ends[lines.count - 1] = true
        var result: [Range<Int>] = []
        var start = 0
        for index in lines.indices where ends[index] {
            result.append(start..<index + 1)
            start = index + 1
        }
        return result
    }

    private func lead(_ index: Int) -> Double { lines[index].y - lines[index + 1].y }

    private func isFar(_ index: Int) -> Bool { lead(index) > widestLeading * lines[index + 1].size }

    private func divide(_ above: Int, _ below: Int, _ ruled: [Bool], _ ends: inout [Bool]) {
        var widest = above
        var isDivided = false
        for index in above..<below {
            if lead(index) >= lead(widest) * 0.98 { widest = index }
            if ruled[index] || isFar(index) {
                ends[index] = true
                isDivided = true
            }
        }
        if !isDivided { ends[widest] = true }
    }

    /// Joins the lines between two rules into one row although the key is wrapped, if most ruled areas of the table are one row and no two
    /// of the lines look like separate rows.
    private func joinRuled(_ ruled: [Bool], _ ends: inout [Bool]) {
        var parts: [Range<Int>] = []
        var start = 0
        for index in lines.indices where ruled[index] || index == lines.count - 1 {
            parts.append(start..<index + 1)
            start = index + 1
        }
        guard parts.count >= 3 else { return }
        let single = parts.count { part in part.count { filled[$0].key } <= 1 }
        guard single * 2 > parts.count else { return }
        for part in parts where part.count > 1 {
            let columns = part.map { filled[$0].count }.max() ?? 0
            let looksLikeRows = part.count { filled[$0].count >= 2 && filled[$0].count * 5 >= columns * 3 } > 1
            let isBoxed = part.count > 1 && grid.isBoxed(lines[part.lowerBound], lines[part.upperBound - 1])
            guard isBoxed || !looksLikeRows, !part.dropLast().contains(where: { isFar($0) }) else { continue }
            for index in part.dropLast() { ends[index] = false }
        }
    }
}
