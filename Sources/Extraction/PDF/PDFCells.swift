import PDFText

/// The cells of a page: its text runs grouped into lines by baseline, from top to bottom, and split at wide gaps.
///
/// Reading by position instead of drawing order makes the producers' habits irrelevant: a string per cell, per letter, per line, or column
/// after column. Rotated text is ignored.
struct PDFCells {
    /// Lines from the top of the page down; in each, cells from left to right.
    let lines: [[String]]

    /// Gaps in em: letters closer than `joined` belong to one word, words closer than `apart` to one cell.
    private enum Gap {
        static let joined = 0.15
        static let apart = 0.9
    }

    init(_ page: PDFPageText) {
        var lines: [[TextRun]] = []
        for run in page.runs where !run.text.isEmpty {
            if let last = lines.last?.last, Self.areOnOneLine(last, run) {
                lines[lines.count - 1].append(run)
            } else {
                lines.append([run])
            }
        }
        self.lines = Self.merged(lines).map(Self.cells)
    }

    private static func areOnOneLine(_ left: TextRun, _ right: TextRun) -> Bool {
        abs(left.y - right.y) <= 0.25 * max(1, min(left.fontSize, right.fontSize))
    }

    /// A page written column by column returns to the same baselines: the pieces of a line are merged.
    private static func merged(_ lines: [[TextRun]]) -> [[TextRun]] {
        func isDownward(_ upper: [TextRun], _ lower: [TextRun]) -> Bool { upper[0].y > lower[0].y }
        if zip(lines, lines.dropFirst()).allSatisfy(isDownward) { return lines }
        var merged: [[TextRun]] = []
        for line in lines.enumerated().sorted(by: { ($1.element[0].y, $0.offset) < ($0.element[0].y, $1.offset) }).map(\.element) {
            if let last = merged.last?.first, areOnOneLine(last, line[0]) {
                merged[merged.count - 1] += line
            } else {
                merged.append(line)
            }
        }
        return merged
    }

    private static func cells(of line: [TextRun]) -> [String] {
        let inOrder = zip(line, line.dropFirst()).allSatisfy { $0.x <= $1.x }
        var cells: [String] = []
        var open = ""
        var end = 0.0
        for run in inOrder ? line : line.sorted(by: { $0.x < $1.x }) {
            let gap = (run.x - end) / max(1, run.fontSize)
            if !open.isEmpty, gap > Gap.apart {
                split(open, into: &cells)
                open = ""
            } else if !open.isEmpty, gap > Gap.joined, !open.utf8.elementsEqual(" ".utf8) {
                open += " "
            }
            if open.isEmpty { open = run.letters } else { open += run.letters }
            end = max(run.endX, run.x)
        }
        split(open, into: &cells)
        return cells
    }

    /// A report written as one string per line separates columns by two or more blanks, or a tab.
    private static func split(_ text: String, into cells: inout [String]) {
        var text = text
        let pieces: [Range<Int>]? = text.withUTF8 { bytes in
            guard let wide = wideBlank(in: bytes, from: 0) else { return nil }
            var pieces: [Range<Int>] = []
            var start = 0
            var blank: Range<Int>? = wide
            while let range = blank {
                pieces.append(start..<range.lowerBound)
                start = range.upperBound
                blank = wideBlank(in: bytes, from: start)
            }
            return pieces + [start..<bytes.count]
        }
        guard let pieces else {
            cells.append(text)
            return
        }
        let utf8 = text.utf8
        for piece in pieces where !piece.isEmpty {
            let start = utf8.index(utf8.startIndex, offsetBy: piece.lowerBound)
            cells.append(String(text[start..<utf8.index(start, offsetBy: piece.count)]))
        }
    }

    private static func wideBlank(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int>? {
        var index = start
        while index < bytes.count {
            guard bytes[index] == 0x20 || bytes[index] == 0x09 else {
                index += 1
                continue
            }
            let first = index
            var hasTab = false
            while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 {
                hasTab = hasTab || bytes[index] == 0x09
                index += 1
            }
            if hasTab || index - first >= 2 { return first..<index }
        }
        return nil
    }
}
