/// A channel's schedule in a window, without gaps or overlaps: adjoining cells, each with a programme or empty.
///
/// Sources publish overlapping programmes. The later start gets the cell; the other programme is cut off, and resumes afterwards if it
/// lasts longer. Programmes without a duration, or completely covered ones, are in `included` of the covering cell.
package struct GuideLane<ID: Hashable & Sendable>: Hashable, Sendable {
    package struct Slot: Hashable, Sendable {
        package let id: ID
        package let start: Timestamp
        package let stop: Timestamp

        package init(_ id: ID, _ start: Timestamp, _ stop: Timestamp) { (self.id, self.start, self.stop) = (id, start, max(start, stop)) }
    }

    package struct Cell: Hashable, Sendable {
        /// nil if the source has no programme.
        package let id: ID?
        /// Clipped to the window; the programme's own times may be longer.
        package let start: Timestamp
        package fileprivate(set) var stop: Timestamp
        /// Programmes without their own cell, ordered by start.
        package fileprivate(set) var included: [ID] = []
    }

    /// From the beginning to the end of the window.
    package let cells: [Cell]

    package init(_ slots: [Slot], in window: Range<Timestamp>) {
        let shown = slots.filter { $0.start < window.upperBound && ($0.stop > window.lowerBound || $0.start >= window.lowerBound) }
            .sorted { ($0.start, $1.stop) < ($1.start, $0.stop) }
        let lasting = shown.filter { $0.stop > $0.start }
        // A programme is on top until it ends or a later one begins.
        var (cells, under): ([Cell], [Slot]) = ([], [])
        var now = window.lowerBound
        func show(until end: Timestamp) {
            while now < end {
                while let last = under.last, last.stop <= now { under.removeLast() }
                let stop = min(end, under.last?.stop ?? end)
                if let last = cells.last, last.id == under.last?.id, last.stop == now {
                    cells[cells.count - 1].stop = stop
                } else {
                    cells.append(Cell(id: under.last?.id, start: now, stop: stop))
                }
                now = stop
            }
        }
        for slot in lasting {
            show(until: min(max(slot.start, window.lowerBound), window.upperBound))
            under.append(slot)
        }
        show(until: window.upperBound)
        let seen = Set(cells.compactMap(\.id))
        // Slots are ordered by start, and cells adjoin each other.
        var cell = 0
        for slot in shown where !seen.contains(slot.id) {
            let place = max(slot.start, window.lowerBound)
            while cell < cells.count, cells[cell].stop <= place { cell += 1 }
            if cell < cells.count { cells[cell].included.append(slot.id) }
        }
        self.cells = cells
    }
}
