import Records

/// Decides what fits on a map: boxes are placed in order, and a box that would overlap another is left out.
///
/// Earlier boxes win: the cheapest pins, the largest places. Boxes are indexed in cells of 64 pixels, so that each is compared
/// only with its neighbours. The script does the same when the map is enlarged (js/stations-map-layout.js).
struct StationMapLayout {
    /// In pixels, `y` downwards.
    struct Box: Hashable, Sendable {
        let left: Double
        let top: Double
        let width: Double
        let height: Double

        func overlaps(_ other: Box) -> Bool {
            left < other.left + other.width && other.left < left + width && top < other.top + other.height && other.top < top + height
        }
    }

    private struct Cell: Hashable {
        let column: Int
        let row: Int
    }

    private static let cellSize = 64.0
    private var cells: [Cell: [Box]] = [:]

    /// Places the box if there is room; returns whether it did.
    mutating func place(_ box: Box) -> Bool {
        let cells = Self.cells(of: box)
        guard !cells.contains(where: { self.cells[$0]?.contains { $0.overlaps(box) } == true }) else { return false }
        for cell in cells { self.cells[cell, default: []].append(box) }
        return true
    }

    /// Limits the cells, so that a box far outside the map doesn't loop over a million of them.
    private static func cells(of box: Box) -> [Cell] {
        func cell(_ place: Double) -> Int { Int(clamping: (place / cellSize).rounded(.down)).clamped(to: -1_000_000...1_000_000) }
        let columns = cell(box.left)...max(cell(box.left), cell(box.left + box.width))
        let rows = cell(box.top)...max(cell(box.top), cell(box.top + box.height))
        return columns.prefix(32).flatMap { column in rows.prefix(32).map { Cell(column: column, row: $0) } }
    }
}
