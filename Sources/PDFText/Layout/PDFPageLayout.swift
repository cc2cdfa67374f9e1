/// A page's text by where it stands: words with boxes, lines in reading order, paragraphs, and text in three styles. Made from
/// the runs of a final page, in one go and only when it is asked for; the work grows with the words and the logarithm of their number.
///
/// Letters placed one by one become words, text printed over itself counts once, raised and lowered small text belongs to its
/// line, columns of prose are read one after another and the rows of tables row by row. Text of each direction is laid out by itself, as
/// if the page were turned, so that turned pages and labels are readable; the direction with the most text comes first.
///
///     for line in PDFPageLayout(page).lines { print(line.text, line.box) }
///     print(PDFPageLayout(page).text(.columns))
public struct PDFPageLayout: Sendable {
    /// How a page's text is put together.
    public enum TextStyle: Sendable, Hashable {
        /// As it is read: columns one after another, a blank line between paragraphs.
        case reading
        /// As it looks: rows from top to bottom, columns kept apart by blanks.
        case columns
        /// As it is drawn: `PDFPageText.lines`.
        case raw
    }

    /// A word and where it stands.
    public struct Word: Sendable, Hashable {
        /// The characters in the order of reading.
        public let text: String
        /// Where the word stands, user space: from where its first glyph begins to where the advance of its last one ends, an em high, 0.2 em of
        /// it below the baseline. Where a run's font has no widths, its division into words is an estimate.
        public let box: PDFBox
        /// The height of the em.
        public let fontSize: Double
        /// Whole degrees, counter-clockwise, in which the text runs: 0 from left to right, 90 upwards.
        public let direction: Int

        /// Where it stands on the page turned upright.
        let placement: Placement
    }

    /// Words on one baseline that are read together.
    public struct Line: Sendable, Hashable {
        /// The words, from left to right.
        public let words: [Word]
        /// The words as text, in the order of reading; a wide gap is two blanks.
        public let text: String
        /// The place in `paragraphs` of the paragraph that the line belongs to.
        public let paragraph: Int
        /// The box around all words.
        public var box: PDFBox { words.dropFirst().reduce(words.first?.box ?? PDFBox()) { $0.union($1.box) } }
    }

    /// The id of the page that this was made of.
    public let id: Int
    /// The page's place in the document, base 1, where it is known.
    public let pageNumber: Int?
    /// Lines in the order of reading.
    public let lines: [Line]
    /// Rows of the page from top to bottom, whatever columns they cross, by direction.
    let rows: [[LayoutRow]]
    /// The lines that the page draws, where its text runs as the page stands.
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

    /// Rows by direction, and whether right-to-left text is stored as it is read.
    fileprivate static func rows(of page: PDFPageText) -> ([[LayoutRow]], Bool) {
        let pieces = LayoutPieces(page.runs)
        return (pieces.directions.map { LayoutRow.rows(of: $0) }, pieces.isLogical)
    }

    /// Pages as they look.
    fileprivate static func columns(_ rows: [[LayoutRow]], isLogical: Bool) -> String {
        rows.map { ColumnText.text(of: $0, isLogical: isLogical) }.joined(separator: "\n\n")
    }

    /// All words, line by line in the order of reading.
    public var words: [Word] { lines.flatMap(\.words) }

    /// The paragraphs, each in one line; words divided at the end of a line are put together.
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

    /// The page as text. `joiningHyphens`: a word divided at the end of a line stands whole on that line, in `reading` style.
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
    /// The page as text, without more of a layout than the style needs: as its layout's `text(_:)`.
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

/// A rectangle in user space: points, origin at the page's lower left.
public struct PDFBox: Sendable, Hashable {
    /// The left edge.
    public var x = 0.0
    /// The lower edge.
    public var y = 0.0
    /// From the left edge to the right.
    public var width = 0.0
    /// From the lower edge to the upper.
    public var height = 0.0

    /// A rectangle; the empty one at the origin unless said otherwise.
    public init(x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The smallest rectangle that holds both.
    public func union(_ other: PDFBox) -> PDFBox {
        let (left, lower) = (min(x, other.x), min(y, other.y))
        return PDFBox(
            x: left, y: lower, width: max(x + width, other.x + other.width) - left, height: max(y + height, other.y + other.height) - lower)
    }
}
