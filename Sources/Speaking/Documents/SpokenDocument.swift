package import PDFText

/// A document as it is read aloud: its sentences in the order of reading, where they are, and what isn't read.
///
/// Places are in Unicode scalars of `text`, from 0; of a PDF that is what `tidings text` prints, of a web page or a book its paragraphs (`ReadableText`). Headers, footers, page numbers and footnote marks are left out of the sentences and
/// listed in `skipped`, so that letters and digits of the words and of what is skipped are those of the text, each once. Words that are divided at the end of a line are put
/// together, a paragraph goes on over the end of a page in the middle of a sentence, and each row of a table is a sentence. The work grows with the size of the document.
package struct SpokenDocument: Sendable {
    /// What the outline says, or the whole without a title.
    package struct Section: Hashable, Sendable {
        package let title: String?
        /// How many sections it stands inside of.
        package let level: Int
        /// Places in `sentences`; up to where the next one begins, whatever its level.
        package let sentences: Range<Int>
    }

    package struct Skipped: Hashable, Sendable {
        package enum Reason: String, Sendable {
            /// Header, footer or page number.
            case running = "header or footer"
            case footnoteMark = "footnote mark"
            /// Notes of a book that stand by themselves.
            case note
            /// Menus and the like of a web page.
            case aroundArticle = "around the article"
        }

        package let reason: Reason
        package let text: String
        package let offset: Int
    }

    /// Sentences beyond these are not there: a document with more words than this is too long.
    package static let mostWords = 2_000_000

    package let text: [Unicode.Scalar]
    package let sentences: [SpokenText.Sentence]
    package let sections: [Section]
    package let skipped: [Skipped]
    /// Where each page of a PDF begins; empty for text.
    private let pageStarts: [Int]

    package init(text: [Unicode.Scalar]) {
        self.text = text
        sentences = SpokenText(text, limit: Self.mostWords).sentences
        sections = [Section(title: nil, level: 0, sentences: sentences.indices)]
        (skipped, pageStarts) = ([], [])
    }

    /// Where a section begins, in a document that says so.
    package struct Heading: Hashable, Sendable {
        package let title: String
        package let level: Int
        package let offset: Int

        package init(title: String, level: Int, offset: Int) { (self.title, self.level, self.offset) = (title, level, offset) }
    }

    /// `skipped` is in order.
    package init(text: [Unicode.Scalar], headings: [Heading], skipped: [Skipped]) {
        self.text = text
        self.skipped = skipped
        pageStarts = []
        sentences = SpokenText(text, limit: Self.mostWords).sentences
        sections = Self.sections(headings, sentences)
    }

    package init(_ document: PDFDocument, skips: Bool = true) {
        self.init(document.pages, outline: document.outline, skips: skips)
    }

    /// Without `skips` everything is read.
    package init(_ pages: [PDFPageText], outline: [PDFOutlineEntry] = [], skips: Bool = true) {
        let layouts = pages.map { PDFPageLayout($0) }
        var flow = TextFlow()
        let running = skips ? RunningLines(layouts) : nil
        for (number, layout) in layouts.enumerated() {
            let marks = skips ? FootnoteMarks(pages[number]) : nil
            flow.add(layout, running: running?.lines[number] ?? [], alone: running?.heard[number] ?? [], marks: marks)
        }
        flow.endParagraph()
        (text, sentences, skipped, pageStarts) = (flow.text, flow.sentences, flow.skipped, flow.pageStarts)
        sections = Self.sections(outline, flow)
    }

    package var wordCount: Int { sentences.reduce(0) { $0 + $1.words.count } }

    /// The sections that have sentences, with the number of the first one; without a title a section is called by its first words. Empty without an outline.
    package var chapterTitles: [(sentence: Int, title: String, level: Int)] {
        guard sections.contains(where: { $0.title != nil }) else { return [] }
        return sections.filter { !$0.sentences.isEmpty }.map { section in
            let title = section.title.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
            let words = sentences[section.sentences.lowerBound].words.prefix(8).map(\.text).joined(separator: " ")
            return (section.sentences.lowerBound, title ?? words, section.level)
        }
    }

    /// From 1; nil for text.
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

    /// Up to where the next one begins; what is before the first has no title.
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
            // Pages go up. What the entry says is the heading as a rule, else it begins with the page.
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

    /// Sentences of its page that are looked at for an entry's heading.
    private static let headingReach = 300

    private static func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension Array {
    /// Of the first element that `holds` is true of, as it is of all after it.
    fileprivate func place(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Puts lines together to paragraphs and keeps the place of each character.
private struct TextFlow {
    private(set) var text: [Unicode.Scalar] = []
    private(set) var sentences: [SpokenText.Sentence] = []
    private(set) var skipped: [SpokenDocument.Skipped] = []
    private(set) var pageStarts: [Int] = []
    private var wordCount = 0
    /// The open paragraph, and the place of each of its characters.
    private var (scalars, places): ([Unicode.Scalar], [Int]) = ([], [])

    /// As `tidings text` prints it: lines, an empty one between paragraphs, a form feed and a line break behind the page.
    /// Lines that are `alone` are a paragraph each.
    mutating func add(_ layout: PDFPageLayout, running: Set<Int>, alone: Set<Int>, marks: FootnoteMarks?) {
        pageStarts.append(text.count)
        var (paragraph, isFirstOfPage, isBehindRow): (Int?, Bool, Bool) = (nil, true, false)
        var last: Int?
        // Rows of a table have wide gaps, as their neighbours have.
        let gaps = layout.lines.map { $0.text.contains("  ") }
        for (place, line) in layout.lines.enumerated() {
            if place > 0 { text.append("\n") }
            if let last, last != line.paragraph { text.append("\n") }
            last = line.paragraph
            let start = text.count
            let scalars = Array(line.text.unicodeScalars)
            text += scalars
            if running.contains(place) {
                skipped.append(.init(reason: .running, text: line.text, offset: start))
                continue
            }
            let isRow = alone.contains(place) || gaps[place] && (place > 0 && gaps[place - 1] || place + 1 < gaps.count && gaps[place + 1])
            // Of the first line of a page only a small letter goes on with what the page before has begun.
            if isRow || isBehindRow || paragraph != line.paragraph, !(isFirstOfPage && !isRow && goesOn(scalars)) { endParagraph() }
            (paragraph, isFirstOfPage, isBehindRow) = (line.paragraph, false, isRow)
            append(scalars, at: start, without: marks?.ranges(in: line, scalars) ?? [])
        }
        text += ["\u{0C}", "\n"]
    }

    mutating func endParagraph() {
        for sentence in SpokenText(scalars, limit: SpokenDocument.mostWords - wordCount).sentences
        where wordCount <= SpokenDocument.mostWords {
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

/// Small raised numbers and signs behind words.
private struct FootnoteMarks {
    private struct Mark {
        let text: String
        let x: Double
        let y: Double
        /// Its place among those of the page.
        let number: Int
    }

    /// From the lowest to the highest.
    private let marks: [Mark]
    private static let signs = Set("0123456789*†‡§¶,".unicodeScalars)
    private static let raised = Set("⁰¹²³⁴⁵⁶⁷⁸⁹".unicodeScalars)

    init(_ page: PDFPageText) {
        var (found, last): ([Mark], TextRun?) = ([], nil)
        for run in page.runs {
            let text = String(run.text.unicodeScalars.filter { !$0.properties.isWhitespace }.map(Character.init))
            if let last, !text.isEmpty, text.unicodeScalars.count <= 5, text.unicodeScalars.allSatisfy(Self.signs.contains),
                run.fontSize < last.fontSize * 0.85, run.y > last.y + last.fontSize * 0.15, run.y < last.y + last.fontSize,
                abs(run.x - last.endX) < last.fontSize * 0.6
            {
                found.append(Mark(text: text, x: run.x, y: run.y, number: found.count))
            } else if !text.isEmpty {
                last = run
            }
        }
        marks = found.sorted { $0.y < $1.y }
    }

    /// Those at the height of a line, from left to right.
    private func around(_ line: PDFPageLayout.Line) -> [Mark] {
        let boxes = line.words.map(\.box)
        guard !marks.isEmpty, let bottom = boxes.map({ $0.y - 1 }).min(), let top = boxes.map({ $0.y + $0.height * 1.5 }).max() else {
            return []
        }
        return marks[marks.place { $0.y >= bottom }...].prefix { $0.y <= top }.sorted { $0.x < $1.x }
    }

    /// Where they are in the line's text, in order. Of lines from right to left, nothing.
    func ranges(in line: PDFPageLayout.Line, _ scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var (found, next): ([Range<Int>], Int) = ([], 0)
        let near = around(line)
        for word in line.words {
            let letters = Array(word.text.unicodeScalars)
            while next < scalars.count, scalars[next] == " " { next += 1 }
            guard next + letters.count <= scalars.count, scalars[next..<next + letters.count].elementsEqual(letters) else { return found }
            let place = next..<next + letters.count
            next = place.upperBound
            let (box, left) = (word.box, word.box.x - 1)
            let printed = near[near.place { $0.x >= left }...].prefix { $0.x <= box.x + box.width + 1 }
                .filter { $0.y >= box.y - 1 && $0.y <= box.y + box.height * 1.5 }
            for mark in printed.sorted(by: { $0.number < $1.number }) {
                let sign = Array(mark.text.unicodeScalars)
                // The last of them in the word, with punctuation behind it at most.
                let starts = stride(from: letters.count - sign.count, through: 0, by: -1)
                guard let start = starts.first(where: { letters[$0..<$0 + sign.count].elementsEqual(sign) }),
                    Self.isMark(in: letters, at: start),
                    letters[(start + sign.count)...].allSatisfy({ !$0.properties.isAlphabetic && $0.properties.numericType == nil })
                else { continue }
                found.append(place.lowerBound + start..<place.lowerBound + start + sign.count)
            }
            // As characters of their own, behind a letter.
            let end = letters.lastIndex { $0.properties.isAlphabetic || $0.properties.numericType != nil }.map { $0 + 1 } ?? 0
            let count = letters[..<end].reversed().prefix { Self.raised.contains($0) }.count
            if count > 0, Self.isMark(in: letters, at: end - count) {
                found.append(place.lowerBound + end - count..<place.lowerBound + end)
            }
        }
        found.sort { $0.lowerBound < $1.lowerBound }
        // None twice.
        var end = 0
        return found.filter { range in
            defer { end = max(end, range.upperBound) }
            return range.lowerBound >= end
        }
    }

    /// Behind punctuation or a word, and not the power of a short sign: m², x².
    private static func isMark(in letters: [Unicode.Scalar], at start: Int) -> Bool {
        guard start > 0, letters[start - 1].properties.numericType == nil else { return false }
        let before = letters[..<start].reversed().prefix { $0.properties.isAlphabetic }.count
        return before == 0 || before > 2
    }
}
