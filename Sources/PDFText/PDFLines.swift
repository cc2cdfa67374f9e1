extension PDFPageText {
    /// The page as lines of plain text: runs in the order in which they are drawn, a new baseline or direction begins a new line,
    /// a gap of more than 0.15 em becomes a space, one of more than 1.5 em two. Letters placed one by one are joined, superscripts
    /// stay on their line, text printed over itself counts once, and Hebrew and Arabic are put in the order of reading.
    ///
    /// For reading on a terminal; a table drawn column by column comes out column by column, see `PDFPageLayout`.
    public var lines: [String] {
        var joiner = LineJoiner()
        for run in runs { joiner.append(run) }
        return joiner.finish()
    }
}
