/// Joins runs in a given order to lines of text. A new baseline or direction starts a new line; superscripts and subscripts stay on their
/// line; a gap becomes a space; overprinted copies are dropped.
struct LineJoiner {
    /// Gaps wider than this, in em, are spaces.
    static let wordGap = 0.15
    /// The same between the strings of an array, whose positions are exact.
    static let arrayGap = 0.13
    /// The same where a space is drawn in between: smaller gaps are kerning.
    static let blankGap = 0.05
    /// The same between a number and a letter: a right-aligned column of numbers may touch the next column.
    static let numberGap = 0.08
    /// Wider gaps, as between the columns of a table, are two spaces.
    static let columnGap = 1.5

    private(set) var lines: [String] = []
    private var line = ""
    private var base: Placement?
    private var last: Placement?
    private var endsInBlank = false
    private var isRightToLeft = false
    /// The runs of each right-to-left line, with the index of the line.
    private var rightToLeftLines: [(line: Int, pieces: [Piece])] = []
    private var pieces: [Piece] = []
    private var recent: [(placement: Placement, text: String)] = []
    private var oldest = 0
    private static let recentLimit = 24

    /// The parts of a run needed to reorder its line.
    struct Piece {
        let text: String
        let placement: Placement
    }

    mutating func append(_ run: TextRun) {
        let here = Placement(run, previous: last?.direction ?? 0)
        append(run.text, here)
    }

    mutating func append(_ text: String, _ here: Placement) {
        if isRepeated(text, here) { return }
        let hasRight = RightToLeft.occurs(in: text)
        if let base, let last {
            if !LineJoiner.isSameLine(here, base, last) {
                endLine()
            } else {
                join(text, here, last)
            }
        }
        // The largest text determines the baseline.
        if let known = base, !line.isEmpty, known.size >= here.size * 0.9 { base = known } else { base = here }
        line += text
        if let final = text.utf8.last { endsInBlank = final == 0x20 }
        last = here
        isRightToLeft = isRightToLeft || hasRight
        pieces.append(Piece(text: text, placement: here))
    }

    static func isSameLine(_ here: Placement, _ base: Placement, _ last: Placement) -> Bool {
        guard here.direction == base.direction else { return false }
        let em = max(base.size, here.size)
        let shift = abs(here.y - base.y)
        if shift <= em * 0.35 { return true }
        // Superscripts and subscripts: smaller, and close behind.
        let isSmall = min(here.size, base.size) < em * 0.85 || here.size < em * 0.85
        return isSmall && shift <= em * 0.6 && here.x > last.endX - em * 0.3 && here.x < last.endX + em * 0.5
    }

    private mutating func join(_ text: String, _ here: Placement, _ last: Placement) {
        var gap = LineJoiner.blanks(from: last, to: here)
        if gap == 0, here.x - last.endX > max(here.size, last.size) * LineJoiner.numberGap, LineJoiner.isSeam(line, text) { gap = 1 }
        if gap == 2 || gap == 1 && !endsInBlank && text.utf8.first != 0x20 { line += gap == 2 ? "  " : " " }
    }

    /// The number of spaces between two runs of a line: none, one, or two for a column gap.
    static func blanks(from last: Placement, to here: Placement) -> Int {
        let em = max(here.size, last.size)
        let gap = here.x - last.endX
        if gap > em * columnGap || here.x < last.x - em * columnGap { return 2 }
        return gap > em * wordGap ? 1 : 0
    }

    /// Whether a number ends before a word.
    static func isSeam(_ before: String, _ after: String) -> Bool {
        guard let digit = before.utf8.last, digit &- 0x30 < 10 else { return false }
        return after.unicodeScalars.first?.properties.isAlphabetic ?? false
    }

    private mutating func endLine() {
        if isRightToLeft { rightToLeftLines.append((lines.count, pieces)) }
        pieces.removeAll(keepingCapacity: true)
        lines.append(line)
        line = ""
        isRightToLeft = false
        endsInBlank = false
        base = nil
    }

    /// Whether the same text was just drawn at nearly the same position.
    private mutating func isRepeated(_ text: String, _ here: Placement) -> Bool {
        for (other, known) in recent
        where abs(other.x - here.x) < here.size * 0.15 && abs(other.y - here.y) < here.size * 0.15 && other.direction == here.direction {
            if known == text && abs(other.endX - here.endX) < here.size * 0.15 && text != " " { return true }
            // One of them may have a trailing space.
            if abs(known.utf8.count - text.utf8.count) == 1, text.utf8.count > 2, (known + " " == text || known == text + " ") {
                return true
            }
        }
        if recent.count < LineJoiner.recentLimit {
            recent.append((here, text))
        } else {
            recent[oldest] = (here, text)
            oldest = (oldest + 1) % LineJoiner.recentLimit
        }
        return false
    }

    /// Ends the input and returns the lines.
    mutating func finish() -> [String] {
        if last != nil { endLine() }
        if !rightToLeftLines.isEmpty {
            let texts = rightToLeftLines.map(\.pieces)
            let isLogical = RightToLeft.isLogical(texts)
            for (index, pieces) in rightToLeftLines { lines[index] = RightToLeft.line(pieces, isLogical: isLogical) }
        }
        return lines
    }
}
