/// Joins a drop cap, which is beside the first lines of a paragraph on the baseline of the last of them, with its word. The word keeps the
/// box of its other letters, so the paragraph's lines stay aligned.
enum DropCaps {
    /// The minimum ratio to the size of the adjacent text.
    private static let smallest = 1.6
    private static let lineLimit = 8

    /// Rows from top to bottom, each drop cap moved to the row of its word.
    static func joined(_ rows: [LayoutRow]) -> [LayoutRow] {
        guard zip(rows, rows.dropFirst()).contains(where: { $1.size >= smallest * $0.size }) else { return rows }
        var result = rows
        for index in rows.indices.dropFirst() where rows[index].size >= smallest * rows[index - 1].size {
            let row = result[index]
            guard let place = row.words.firstIndex(where: { isCap($0, of: row) }) else { continue }
            let cap = row.words[place]
            guard let (line, word) = firstLine(beside: cap, above: index, result) else { continue }
            var whole = result[line].words[word]
            whole.text = cap.text + whole.text
            whole.order = cap.order
            result[line].words[word] = whole
            var rest = row.words
            rest.remove(at: place)
            result[index] = LayoutRow(words: rest, y: rest.first?.placement.y ?? row.y, size: rest.reduce(0) { max($0, $1.placement.size) })
        }
        return result.filter { !$0.words.isEmpty }
    }

    private static func isCap(_ word: LayoutPieces.Piece, of row: LayoutRow) -> Bool {
        guard word.placement.size == row.size, let letter = word.text.unicodeScalars.last, letter.properties.isUppercase else {
            return false
        }
        let count = word.text.unicodeScalars.count
        return count == 1 || count == 2 && word.text.unicodeScalars.first?.properties.isAlphabetic == false
    }

    /// The first line beside the letter, and the word next to it.
    private static func firstLine(
        beside cap: LayoutPieces.Piece, above index: Int, _ rows: [LayoutRow]
    ) -> (line: Int, word: Int)? {
        var found: (line: Int, word: Int)?
        let place = cap.placement
        for line in rows[..<index].indices.suffix(lineLimit).reversed() {
            let row = rows[line]
            guard row.y < place.y + 0.95 * place.size else { break }
            let word = row.words.firstIndex { word in
                let gap = word.placement.x - place.endX
                return gap > -0.5 * word.placement.size && gap < 0.8 * word.placement.size && place.size >= smallest * word.placement.size
            }
            if let word { found = (line, word) }
        }
        return found
    }
}
