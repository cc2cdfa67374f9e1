/// Words on one baseline, from left to right.
struct LayoutRow: Sendable {
    var words: [LayoutPieces.Piece]
    /// The baseline and the size of its largest text.
    let y: Double
    let size: Double

    var x: Double { words.first?.placement.x ?? 0 }
    var endX: Double { words.reduce(-Double.infinity) { max($0, $1.placement.endX) } }

    /// Groups pieces of one direction into rows from top to bottom. Touching pieces become one word; overprinted copies are dropped.
    static func rows(of pieces: [LayoutPieces.Piece]) -> [LayoutRow] {
        let sorted = pieces.enumerated().sorted { ($1.element.placement.y, $0.offset) < ($0.element.placement.y, $1.offset) }.map(\.element)
        var rows: [LayoutRow] = []
        var start = 0
        while start < sorted.count {
            // A row ends at a piece more than a third of an em below its baseline, the one of its first larger text.
            var y = sorted[start].placement.y
            var size = sorted[start].placement.size
            var end = start + 1
            // A letter beside several lines, such as a drop cap, doesn't merge them.
            while end < sorted.count {
                let here = sorted[end].placement
                let em = min(max(size, here.size), 1.8 * min(size, here.size))
                guard y - here.y <= em * 0.35 else { break }
                if here.size > size { (y, size) = (here.y, here.size) }
                end += 1
            }
            rows.append(LayoutRow(words: joined(Array(sorted[start..<end])), y: y, size: size))
            start = end
        }
        return DropCaps.joined(rows)
    }

    /// Joins pieces of a baseline into words: touching pieces are one word, overprinted copies are dropped.
    private static func joined(_ pieces: [LayoutPieces.Piece]) -> [LayoutPieces.Piece] {
        let sorted = pieces.enumerated().sorted { ($0.element.placement.x, $0.offset) < ($1.element.placement.x, $1.offset) }.map(\.element)
        var words: [LayoutPieces.Piece] = []
        // State of the last word, so that a very long word isn't scanned again for each letter.
        var runsLeft = false
        for var piece in sorted {
            if words.suffix(2).contains(where: { piece.isDrawn(in: $0) }) { continue }
            let pieceRunsLeft = RightToLeft.occurs(in: piece.text)
            guard let last = words.indices.last else {
                words.append(piece)
                runsLeft = pieceRunsLeft
                continue
            }
            let (here, there) = (piece.placement, words[last].placement)
            let size = max(here.size, there.size)
            let gap = here.x - there.endX
            let isSeam = gap > LineJoiner.numberGap * size && LineJoiner.isSeam(words[last].text, piece.text)
            let widest = words[last].isBeforeBlank ? LineJoiner.blankGap : isSeam ? LineJoiner.numberGap : LineJoiner.wordGap
            let isNear = gap <= min(size, 1.8 * min(here.size, there.size)) * widest
            let isLeft = isNear && !pieceRunsLeft && !runsLeft
            let drawn = isLeft ? piece.drawnCount(in: words[last]) : 0
            let touches = isLeft && !words[last].endsWord && !piece.beginsWord && gap > -size * 0.5
            guard drawn > 0 || touches else {
                words.append(piece)
                runsLeft = pieceRunsLeft
                continue
            }
            if drawn > 0 { piece = piece.dropping(drawn) }
            // In place, because copying the word for each letter would be quadratic.
            words[last].text += piece.text
            words[last].placement.endX = max(there.endX, here.endX)
            words[last].placement.size = size
            (words[last].endsWord, words[last].isBeforeBlank) = (piece.endsWord, piece.isBeforeBlank)
        }
        return words
    }

    /// Splits the words at gaps of at least this many em; `ofSmaller` uses the em of the smaller adjacent word.
    func fragments(gap: Double, ofSmaller: Bool = false) -> [LayoutRow] {
        var result: [LayoutRow] = []
        var group: [LayoutPieces.Piece] = []
        func em(_ before: Placement, _ after: Placement) -> Double {
            ofSmaller ? min(before.size, after.size) : max(before.size, after.size)
        }
        for word in words {
            if let last = group.last, word.placement.x - last.placement.endX > gap * em(last.placement, word.placement) {
                result.append(LayoutRow(words: group, y: y, size: size))
                group = []
            }
            group.append(word)
        }
        if !group.isEmpty { result.append(LayoutRow(words: group, y: y, size: size)) }
        return result
    }

    /// The drawing order of its first word.
    var order: Int32 { words.first?.order ?? 0 }

    /// The number of characters; a Chinese, Japanese or Korean one counts as two, because it is twice as wide and carries more meaning.
    var length: Int {
        var result = words.count
        for word in words {
            // Counts first bytes of characters, twice from U+3000.
            for byte in word.text.utf8 { result += (byte & 0xC0 != 0x80 ? 1 : 0) + (byte >= 0xE3 ? 1 : 0) }
        }
        return result
    }

    func line(isLogical: Bool, paragraph: Int) -> PDFPageLayout.Line {
        let isRight = words.contains { RightToLeft.occurs(in: $0.text) }
        let text: String
        if isRight {
            text = RightToLeft.line(words.map { .init(text: $0.text, placement: $0.placement) }, isLogical: isLogical)
        } else {
            text = LayoutRow.text(of: words)
        }
        return PDFPageLayout.Line(
            words: words.map { LayoutRow.word($0, isRight: isRight, isLogical: isLogical) }, text: text, paragraph: paragraph)
    }

    static func text(of words: [LayoutPieces.Piece]) -> String {
        var result = ""
        var last: Placement?
        for word in words {
            if let last { result += LineJoiner.blanks(from: last, to: word.placement) == 2 ? "  " : " " }
            result += word.text
            last = word.placement
        }
        return result
    }

    /// The em extends from a fifth below the baseline to four fifths above it.
    private static func word(_ piece: LayoutPieces.Piece, isRight: Bool, isLogical: Bool) -> PDFPageLayout.Word {
        let place = piece.placement
        let first = place.onPage(place.x, place.y - place.size * 0.2)
        let second = place.onPage(place.endX, place.y + place.size * 0.8)
        let box = PDFBox(
            x: min(first.x, second.x), y: min(first.y, second.y), width: abs(first.x - second.x), height: abs(first.y - second.y))
        return PDFPageLayout.Word(
            text: isRight ? RightToLeft.text(piece.text, isLogical: isLogical) : piece.text, box: box, fontSize: place.size,
            direction: place.degrees, placement: place)
    }
}
