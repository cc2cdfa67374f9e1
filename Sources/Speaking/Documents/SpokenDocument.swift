package import PDFText
package import Records

/// A document prepared for reading aloud: its sentences in reading order with their positions, and the skipped passages.
///
/// Positions are Unicode scalars of `text`, from 0. For a PDF that is the output of `tidings text` with superscript powers; for a web page
/// or book its paragraphs (`ReadableText`). Headers, footers, page numbers and footnote marks are not in the sentences but in `skipped`, so
/// each letter and digit of the text appears exactly once in words or skipped passages. Hyphenated words are joined, a paragraph continues
/// across a page break in mid-sentence, and each table row is a sentence. Linear in the document's size.
package struct SpokenDocument: Sendable {
    /// A section from the outline, or the whole document without a title.
    package struct Section: Hashable, Sendable {
        package let title: String?
        /// The nesting depth, from 0.
        package let level: Int
        /// Indexes in `sentences`, up to the start of the next section of any level.
        package let sentences: Range<Int>
    }

    package struct Skipped: Hashable, Sendable {
        package enum Reason: String, Sendable {
            /// Header, footer or page number.
            case running = "header or footer"
            case footnoteMark = "footnote mark"
            /// Separate notes of a book.
            case note
            /// Menus and similar parts of a web page.
            case aroundArticle = "around the article"
            /// Running text outside the main text; on a web page, outside the article.
            case apart = "beside the text"
            /// The description of a picture.
            case picture
            /// A file that the book lacks or that can't be read.
            case missing = "missing file"
            /// An attachment of a mail message.
            case attached = "attached file"
            /// A formula that is read only as "formula".
            case formula
        }

        package let reason: Reason
        package let text: String
        package let offset: Int
    }

    /// How many paragraphs are read.
    package struct Share: Hashable, Sendable {
        package let read: Int
        package let all: Int

        /// Whether so much is skipped that the reader should be informed.
        package var isSmall: Bool { read * 10 < all * 7 }
    }

    /// A picture before the text at an offset.
    package struct Picture: Hashable, Sendable {
        package let offset: Int
        /// The number of its file among the document's pictures, base 0.
        package let number: Int
        /// Empty if there is none.
        package let alt: String
    }

    /// The word limit; longer documents are rejected.
    package static let wordLimit = 2_000_000
    /// The size limit of a text or web page in bytes; for PDFs see `PDFLimits`.
    package static let textLimit = 16 << 20

    package let text: [Unicode.Scalar]
    package let sentences: [SpokenText.Sentence]
    package let sections: [Section]
    package let skipped: [Skipped]
    /// The share of a web page's running paragraphs; nil if all are read.
    package let share: Share?
    /// The shapes of paragraphs by the index of their first sentence, except plain ones.
    package let shapes: [Int: DocumentShape]
    /// The columns of table cells by their start offsets, base 0 in each row.
    package let cells: [Int: Int]
    /// In text order.
    var pictures: [Picture] = []
    /// The start of each page of a PDF; empty for text.
    private let pageStarts: [Int]
    /// Limit of punctuation before the first word of a paragraph, in scalars.
    static let punctuationLimit = 8
    /// Limit of sentences in a heading.
    private static let headingSentenceLimit = 4

    package init(text: [Unicode.Scalar]) { self.init(text: text, headings: []) }

    /// The start of a section that the document declares.
    package struct Heading: Hashable, Sendable {
        package let title: String
        package let level: Int
        package let offset: Int

        package init(title: String, level: Int, offset: Int) { (self.title, self.level, self.offset) = (title, level, offset) }
    }

    /// `skipped` are passages outside the text, in order. `shapes` are those of paragraphs by their offsets.
    /// `passages` are in the text but not read.
    init(
        text: [Unicode.Scalar], headings: [Heading] = [], skipped: [Skipped] = [], share: Share? = nil, shapes: [Int: DocumentShape] = [:],
        cells: [Int: Int] = [:],
        without passages: [TextNotes.Passage] = []
    ) {
        (self.text, self.share, pageStarts) = (text, share, [])
        let listed = passages.compactMap { passage in
            passage.reason.map {
                Skipped(reason: $0, text: String(String.UnicodeScalarView(text[passage.range])), offset: passage.range.lowerBound)
            }
        }
        self.skipped = listed.isEmpty ? skipped : (skipped + listed).sorted { $0.offset < $1.offset }
        sentences = Self.sentences(of: text, without: passages)
        sections = Self.sections(headings, sentences)
        self.shapes = Self.shapes(shapes, sentences)
        self.cells = cells
    }

    private static func shapes(_ shapes: [Int: DocumentShape], _ sentences: [SpokenText.Sentence]) -> [Int: DocumentShape] {
        var (found, next): ([Int: DocumentShape], Int) = ([:], 0)
        for (offset, shape) in shapes.sorted(by: { $0.key < $1.key }) {
            while next < sentences.count, sentences[next].words[0].offset < offset { next += 1 }
            guard next < sentences.count else { break }
            if sentences[next].words[0].offset <= offset + punctuationLimit { found[next] = shape }
        }
        return found
    }

    /// The headings of a PDF: paragraphs whose text equals the outline's title for their position.
    private static func shapes(_ sections: [Section], _ sentences: [SpokenText.Sentence]) -> [Int: DocumentShape] {
        var found: [Int: DocumentShape] = [:]
        for section in sections where !section.sentences.isEmpty {
            guard let title = section.title else { continue }
            let first = section.sentences.lowerBound
            let end = sentences[first...].prefix(headingSentenceLimit).firstIndex(where: \.endsParagraph) ?? first
            let written = sentences[first...end].flatMap(\.words).map(\.text).joined()
            if letters(written) == letters(title) {
                found[first] = DocumentShape(heading: section.level + 1)
            }
        }
        return found
    }

    private static func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

    private static func sentences(of text: [Unicode.Scalar], without passages: [TextNotes.Passage]) -> [SpokenText.Sentence] {
        guard !passages.isEmpty else { return SpokenText(text, limit: wordLimit).sentences }
        var (kept, places, next): ([Unicode.Scalar], [Int], Int) = ([], [], 0)
        for range in passages.map(\.range) + [text.count..<text.count] {
            kept += text[next..<range.lowerBound]
            places += next..<range.lowerBound
            next = range.upperBound
        }
        return SpokenText(kept, limit: wordLimit).sentences.map { sentence in
            let words = sentence.words.map { SpokenText.Word(text: $0.text, spoken: $0.spoken, offset: places[$0.offset]) }
            return SpokenText.Sentence(words: words, endsParagraph: sentence.endsParagraph)
        }
    }

    package init(_ document: PDFDocument, skips: Bool = true) {
        self.init(document.pages, outline: document.outline, skips: skips)
    }

    /// Without `skips`, everything is read.
    package init(_ pages: [PDFPageText], outline: [PDFOutlineEntry] = [], skips: Bool = true) {
        let layouts = pages.map { PDFPageLayout($0) }
        var flow = TextFlow()
        let running = skips ? RunningLines(layouts) : nil
        for (number, layout) in layouts.enumerated() {
            flow.add(
                layout, running: running?.lines[number] ?? [], alone: running?.heard[number] ?? [], raised: RaisedSigns(pages[number]),
                skips: skips)
        }
        flow.endParagraph()
        share = nil
        (text, sentences, skipped, pageStarts) = (flow.text, flow.sentences, flow.skipped, flow.pageStarts)
        sections = Self.sections(outline, flow)
        shapes = Self.shapes(sections, sentences)
        cells = [:]
    }

    package var wordCount: Int { sentences.reduce(0) { $0 + $1.words.count } }

    /// The sections that have sentences, with the index of their first sentence; an untitled section is named by its first words. Empty
    /// without an outline.
    package var chapterTitles: [(sentence: Int, title: String, level: Int)] {
        guard sections.contains(where: { $0.title != nil }) else { return [] }
        return sections.filter { !$0.sentences.isEmpty }.map { section in
            let title = section.title.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
            let words = sentences[section.sentences.lowerBound].words.prefix(8).map(\.text).joined(separator: " ")
            return (section.sentences.lowerBound, title ?? words, section.level)
        }
    }

    /// The page number, from 1; nil for text.
    package func page(at offset: Int) -> Int? { TextFlow.page(at: offset, pageStarts) }

    private static func sections(_ headings: [Heading], _ sentences: [SpokenText.Sentence]) -> [Section] {
        var (starts, next): ([(title: String?, level: Int, sentence: Int)], Int) = ([], 0)
        for heading in headings.sorted(by: { $0.offset < $1.offset }) {
            while next < sentences.count, sentences[next].words[0].offset < heading.offset { next += 1 }
            guard next < sentences.count else { break }
            starts.append((heading.title, heading.level, next))
        }
        return sections(starts, count: sentences.count)
    }

    /// Each section ends at the start of the next; text before the first has no title.
    private static func sections(_ starts: [(title: String?, level: Int, sentence: Int)], count: Int) -> [Section] {
        var starts = starts
        if starts.first?.sentence != 0 { starts.insert((nil, 0, 0), at: 0) }
        let ends = starts.dropFirst().map(\.sentence) + [count]
        return zip(starts, ends).map { Section(title: $0.title, level: $0.level, sentences: $0.sentence..<$1) }
    }

    private static func sections(_ outline: [PDFOutlineEntry], _ flow: TextFlow) -> [Section] {
        let all = flow.sentences
        let pages = all.map { TextFlow.page(at: $0.words[0].offset, flow.pageStarts) ?? 0 }
        var (starts, from): ([(title: String?, level: Int, sentence: Int)], Int) = ([], 0)
        var folded = [String?](repeating: nil, count: all.count)
        func begins(_ sentence: Int, with title: String) -> Bool {
            let text = folded[sentence] ?? plain(all[sentence].words.map(\.text).joined())
            folded[sentence] = text
            return text.hasPrefix(title)
        }
        for entry in outline {
            guard let page = entry.pageIndex.map({ $0 + 1 }) else { continue }
            // Page numbers ascend. A section starts at the entry's title if the page has it, otherwise at the top of the page.
            let low = pages.place { $0 >= page }
            let first = max(low, from)
            let title = plain(entry.title)
            let near = all.indices[first...].prefix(headingReach).prefix { pages[$0] == page }
            let heading = title.isEmpty ? nil : near.first { begins($0, with: title) }
            let sentence = max(from, heading ?? low)
            guard sentence < all.count else { break }
            starts.append((entry.title, entry.level, sentence))
            from = sentence
        }
        return sections(starts, count: all.count)
    }

    /// How many sentences of a page are searched for an entry's title.
    private static let headingReach = 300

    private static func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension Array {
    /// Binary search for the first element for which `holds` is true; it must be true for all later ones.
    func place(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Joins lines into paragraphs and keeps the position of each character.
private struct TextFlow {
    private(set) var text: [Unicode.Scalar] = []
    private(set) var sentences: [SpokenText.Sentence] = []
    private(set) var skipped: [SpokenDocument.Skipped] = []
    private(set) var pageStarts: [Int] = []
    private var wordCount = 0
    /// The open paragraph, and the position of each of its characters.
    private var (scalars, places): ([Unicode.Scalar], [Int]) = ([], [])

    /// Appends a page as `tidings text` prints it: lines, an empty line between paragraphs, a form feed and a line break after the page.
    /// Each line in `alone` becomes a paragraph.
    mutating func add(_ layout: PDFPageLayout, running: Set<Int>, alone: Set<Int>, raised: RaisedSigns, skips: Bool) {
        pageStarts.append(text.count)
        var (paragraph, isFirstOfPage, isBehindRow): (Int?, Bool, Bool) = (nil, true, false)
        var last: Int?
        // Table rows have wide gaps, as do their neighbours.
        let gaps = layout.lines.map { $0.text.contains("  ") }
        for (place, line) in layout.lines.enumerated() {
            if place > 0 { text.append("\n") }
            if let last, last != line.paragraph { text.append("\n") }
            last = line.paragraph
            let start = text.count
            var scalars = Array(line.text.unicodeScalars)
            let found = raised.ranges(in: line, scalars)
            // Replace the characters of powers with their superscript forms.
            for place in found.powers.joined() { scalars[place] = Exponent.raised(scalars[place]) ?? scalars[place] }
            text += scalars
            if running.contains(place) {
                skipped.append(.init(reason: .running, text: line.text, offset: start))
                continue
            }
            let isRow = alone.contains(place) || gaps[place] && (place > 0 && gaps[place - 1] || place + 1 < gaps.count && gaps[place + 1])
            // The first line of a page continues the previous page's paragraph only if it starts with a lower-case letter.
            if isRow || isBehindRow || paragraph != line.paragraph, !(isFirstOfPage && !isRow && goesOn(scalars)) { endParagraph() }
            (paragraph, isFirstOfPage, isBehindRow) = (line.paragraph, false, isRow)
            append(scalars, at: start, without: skips ? found.marks : [])
        }
        text += ["\u{0C}", "\n"]
    }

    mutating func endParagraph() {
        for sentence in SpokenText(scalars, limit: SpokenDocument.wordLimit - wordCount).sentences
        where wordCount <= SpokenDocument.wordLimit {
            wordCount += sentence.words.count
            let words = sentence.words.map { SpokenText.Word(text: $0.text, spoken: $0.spoken, offset: places[$0.offset]) }
            sentences.append(.init(words: words, endsParagraph: sentence.endsParagraph))
        }
        (scalars, places) = ([], [])
    }

    static func page(at offset: Int, _ starts: [Int]) -> Int? {
        starts.isEmpty ? nil : max(1, starts.place { $0 > offset })
    }

    private func goesOn(_ line: [Unicode.Scalar]) -> Bool {
        guard let end = scalars.last(where: { !$0.properties.isWhitespace }), let start = line.first(where: { !$0.properties.isWhitespace })
        else { return false }
        return start.properties.isLowercase && !".!?:".unicodeScalars.contains(end)
    }

    private mutating func append(_ line: [Unicode.Scalar], at start: Int, without marks: [Range<Int>]) {
        let end = scalars.suffix(2)
        let divides =
            end.count == 2 && "-\u{2010}\u{AD}".unicodeScalars.contains(end[end.endIndex - 1])
            && end[end.startIndex].properties.isAlphabetic
            && line.first?.properties.isLowercase == true
        if divides {
            scalars.removeLast()
            places.removeLast()
        } else if !scalars.isEmpty {
            scalars.append("\n")
            places.append(start - 1)
        }
        var next = 0
        for mark in marks + [line.count..<line.count] {
            scalars += line[next..<mark.lowerBound]
            places += (next..<mark.lowerBound).map { start + $0 }
            if !mark.isEmpty {
                skipped.append(
                    .init(reason: .footnoteMark, text: String(String.UnicodeScalarView(line[mark])), offset: start + mark.lowerBound))
            }
            next = mark.upperBound
        }
    }
}
