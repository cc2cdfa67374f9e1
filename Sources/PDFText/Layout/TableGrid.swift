/// The rules of a page as the grid of a table: edges of columns, and the heights at which rows are divided. Only of a page whose text
/// runs from left to right as the page stands.
struct TableGrid {
    /// Left edges of the columns; nil where no rules divide any.
    let columns: [Double]?
    /// Heights of rules that reach over most of the table's width, ascending.
    private let heights: [Double]
    /// Rules that lie so near each other are one.
    private static let nearest = 3.0

    init(_ layout: PDFPageLayout) {
        let isUpright = layout.rows.first?.first?.words.first?.placement.direction == 0
        let rules = isUpright ? layout.rules : []
        let upright = TableGrid.merged(rules.filter { $0.width == 0 }.map { ($0.x, $0.height) })
        let longest = upright.reduce(0) { max($0, $1.length) }
        let edges = upright.filter { $0.length >= longest / 4 }.map(\.place)
        // Of n rules the last is the right edge.
        columns = edges.count >= 3 ? Array(edges.dropLast()) : nil
        let across = TableGrid.merged(rules.filter { $0.height == 0 }.map { ($0.y, $0.width) })
        let widest = across.reduce(0) { max($0, $1.length) }
        let found = across.filter { $0.length >= widest / 2 }.map(\.place)
        heights = found.count >= 3 ? found : []
    }

    /// Whether two lines stand in the same row of the grid; nil where they aren't both in it.
    func isSameRow(_ upper: LayoutRow, _ lower: LayoutRow) -> Bool? {
        guard let bottom = heights.first, let top = heights.last, lower.y > bottom, lower.y < top, upper.y > bottom, upper.y < top else {
            return nil
        }
        return !heights.contains { lower.y < $0 && $0 < upper.y }
    }

    /// Places that are nearly the same as one, with their lengths together; ascending.
    private static func merged(_ parts: [(Double, Double)]) -> [(place: Double, length: Double)] {
        var result: [(place: Double, length: Double)] = []
        for (place, length) in parts.sorted(by: { $0.0 < $1.0 }) {
            if let last = result.last, place - last.place < nearest {
                result[result.count - 1].length += length
            } else {
                result.append((place, length))
            }
        }
        return result
    }
}
