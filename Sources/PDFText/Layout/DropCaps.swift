/// The large first letter of a paragraph, which stands beside its first lines on the baseline of the last of them, as the first letter of
/// its word. The word's box stays that of its other letters, so that the lines of the paragraph stand below each other.
enum DropCaps {
    /// So many times as large as the text beside it.
    private static let smallest = 1.6
    private static let mostLines = 8

    /// Rows from top to bottom, each such letter in the row where its word goes on.
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

    /// The first of the lines beside the letter, and the word of it that stands next to the letter.
    private static func firstLine(
        beside cap: LayoutPieces.Piece, above index: Int, _ rows: [LayoutRow]
    ) -> (line: Int, word: Int)? {
        var found: (line: Int, word: Int)?
        let place = cap.placement
        for line in rows[..<index].indices.suffix(mostLines).reversed() {
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
