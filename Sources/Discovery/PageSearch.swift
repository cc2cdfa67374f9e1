import Markup
import Records

/// Searches a page: finds its lists, describes the likeliest and ranks them.
struct PageSearch {
    let tree: PageTree
    let bounds: DiscoveryBounds
    let steps: Steps
    private let place: PagePlace
    let making: CandidateMaking

    init(tree: PageTree, making: CandidateMaking, bounds: DiscoveryBounds, steps: Steps) {
        (self.tree, self.making, self.bounds, self.steps, place) = (tree, making, bounds, steps, PagePlace(tree))
    }

    func candidates() -> [Candidate] {
        var found = likeliest(lists()).compactMap { candidate(of: $0) } + textLines()
        let named = found.filter { $0.isMatter && $0.isNamedByPage }
        let first = (named.isEmpty ? found.filter(\.isMatter) : named).min { $0.start < $1.start }
        for place in found.indices { found[place].candidate.score += nearness(of: found[place], first) }
        let best = named.isEmpty ? 0 : found.filter { $0.isMatter && $0.isNamedByPage }.map(\.candidate.score).max() ?? 0
        let lists = found.filter(\.isMatter).compactMap { $0.candidate.origin?.list.container }
        let all = found.map(\.candidate) + values(beside: best, outside: lists)
        return all.filter { $0.score > Self.floor }
    }

    /// Candidates with a lower score are menus or useless.
    private static let floor = 0.0

    /// A candidate and its place on the page.
    private struct Found {
        var candidate: Candidate
        /// The number of characters before it.
        let start: Int
        /// Whether it follows the page's heading and isn't part of a sidebar, header or footer.
        let isMatter: Bool
        /// Whether no other heading is between it and the page's heading.
        let isNamedByPage: Bool
    }

    /// How close to the page's heading a list begins. The first list after the heading is usually the page's topic; a shorter list below
    /// it, with its own heading, is usually "also viewed".
    private func nearness(of found: Found, _ first: Found?) -> Double {
        guard let heading = tree.heading else { return 0 }
        let distance = Double(found.start - place.before(heading)) / Double(max(1, tree.length))
        if distance < 0 { return -1 }
        let isNear = distance < 0.2
        guard found.isMatter, let first else { return isNear ? 1 : 0 }
        if found.start <= first.start + tree.nodes[heading].length + 40 { return isNear ? 3 : 1 }
        if !found.isNamedByPage, first.isNamedByPage, found.candidate.rowCount <= first.candidate.rowCount { return -3 }
        return isNear ? 1 : 0
    }

    // MARK: Lists

    func lists() -> [RowList] {
        let shapes = Shapes(tree, steps)
        var tables = TableRows(tree: tree, shapes: shapes, bounds: bounds, steps: steps).lists()
        let gridded = Set(tables.map(\.container))
        let runs = SiblingRuns(tree: tree, shapes: shapes, steps: steps).all().filter {
            !isInGrid($0.parent, gridded) || !isLine($0.parent)
        }
        let whole = runs.filter { $0.elements.count >= 3 }.map { RowList(.run, elements: $0.elements, in: $0.parent) }
        let joined = JoinedRuns(tree, steps).lists(of: runs)
        // A table whose cells contain rows under their days is a calendar.
        let calendars = Set(
            joined.filter { $0.groups.first??.attribute != nil }.flatMap(\.containers).flatMap { tree.ancestors(of: $0).prefix(3) })
        tables.removeAll { calendars.contains($0.container) }
        let days = Set(joined.compactMap { $0.groups.first??.attribute })
        let unwrapped = UnwrappedRows(tree: tree, shapes: shapes, steps: steps).lists().filter { !gridded.contains($0.container) }
        return tables + whole.filter { !areWeeks($0, days) } + unwrapped + joined
    }

    /// Whether the rows are weeks of a calendar: most contain several elements with a date.
    private func areWeeks(_ list: RowList, _ days: Set<String>) -> Bool {
        guard !days.isEmpty, steps.take(list.rows.reduce(0) { $0 + nodeCount($1) }) else { return false }
        func saysDay(_ element: Int) -> Bool { days.contains { tree.attribute($0, of: element) != nil } }
        let weeks = list.rows.count { row in row.contains { tree.inside($0.node).lazy.filter(saysDay).prefix(2).count > 1 } }
        return weeks * 2 > list.rows.count
    }

    private func isLine(_ element: Int) -> Bool { ["table", "thead", "tbody", "tfoot", "tr"].contains(tree.tag(element)) }

    private func isInGrid(_ element: Int, _ gridded: Set<Int>) -> Bool {
        gridded.contains(element) || gridded.contains(tree.nodes[element].parent)
    }

    /// Preselects lists by properties that don't need fields: the amount of text, the number of rows, their place.
    private func likeliest(_ lists: [RowList]) -> [RowList] {
        let scored = lists.map { list -> (list: RowList, score: Double) in
            let length = list.rows.reduce(0) { $0 + $1.reduce(0) { $0 + tree.nodes[$1.node].length } }
            let share = Double(length) / Double(max(1, tree.length))
            return (list, 4 * min(1, share) + min(4, Double(list.rows.count).squareRoot()) + place.score(of: list.first) / 2)
        }
        if scored.count > bounds.lists { steps.note(.lists) }
        let sorted = scored.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
        return sorted.prefix(bounds.described).map(\.element.list)
    }

    // MARK: Fields

    /// - Parameter fewest: The fewest rows of a list that isn't a table.
    private func candidate(of list: RowList, fewest: Int = 3) -> Found? {
        let rows = likeRows(list)
        guard rows.count >= fewest || (list.form == .table && rows.count >= 2) else { return nil }
        var kept = list.keeping(rows)
        guard var read = read(kept) else { return nil }
        if read.made.beginsWithHeads {
            kept = kept.keeping(Array(1..<kept.rows.count)).named(by: read.leaves.firstTexts)
            guard let again = self.read(kept) else { return nil }
            read = again
        }
        var candidate = read.made.candidate
        candidate.rowCount = kept.rows.count
        candidate.origin = Candidate.Origin(list: kept, sample: read.sample, columns: read.made.columns)
        candidate.score = score(of: candidate, kept)
        return found(candidate, at: kept.first, group: kept.groups.first??.node)
    }

    /// The candidate of a list that a person has pointed at, at any rank.
    func pointed(at list: RowList) -> Candidate? { candidate(of: list, fewest: 2)?.candidate }

    private func read(_ list: RowList) -> (made: CandidateMaking.Made, sample: [Int], leaves: RowLeaves)? {
        let sample = sample(of: list)
        // Several searches visit each element, and each leaf is parsed as a value.
        guard steps.take(8 * sample.reduce(0) { $0 + nodeCount(list.rows[$1]) }) else { return nil }
        let leaves = RowLeaves(list, rows: sample, tree: tree, bounds: bounds, steps: steps)
        let columns = InnerLists(tree: tree).folded(leaves, rowCount: sample.count)
        return making.made(of: columns, rowCount: sample.count).map { ($0, sample, leaves) }
    }

    private func found(_ candidate: Candidate, at node: Int, group: Int?) -> Found {
        let isMenu = Ranking.isLinksOnly(candidate, groups: group == nil ? 0 : 1)
        let isMatter = !place.isAside(node) && !isMenu && candidate.fields.count > 1 && node >= tree.heading ?? 0
        let heading = place.heading(before: min(node, group ?? node))
        return Found(candidate: candidate, start: place.before(node), isMatter: isMatter, isNamedByPage: heading == tree.heading)
    }

    private func score(of candidate: Candidate, _ list: RowList) -> Double {
        let share = Double(Ranking.varyingLength(candidate)) / Double(max(1, tree.length))
        var score = Ranking.score(of: candidate, groups: list.groups.isEmpty ? 0 : 1) + 4 * min(1, share) + place.score(of: list.first)
        if [.table, .turned].contains(list.form) { score += 2 }
        if !list.groups.isEmpty { score += 1.5 }
        return score
    }

    private func nodeCount(_ row: [RowList.Part]) -> Int { row.reduce(0) { $0 + tree.nodes[$1.node].end - $1.node } }

    /// The rows that aren't advertisements: they share a good part of the shape of most rows.
    private func likeRows(_ list: RowList) -> [Int] {
        guard steps.take(list.rows.reduce(0) { $0 + min(Self.lookedAt, nodeCount($1)) }) else { return [] }
        let shapes = list.rows.map(shape)
        var counts: [Int: Int] = [:]
        for shape in shapes { for form in shape { counts[form, default: 0] += 1 } }
        let core = Set(counts.filter { $0.value * 10 >= 8 * list.rows.count }.keys)
        return list.rows.indices.filter { row in
            guard list.rows[row].contains(where: { tree.nodes[$0.node].length > 0 || hasPicture($0.node) }), !isSponsored(list.rows[row])
            else { return false }
            return core.isEmpty || core.intersection(shapes[row]).count * 10 >= 4 * core.count
        }
    }

    /// The most elements of a row that are compared with other rows.
    private static let lookedAt = 400

    /// Hashes of the tags of a row's elements, with their depths.
    private func shape(of row: [RowList.Part]) -> Set<Int> {
        var (shape, looked) = (Set<Int>(), 0)
        for part in row {
            for place in part.node..<tree.nodes[part.node].end where !tree.nodes[place].isText {
                shape.insert(tree.nodes[place].tag &* 64 &+ tree.nodes[place].depth)
                looked += 1
                if looked == Self.lookedAt { return shape }
            }
        }
        return shape
    }

    private func hasPicture(_ element: Int) -> Bool { tree.inside(element).contains { tree.tag($0) == "img" } }

    /// Whether the page marks a row as an advertisement.
    private func isSponsored(_ row: [RowList.Part]) -> Bool {
        row.contains { part in
            tree.elements[part.node]?.attributes.contains { Self.saysSponsor($0.name) || Self.saysSponsor($0.value) } ?? false
        }
    }

    /// Whether a text contains the word, in any case. Called for every row of every list.
    private static func saysSponsor(_ text: String) -> Bool {
        let word = Array("sponsor".utf8)
        var (text, matched) = (text, 0)
        return text.withUTF8 { bytes in
            for byte in bytes {
                let letter = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                matched = letter == word[matched] ? matched + 1 : letter == word[0] ? 1 : 0
                if matched == word.count { return true }
            }
            return false
        }
    }

    /// Rows from the beginning, the middle and the end; fewer if they are large.
    private func sample(of list: RowList) -> [Int] {
        let count = list.rows.count
        let average = max(1, list.rows.prefix(60).reduce(0) { $0 + nodeCount($1) } / max(1, min(60, count)))
        let limit = min(bounds.rows, max(bounds.fewestRows, bounds.rowNodes / average))
        guard count > limit else { return Array(0..<count) }
        steps.note(.rows)
        let third = limit / 3
        let middle = count / 2 - third / 2
        return Array(0..<third) + Array(middle..<middle + third) + Array(count - (limit - 2 * third)..<count)
    }

    // MARK: Lines

    private func textLines() -> [Found] {
        TextLines(tree: tree, bounds: bounds, steps: steps).all().compactMap { lines in
            let columns = (0..<(lines.cells.first?.count ?? 0)).map { place in
                var column = Column(cells: lines.cells.map { Column.Cell(node: lines.element, text: $0[place]) })
                column.places = [[LinePattern.group(place)]]
                if !lines.heads.isEmpty { column.names = [lines.heads[place]] }
                return column
            }
            guard var made = making.made(of: columns, rowCount: lines.cells.count) else { return nil }
            made.candidate.rowCount = lines.count
            made.candidate.lines = Candidate.Lines(element: lines.element, patterns: lines.patterns)
            let share = Double(Ranking.varyingLength(made.candidate)) / Double(max(1, tree.length))
            made.candidate.score = Ranking.score(of: made.candidate) + 4 * min(1, share) + place.score(of: lines.element) + 2
            return found(made.candidate, at: lines.element, group: nil)
        }
    }

    // MARK: One value

    /// Values in sentences are a page's topic if it has no good list.
    private func values(beside best: Double, outside lists: [Int]) -> [Candidate] {
        let values = SingleValues(tree: tree, place: place, reading: making.reading, bounds: bounds, steps: steps).all()
        let alone = values.filter { value in !lists.contains { $0 <= value.element && value.element < tree.nodes[$0].end } }
        return alone.enumerated().compactMap { number, found in
            var columns = [Column(cells: [Column.Cell(node: found.element, text: found.value)])]
            columns[0].names = FieldNames.hints(of: found.element, attribute: nil, tree)
            if let date = found.date {
                columns.append(Column(cells: [Column.Cell(node: found.element, text: date)]))
            }
            for place in columns.indices { columns[place].places = [[LinePattern.group(place)]] }
            guard var made = making.made(of: columns, rowCount: 1) else { return nil }
            (made.candidate.key, made.candidate.isOne) = ([], true)
            made.candidate.lines = found.pattern.map { Candidate.Lines(element: found.element, patterns: [$0], isSure: true) }
            made.candidate.score = (best > 8 ? 2 : found.isBare ? 4 : 10) + (found.isMarked ? 1 : 0) - Double(number) / 10
            return made.candidate
        }
    }
}
