extension PDFPageText {
    /// The page as lines of plain text: runs in drawing order; a new baseline or direction starts a new line, a gap of more than 0.15 em
    /// becomes a space, one of more than 1.5 em two. Individually placed letters are joined, superscripts stay on their line, overprinted
    /// text counts once, and Hebrew and Arabic are in reading order.
    ///
    /// For terminals. A table drawn column by column is returned column by column; see `PDFPageLayout`.
    public var lines: [String] {
        var joiner = LineJoiner()
        for run in runs { joiner.append(run) }
        return joiner.finish()
    }
}
