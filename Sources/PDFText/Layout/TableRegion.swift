/// Lines of a page with the same columns.
struct TableRegion {
    /// Indexes in the list of the page's lines.
    let lines: Range<Int>
    /// The centres of the white space between the columns, from left to right.
    let separators: [Double]

    /// In em.
    static let narrowestGap = 0.45
    private static let fewestCrossings = 2
    private static let attemptLimit = 100

    /// The tables of a page, from top to bottom; other lines are text.
    static func all(in lines: [LayoutRow]) -> [TableRegion] {
        let split = lines.map { $0.fragments(gap: narrowestGap, ofSmaller: true) }
        return blocks(lines).flatMap { block in
            let seams = ColumnSeams(Array(lines[block]))
            return regions(split[block].map { seams.divided($0) }, from: block.lowerBound)
        }
    }

    /// The tables of a page whose first one may continue a table of the previous page with these separators: if it has no more columns, and
    /// nearly all of its lines fit the old ones, it takes them over; so does a fitting line above it, or alone on the page.
    static func continued(_ tables: [TableRegion], _ lines: [LayoutRow], with separators: [Double]) -> [TableRegion] {
        guard !separators.isEmpty, tables.first.map({ $0.separators.count <= separators.count }) ?? true else { return tables }
        let known = TableRegion(lines: 0..<0, separators: separators)
        let end = tables.first?.lines.lowerBound ?? lines.count
        var places: [Range<Int>] = []
        if let start = lines[..<end].firstIndex(where: { known.fits($0) }) {
            let after = tables.first?.lines.upperBound ?? lines[start...].firstIndex { !known.isWithin($0) } ?? lines.count
            places.append(start..<after)
        }
        if let own = tables.first?.lines { places.append(own) }
        let place = places.first { place in lines[place].count { !known.isWithin($0) } * 4 <= place.count }
        guard let place else { return tables }
        return [TableRegion(lines: place, separators: separators)] + tables.dropFirst()
    }

    /// Whether no text of the line crosses columns.
    private func isWithin(_ line: LayoutRow) -> Bool {
        line.fragments(gap: TableRegion.narrowestGap, ofSmaller: true).allSatisfy { column($0.x) == column($0.endX) }
    }

    /// The column at a position.
    func column(_ x: Double) -> Int { separators.count { $0 <= x } }

    /// Whether a line has text in several columns and none across them.
    func fits(_ line: LayoutRow) -> Bool {
        let fragments = line.fragments(gap: TableRegion.narrowestGap, ofSmaller: true)
        guard fragments.allSatisfy({ column($0.x) == column($0.endX) }) else { return false }
        return Set(fragments.map { column($0.x) }).count > 1
    }

    /// Lines between gaps wider than the gaps around them.
    private static func blocks(_ lines: [LayoutRow]) -> [Range<Int>] {
        guard !lines.isEmpty else { return [] }
        let leads = zip(lines, lines.dropFirst()).map { $0.y - $1.y }
        var result: [Range<Int>] = []
        var start = 0
        for (index, lead) in leads.enumerated() {
            let neighbours = max(index > start ? leads[index - 1] : 0, index + 1 < leads.count ? leads[index + 1] : 0)
            guard lead > 2.4 * max(lines[index].size, lines[index + 1].size), lead > 1.6 * neighbours, neighbours > 0 else { continue }
            result.append(start..<index + 1)
            start = index + 1
        }
        result.append(start..<lines.count)
        return result
    }

    private static func regions(_ rows: [[LayoutRow]], from start: Int) -> [TableRegion] {
        let sizes = rows.compactMap(\.first?.size).sorted()
        guard !sizes.isEmpty else { return [] }
        let rivers = River.all(
            in: rows, em: sizes[sizes.count / 2], narrowest: narrowestGap, fewestCrossings: fewestCrossings, joinsUneven: false
        ).sorted { $0.first < $1.first }
        let tables = tables(rivers, rows.count)
        return zip(tables, tables.dropFirst().map(\.lines.lowerBound) + [rows.count]).compactMap { table, next in
            let separators = separators(of: table.rivers, rows, table.lines)
            guard !separators.isEmpty else { return nil }
            let end = end(table.lines, separators, rows[..<next])
            return TableRegion(lines: start + table.lines.lowerBound..<start + end, separators: separators)
        }
    }

    /// Groups of parallel rivers with their lines. A line that most of the rivers above and below it don't pass is text between two tables,
    /// even if one river passes it.
    private static func tables(_ rivers: [River], _ count: Int) -> [(lines: Range<Int>, rivers: [River])] {
        var flowing = [Int](repeating: 0, count: count + 1)
        for river in rivers {
            flowing[river.first] += 1
            flowing[river.last + 1] -= 1
        }
        for index in 1...count { flowing[index] += flowing[index - 1] }
        // The largest number of concurrent rivers since, and until, a line without any.
        var above = flowing
        for index in 1..<count where flowing[index] > 0 { above[index] = max(above[index], above[index - 1]) }
        var below = flowing
        for index in stride(from: count - 2, through: 0, by: -1) where flowing[index] > 0 {
            below[index] = max(below[index], below[index + 1])
        }
        var result: [(lines: Range<Int>, rivers: [River])] = []
        var start: Int?
        for index in 0...count {
            let isTable = flowing[index] > 0 && flowing[index] * 2 > min(above[index], below[index])
            if isTable {
                start = start ?? index
            } else if let first = start {
                let own = rivers.filter { $0.first < index && $0.last >= first }
                result.append((first..<index, own))
                start = nil
            }
        }
        return result
    }

    /// The rivers that no line of the table covers, except column-spanning headers and one in ten lines below.
    private static func separators(of rivers: [River], _ rows: [[LayoutRow]], _ lines: Range<Int>) -> [Double] {
        var chosen: [River] = []
        for river in rivers.sorted(by: { ($1.crossings, $0.left) < ($0.crossings, $1.left) }).prefix(attemptLimit) {
            if chosen.contains(where: { $0.left < river.right && $0.right > river.left }) { continue }
            func covered(_ lines: Range<Int>) -> Int {
                lines.count { rows[$0].contains { $0.x < river.right && $0.endX > river.left } }
            }
            let above = covered(lines.lowerBound..<max(river.first, lines.lowerBound))
            let below = covered(min(river.last + 1, lines.upperBound)..<lines.upperBound)
            if above <= max(2, lines.count / 4), below <= max(1, lines.count / 10) { chosen.append(river) }
        }
        return chosen.map { ($0.left + $0.right) / 2 }.sorted()
    }

    /// The end of a table whose last row continues in wrapped cells, among the rows before the next table.
    private static func end(_ lines: Range<Int>, _ separators: [Double], _ rows: ArraySlice<[LayoutRow]>) -> Int {
        var end = lines.upperBound
        while end < rows.endIndex, let above = rows[end - 1].first, let line = rows[end].first, above.y - line.y < 1.5 * line.size,
            rows[end].allSatisfy({ fragment in !separators.contains { $0 > fragment.x && $0 < fragment.endX } }), line.x > separators[0]
        {
            end += 1
        }
        return end
    }
}
