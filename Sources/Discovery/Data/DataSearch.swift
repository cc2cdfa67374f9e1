import Extraction
import JSONReading
import Markup

/// Finds candidates in data: rows of members, described and ranked like rows of elements.
struct DataSearch {
    let making: CandidateMaking
    let bounds: DiscoveryBounds
    let steps: Steps

    func candidates(json values: [JSONValue]) -> [Candidate] {
        if values.count >= 3 {
            let rows = values.prefix(bounds.rows).map { DataRow($0) }
            let isCut = values.count * 10 >= 9 * DocumentForm.lines
            return candidates([DataList(rows: rows, count: values.count, isCut: isCut, readings: [.jsonLines])], bonus: 0)
        }
        return candidates(
            values.flatMap { JSONLists(bounds: bounds, steps: steps).lists(in: $0) { .json(rows: $0) } }, bonus: 0)
    }

    func candidates(xml root: Element) -> [Candidate] { candidates(XMLLists(bounds: bounds, steps: steps).lists(in: root), bonus: 0) }

    func candidates(text: PlainText) -> [Candidate] {
        guard let table = DelimitedText(text.text, limit: bounds.rows) else { return [] }
        var delimiting = table.delimiting
        delimiting.encoding = text.encoding
        let rows = table.rows.map { cells in
            var row = DataRow()
            for (place, (head, cell)) in zip(table.heads, cells).enumerated() {
                row.add(head, Column.Cell(text: cell), at: (head.isEmpty ? [] : [[head]]) + [["\(place + 1)"]])
            }
            return row
        }
        let list = DataList(rows: rows, count: rows.count, isCut: !table.isWhole, readings: [.delimited(delimiting)])
        return candidates([list], bonus: 0)
    }

    func candidates(calendar: CalendarDocument) -> [Candidate] {
        candidates([CalendarList.list(of: calendar, bounds, steps)], bonus: 0)
    }

    func candidates(pdf document: PDFTableDocument) -> [Candidate] {
        candidates(PDFLists(bounds: bounds, steps: steps, context: making.reading.context).lists(in: document), bonus: 0)
    }

    /// The data in a page's scripts: descriptions for search engines, of which one is enough, and lists in its state.
    ///
    /// - Parameter shown: The texts that the page shows. A list without any of these is still to be shown by the page's script.
    func candidates(scripts: ScriptData, shown: Set<String>) -> [Candidate] {
        let things = LinkedData(bounds: bounds, steps: steps).lists(in: scripts.linked)
        let states = scripts.states.flatMap { state in
            JSONLists(bounds: bounds, steps: steps).lists(in: state.value, isStream: state.variable == FlightText.variable) {
                .script(where: state.path, variable: state.variable, rows: $0)
            }
        }
        return things.flatMap { candidates([$0], bonus: $0.rows.count == 1 ? 9 : 7) }
            + candidates(states, bonus: 3) { Self.isHidden($0, shown) ? 3 : 0 }
    }

    private static func isHidden(_ rows: [DataRow], _ shown: Set<String>) -> Bool {
        let texts = rows.prefix(20).flatMap { $0.cells.values.map(\.text) }.filter { $0.count >= 8 }
        return texts.count { shown.contains($0) } * 5 < texts.count
    }

    private func candidates(_ lists: [DataList], bonus: Double, and more: ([DataRow]) -> Double = { _ in 0 }) -> [Candidate] {
        let lengths = lists.map { $0.rows.reduce(0) { $0 + $1.cells.values.reduce(0) { $0 + $1.text.unicodeScalars.count } } }
        let all = max(1, lengths.reduce(0, +))
        let largest = zip(lists, lengths).sorted { $0.1 > $1.1 }.prefix(bounds.described)
        return largest.compactMap { list, length in
            let rows = list.rows
            var columns = DataColumns.columns(of: rows)
            for place in columns.indices { columns[place].keepsSame = list.keepsSame }
            guard var made = making.made(of: columns, rowCount: rows.count) else { return nil }
            (made.candidate.rowCount, made.candidate.mayHaveMore) = (list.count, list.isCut)
            made.candidate.readings = list.readings
            made.candidate.score = Ranking.score(of: made.candidate) + bonus + more(rows) + 4 * Double(length) / Double(all)
            return made.candidate
        }
    }
}
