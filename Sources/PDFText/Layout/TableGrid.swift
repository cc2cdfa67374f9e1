/// The drawn rules of a page as separators of table rows. Only for pages whose text runs from left to right as displayed.
struct TableGrid {
    /// Straight horizontal lines, from top to bottom; segments at nearly the same height are merged.
    private let across: [(y: Double, left: Double, right: Double)]
    private let upright: [PDFBox]
    /// Rules closer than this are merged.
    private static let nearest = 2.0
    private static let uprightLimit = 5_000
    /// The share of the adjacent lines that a rule must span.
    private static let widest = 0.6

    init(_ layout: PDFPageLayout) {
        let isUpright = layout.rows.first?.first?.words.first?.placement.direction == 0
        let rules = isUpright ? layout.rules : []
        upright = Array(rules.lazy.filter { $0.width == 0 }.prefix(TableGrid.uprightLimit))
        var across: [(y: Double, left: Double, right: Double)] = []
        for rule in rules.filter({ $0.height == 0 }).sorted(by: { $0.y > $1.y }) {
            if let last = across.last, last.y - rule.y < TableGrid.nearest {
                across[across.count - 1].left = min(last.left, rule.x)
                across[across.count - 1].right = max(last.right, rule.x + rule.width)
            } else {
                across.append((rule.y, rule.x, rule.x + rule.width))
            }
        }
        self.across = across
    }

    /// Whether a rule runs between two lines that follow each other.
    func divides(_ upper: LayoutRow, _ lower: LayoutRow) -> Bool {
        guard !across.isEmpty else { return false }
        // Binary search for the first rule below the upper line's baseline; rules are sorted from top to bottom.
        var (from, to) = (0, across.count)
        while from < to {
            let middle = (from + to) / 2
            if across[middle].y < upper.y { to = middle } else { from = middle + 1 }
        }
        let (left, right) = (min(upper.x, lower.x), max(upper.endX, lower.endX))
        var index = from
        while index < across.count, across[index].y > lower.y {
            let rule = across[index]
            if min(rule.right, right) - max(rule.left, left) >= TableGrid.widest * (right - left) { return true }
            index += 1
        }
        return false
    }

    /// Whether vertical rules run beside these lines, as in a table with boxed cells.
    func isBoxed(_ upper: LayoutRow, _ lower: LayoutRow) -> Bool {
        upright.contains { $0.y <= lower.y && $0.y + $0.height >= upper.y }
    }
}
