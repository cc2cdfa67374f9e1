import Records

/// The positions of a feed's rows: numbers in source order with gaps between them, so that a row inserted at the top or in between moves no
/// other row.
///
/// A `Difference` gives places: 0 for the first row of the source, and so on. If there is no gap for the rows between two others, all rows
/// get new positions; so do rows that an earlier version numbered by their places. Memory: 50 bytes per row, if the order differs.
struct SourceOrder {
    /// The first row's initial position. Others can come before it.
    static let first: Int64 = 1 << 36
    static let gap: Int64 = 1024
    /// All positions are from 0 to below this, as in `QueryCursor`.
    private static let limit: Int64 = 1 << 40

    /// The ids of the stored rows in order.
    private let ids: [Int64]
    private let positions: [Int64]

    /// The positions by place after a difference.
    private var placed: [Int64] = []
    /// Existing rows that get another position.
    private(set) var moved: [(id: Int64, position: Int64)] = []

    /// The order of a feed's rows after a difference that isn't written yet.
    init(of feed: Feed, _ table: BoardTable, after difference: Difference, in database: Connection) throws {
        let statement = try database.makeStatement(sql: "SELECT _id, _position FROM \(table.name) WHERE _feed = ? ORDER BY _position, _id")
        let rows = BulkStatement(statement)
        rows.begin([feed.id])
        defer { rows.end() }
        var (ids, positions): ([Int64], [Int64]) = ([], [])
        while try rows.step() {
            ids.append(rows.integer(0))
            positions.append(rows.integer(1))
        }
        self.init(ids: ids, positions: positions, after: difference)
    }

    init(ids: [Int64], positions: [Int64], after difference: Difference) {
        (self.ids, self.positions) = (ids, positions)
        guard !ids.isEmpty else { return }
        let order = order(after: difference)
        placed = spread(order, kept: Self.longestRising(order))
        for (place, rank) in order.enumerated() where rank >= 0 && positions[rank] != placed[place] {
            moved.append((ids[rank], placed[place]))
        }
    }

    func position(of place: Int) -> Int64 { place < placed.count ? placed[place] : Self.first + Int64(place) * Self.gap }

    private static let (new, none) = (-1, -2)

    /// For each place, the number of the stored row that goes there, `new`, or `none`.
    private func order(after difference: Difference) -> [Int] {
        var named: [(id: Int64, place: Int)] = difference.moved.map { ($0.id, $0.position) }
        named += difference.altered.map { ($0.before.id, $0.position) }
        named += difference.touched.map { ($0.id, $0.position) }
        named += difference.gone.map { ($0.id, Self.none) } + difference.forgotten.map { ($0, Self.none) }
        named.sort { $0.id < $1.id }
        let filed = difference.filed?.positions ?? PlaceSet(below: 0)
        let added = max(difference.appeared.map(\.position).max() ?? 0, filed.last ?? 0)
        let count = max(ids.count, (named.map(\.place).max() ?? 0) + 1, added + 1)
        var order = [Int](repeating: Self.none, count: count)
        for (rank, id) in ids.enumerated() {
            // Rows that the difference doesn't name keep their places.
            let place = Self.place(of: id, in: named) ?? rank
            if place >= 0 { order[place] = rank }
        }
        for (_, place) in difference.appeared { order[place] = Self.new }
        for place in filed { order[place] = Self.new }
        return order
    }

    private static func place(of id: Int64, in named: [(id: Int64, place: Int)]) -> Int? {
        var (low, high) = (0, named.count)
        while low < high {
            let middle = (low + high) / 2
            if named[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < named.count && named[low].id == id ? named[low].place : nil
    }

    /// Which stored rows keep their positions: the longest subsequence that is still in order.
    private static func longestRising(_ order: [Int]) -> [Bool] {
        /// For each length, the place at which the increasing subsequence of that length with the lowest end ends.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: order.count)
        for (place, rank) in order.enumerated() where rank >= 0 {
            var (low, high) = (0, ends.count)
            if let last = ends.last, order[last] < rank { low = high }
            while low < high {
                let middle = (low + high) / 2
                if order[ends[middle]] < rank { low = middle + 1 } else { high = middle }
            }
            before[place] = low > 0 ? ends[low - 1] : -1
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var (kept, place) = ([Bool](repeating: false, count: order.count), ends.last ?? -1)
        while place >= 0 {
            kept[place] = true
            place = before[place]
        }
        return kept
    }

    /// An increasing position for each place with a row; kept rows stay unchanged if there is room between them.
    private func spread(_ order: [Int], kept: [Bool]) -> [Int64] {
        var (placed, left, start) = ([Int64](repeating: 0, count: order.count), Int64?.none, 0)
        /// Gives positions to the places from `start` to before `end`. False if there is no room.
        func fill(_ end: Int, before right: Int64?) -> Bool {
            let count = Int64((start..<end).count { order[$0] != Self.none })
            guard count > 0 else { return true }
            var (at, step) = (Self.first - Self.gap, Self.gap)
            switch (left, right) {
            case (let left?, let right?): (at, step) = (left, min(Self.gap, (right - left) / (count + 1)))
            case (let left?, nil): at = left
            case (nil, let right?): at = right - (count + 1) * Self.gap
            case (nil, nil): break
            }
            guard step > 0, at + step >= 0, at + count * step < Self.limit else { return false }
            for place in start..<end where order[place] != Self.none {
                at += step
                placed[place] = at
            }
            return true
        }
        for place in order.indices where kept[place] {
            placed[place] = positions[order[place]]
            guard fill(place, before: placed[place]) else { return anew(order.count) }
            (left, start) = (placed[place], place + 1)
        }
        return fill(order.count, before: nil) ? placed : anew(order.count)
    }

    private func anew(_ count: Int) -> [Int64] { (0..<Int64(count)).map { Self.first + $0 * Self.gap } }
}
