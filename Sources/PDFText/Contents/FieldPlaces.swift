/// Moves the text of form fields after their labels. A page draws fields over its own text, and so after all of it.
struct FieldPlaces {
    // In em of the larger text.
    private static let sameRow = 0.6
    private static let farthestAbove = 2.5
    /// A label that is farther away on the field's row counts only if there is none above the field.
    private static let farthestBeside = 10.0
    private static let besideMark = 1.5
    /// How many runs are compared with fields; further fields stay at the end.
    private static let comparisonLimit = 2_000_000

    private struct Label {
        let index: Int
        let place: Placement
    }

    /// The page's own runs, from the top down.
    private let labels: [Label]
    private let places: [Placement]
    private let own: Int
    private var compared = 0

    /// `own` is the number of the page's own runs, which come first.
    private init(_ runs: [TextRun], own: Int) {
        let places = runs.map { Placement($0) }
        (self.places, self.own) = (places, own)
        let shown = (0..<own).filter { Self.shows(runs[$0]) }
        labels = shown.map { Label(index: $0, place: places[$0]) }.sorted { ($1.place.y, $0.index) < ($0.place.y, $1.index) }
    }

    private static func shows(_ run: TextRun) -> Bool { run.text.utf8.contains { $0 != 0x20 } }

    /// The runs with fields after their labels. `fields` are the runs of each field, in file order; fields without a label stay at the end.
    static func ordered(_ runs: [TextRun], own: Int, fields: [Range<Int>]) -> [TextRun] {
        var finder = FieldPlaces(runs, own: own)
        // By the preceding run; -1 is the page's beginning.
        var placed: [Int: [Range<Int>]] = [:]
        var last: (field: Range<Int>, spot: Int?)?
        for field in fields where runs[field].contains(where: shows) {
            let spot = finder.spot(of: field.lowerBound) ?? (last.flatMap { finder.follows(field, $0.field) ? $0.spot : nil })
            placed[spot ?? own - 1, default: []].append(field)
            last = (field, spot)
        }
        guard placed.contains(where: { $0.key != own - 1 }) else { return runs }
        var result: [TextRun] = []
        result.reserveCapacity(runs.count)
        for spot in -1..<own {
            if spot >= 0 { result.append(runs[spot]) }
            for field in placed[spot] ?? [] { result += runs[field] }
        }
        let taken = Set(placed.values.flatMap { $0.flatMap { Array($0) } })
        result += runs.indices.dropFirst(own).filter { !taken.contains($0) }.map { runs[$0] }
        return result
    }

    /// The run after which a field is read; nil if it has no label.
    private mutating func spot(of field: Int) -> Int? {
        let here = places[field]
        let near = labels(near: here)
        let row = near.filter { abs($0.place.y - here.y) <= Self.sameRow * max($0.place.size, here.size) }
        let left = row.filter { $0.place.x <= here.x }.max { ($0.place.x, $0.index) < ($1.place.x, $1.index) }
        let gap = left.map { max(0, here.x - $0.place.endX) / here.size } ?? .infinity
        let right = row.filter { $0.place.x > here.x }.min { ($0.place.x, $0.index) < ($1.place.x, $1.index) }
        // The label of a checkbox follows it.
        let isMark = here.endX - here.x <= here.size * Self.besideMark
        if let right, isMark, case let ahead = (right.place.x - here.endX) / here.size, ahead <= Self.besideMark, ahead < gap {
            return right.index - 1
        }
        if let left, gap <= Self.farthestBeside { return left.index }
        return above(here, among: near) ?? left?.index
    }

    /// The last run of the nearest row above a field, within the part of the row that was drawn at once.
    private func above(_ here: Placement, among near: [Label]) -> Int? {
        let higher = near.filter { label in
            let rise = (label.place.y - here.y) / max(label.place.size, here.size)
            return rise > Self.sameRow && rise <= Self.farthestAbove && label.place.x < here.endX + here.size
                && label.place.endX > here.x - here.size
        }
        guard let nearest = higher.min(by: { ($0.place.y, $1.index) < ($1.place.y, $0.index) }) else { return nil }
        var last = nearest.index
        while last + 1 < own, places[last + 1].direction == nearest.place.direction,
            abs(places[last + 1].y - nearest.place.y) <= 0.35 * nearest.place.size
        {
            last += 1
        }
        return last
    }

    /// Labels of the field's direction that may be on its row or above it.
    private mutating func labels(near here: Placement) -> [Label] {
        let reach = 2 * Self.farthestAbove * here.size
        var (low, high) = (0, labels.count)
        while low < high {
            let middle = (low + high) / 2
            if labels[middle].place.y > here.y + reach { low = middle + 1 } else { high = middle }
        }
        var result: [Label] = []
        while low < labels.count, labels[low].place.y >= here.y - 2 * here.size, compared < Self.comparisonLimit {
            if labels[low].place.direction == here.direction { result.append(labels[low]) }
            compared += 1
            low += 1
        }
        return result
    }

    /// Whether a field without a label continues another one: beside it, or below.
    private func follows(_ field: Range<Int>, _ other: Range<Int>) -> Bool {
        let (here, before) = (places[field.lowerBound], places[other.upperBound - 1])
        let fall = (before.y - here.y) / max(here.size, before.size)
        return here.direction == before.direction && fall > -Self.sameRow && fall <= Self.farthestAbove
    }
}

extension FieldPlaces {
    /// The characters of a comb field as one text: an empty cell between them becomes a blank. nil if there isn't one character per cell.
    static func joined(_ runs: ArraySlice<TextRun>, in place: Box, cells: Int) -> TextRun? {
        let width = (place.right - place.left) / Double(cells)
        guard runs.count > 1, width > 0, let first = runs.first, let last = runs.last else { return nil }
        var text = ""
        var next: Int?
        for run in runs {
            guard run.text.count == 1, abs(run.y - first.y) <= 0.35 * first.fontSize,
                let cell = Int(exactly: (((run.x + run.endX) / 2 - place.left) / width).rounded(.down)), (0..<cells).contains(cell),
                cell >= next ?? cell
            else { return nil }
            text += String(repeating: " ", count: cell - (next ?? cell)) + run.text
            next = cell + 1
        }
        return TextRun(
            text: text, x: first.x, y: first.y, endX: last.endX, endY: last.endY, fontSize: first.fontSize, isInvisible: first.isInvisible,
            blanks: [])
    }
}
