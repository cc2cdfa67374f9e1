/// A page's text by position: words with boxes, lines in reading order, paragraphs, and text in three styles. Computed on demand from the
/// runs of a final page; the work grows with the number of words and its logarithm.
///
/// Individually placed letters become words, overprinted text counts once, superscripts and subscripts belong to their line, columns of
/// prose are read one after another, and tables row by row. Text of each direction is laid out separately, as if the page were turned, so
/// rotated pages and labels are readable; the direction with the most text comes first.
///
///     for line in PDFPageLayout(page).lines { print(line.text, line.box) }
///     print(PDFPageLayout(page).text(.columns))
public struct PDFPageLayout: Sendable {
    /// How to format a page's text.
    public enum TextStyle: Sendable, Hashable {
        /// In reading order: columns one after another, a blank line between paragraphs.
        case reading
        /// As on the page: rows from top to bottom, columns aligned with spaces.
        case columns
        /// In drawing order: `PDFPageText.lines`.
        case raw
    }

    /// A word with its position.
    public struct Word: Sendable, Hashable {
        /// The characters in reading order.
        public let text: String
        /// The position in user space: from the start of its first glyph to the end of the last one's advance, one em high, 0.2 em of it
        /// below the baseline. If a run's font has no widths, word positions are estimated.
        public let box: PDFBox
        /// The height of the em.
        public let fontSize: Double
        /// The direction of the text in whole degrees, counter-clockwise: 0 from left to right, 90 upwards.
        public let direction: Int

        /// Its position on the page turned upright.
        let placement: Placement
    }

    /// Words on one baseline that are read together.
    public struct Line: Sendable, Hashable {
        /// The words, from left to right.
        public let words: [Word]
        /// The text in reading order; a wide gap is two spaces.
        public let text: String
        /// The index in `paragraphs` of its paragraph.
        public let paragraph: Int
        /// The box around all words.
        public var box: PDFBox { words.dropFirst().reduce(words.first?.box ?? PDFBox()) { $0.union($1.box) } }
    }

    /// The id of the page.
    public let id: Int
    /// The page's number from 1, if known.
    public let pageNumber: Int?
    /// The lines in reading order.
    public let lines: [Line]
    /// The rows of the page from top to bottom, across columns, by direction.
    let rows: [[LayoutRow]]
    /// The lines drawn on the page, if its text is upright.
    let rules: [PDFBox]
    private let rawLines: [String]
    private let isLogical: Bool

    /// The layout of a page.
    public init(_ page: PDFPageText) {
        id = page.id
        pageNumber = page.pageNumber
        rawLines = page.lines
        rules = page.rules
        (rows, isLogical) = PDFPageLayout.rows(of: page)
        var lines: [Line] = []
        var paragraph = 0
        for direction in rows {
            for region in ReadingOrder.regions(of: direction) {
                var previous: LayoutRow?
                for row in region {
                    if let previous, ReadingOrder.beginsParagraph(row, after: previous, in: region) { paragraph += 1 }
                    lines.append(row.line(isLogical: isLogical, paragraph: paragraph))
                    previous = row
                }
                paragraph += 1
            }
        }
        self.lines = lines
    }

    /// Rows by direction, and whether right-to-left text is stored in reading order.
    fileprivate static func rows(of page: PDFPageText) -> ([[LayoutRow]], Bool) {
        let pieces = LayoutPieces(page.runs)
        return (pieces.directions.map { LayoutRow.rows(of: $0) }, pieces.isLogical)
    }

    /// The page formatted in columns.
    fileprivate static func columns(_ rows: [[LayoutRow]], isLogical: Bool) -> String {
        rows.map { ColumnText.text(of: $0, isLogical: isLogical) }.joined(separator: "\n\n")
    }

    /// All words, line by line in the order of reading.
    public var words: [Word] { lines.flatMap(\.words) }

    /// The paragraphs, each on one line; hyphenated words are rejoined.
    public var paragraphs: [String] {
        var result: [String] = []
        var paragraph = -1
        for line in lines {
            if line.paragraph == paragraph, let last = result.indices.last {
                Hyphens.append(line.text, to: &result[last])
            } else {
                result.append(line.text)
                paragraph = line.paragraph
            }
        }
        return result
    }

    /// The page as text. `joiningHyphens` rejoins words divided at line ends, in `reading` style.
    public func text(_ style: TextStyle, joiningHyphens: Bool = false) -> String {
        switch style {
        case .raw: return rawLines.joined(separator: "\n")
        case .columns: return PDFPageLayout.columns(rows, isLogical: isLogical)
        case .reading:
            var texts: [String] = []
            var paragraph: Int?
            for line in lines {
                if let known = paragraph, known != line.paragraph { texts.append("") }
                paragraph = line.paragraph
                texts.append(line.text)
            }
            return (joiningHyphens ? Hyphens.joined(texts) : texts).joined(separator: "\n")
        }
    }
}

extension PDFPageText {
    /// The page as text; computes only the parts of the layout that the style needs. Same result as its layout's `text(_:)`.
    public func text(_ style: PDFPageLayout.TextStyle) -> String {
        switch style {
        case .raw: return lines.joined(separator: "\n")
        case .columns:
            let (rows, isLogical) = PDFPageLayout.rows(of: self)
            return PDFPageLayout.columns(rows, isLogical: isLogical)
        case .reading: return PDFPageLayout(self).text(.reading)
        }
    }
}
