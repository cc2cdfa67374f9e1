extension PDFPageText {
    /// The page as lines of plain text: runs in the order in which they are drawn, a new baseline begins a new line, a gap
    /// of more than 0.2 em becomes a space, one of more than 1.5 em two. Letters placed one by one are joined.
    ///
    /// For reading on a terminal; a table drawn column by column comes out column by column.
    public var lines: [String] {
        var lines: [String] = []
        var line = ""
        var previous: TextRun?
        for run in runs {
            if let last = previous {
                let em = max(last.fontSize, run.fontSize, 0.1)
                if abs(run.y - last.y) > em * 0.35 {
                    lines.append(line)
                    line = ""
                } else {
                    line += PDFPageText.blanks(between: last, and: run, em: em)
                }
            }
            line += run.text
            previous = run
        }
        if previous != nil { lines.append(line) }
        return lines
    }

    private static func blanks(between last: TextRun, and run: TextRun, em: Double) -> String {
        let gap = run.x - last.endX
        if gap > em * 1.5 || run.x < last.x - em * 1.5 { return "  " }
        let alreadyBlank = last.text.utf8.last == 0x20 || run.text.utf8.first == 0x20
        return gap > em * 0.2 && !alreadyBlank ? " " : ""
    }
}
