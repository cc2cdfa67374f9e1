import Markup
import Records

/// Extracts the text to read from HTML elements, in order: paragraphs separated by empty lines, one paragraph per table row; non-text is
/// left out.
///
/// White space collapses to one space. Footnote marks are skipped; the caller decides what else to skip. Powers are written as
/// superscripts, and formulas as spoken (`Formula`). Linear in the document's size at any nesting depth.
struct ReadableText {
    struct Heading: Hashable {
        /// 1 to 6.
        let level: Int
        fileprivate(set) var title: String
        let offset: Int
    }

    private(set) var text: [Unicode.Scalar] = []
    private(set) var skipped: [SpokenDocument.Skipped] = []
    /// In order of their starts. Some may lack a title.
    private(set) var headings: [Heading] = []
    /// The shapes of paragraphs by their start offsets, except plain ones.
    private(set) var shapes: [Int: DocumentShape] = [:]
    /// The columns of table cells by their start offsets, base 0 in each row.
    private(set) var cells: [Int: Int] = [:]
    /// The column of the row's last cell, and of a cell that is still empty.
    private var (column, emptyCell): (Int, Int?) = (-1, nil)
    /// Pictures between paragraphs: offsets, addresses as written, and descriptions.
    private var pictures: [(offset: Int, source: String, alt: String)] = []
    /// The start offsets of elements with requested identifiers.
    private var places: [String: Int] = [:]

    /// Whether to skip footnote marks and the elements that `reason` selects.
    private let skips: Bool
    /// The declared language of the document (BCP 47).
    private let language: String?
    /// Whether picture descriptions are read inside sentences; otherwise they are listed. In headings they are always read.
    private let readsPictures: Bool
    private var isInHeading = false
    private var hidden = HiddenClasses()
    /// Note signs that marks without a link refer to.
    private var notes: Set<String> = []
    /// Why an element is skipped; nil to read it.
    private let reason: (Element) -> LeftOut?
    private var needsBlank = false
    /// Scalars of the skipped passages listed so far.
    private var listed = 0

    /// How an element is skipped.
    enum LeftOut {
        /// It isn't text for people, such as a script.
        case silently
        /// It is added to the list of skipped passages.
        case listed(SpokenDocument.Skipped.Reason)
        /// Its running paragraphs can still be read separately; if there are none, it is listed.
        case apart
    }

    /// The maximum length in scalars; longer documents are rejected.
    static let limit = 16 << 20
    private static let (listLimit, listedLength) = (20_000, 200)
    private static let (shapeLimit, pictureLimit) = (200_000, 300)
    private static let (headingLimit, titleLimit) = (20_000, DocumentChapter.titleLimit)
    /// The same limits for notes that can be read separately.
    private static let (notesLimit, noteLength) = (1_000_000, 10_000)

    init(
        skips: Bool = true, language: String? = nil, readsPictures: Bool = false,
        leavingOut reason: @escaping (Element) -> LeftOut? = { _ in nil }
    ) {
        (self.skips, self.language, self.readsPictures, self.reason) = (skips, language, readsPictures, reason)
    }

    var isTooLong: Bool { text.count > Self.limit }

    func document(headings: [SpokenDocument.Heading], share: SpokenDocument.Share? = nil, skips: Bool) -> SpokenDocument {
        SpokenDocument(
            text: text, headings: headings, skipped: skipped, share: share, shapes: shapes, cells: cells,
            without: skips ? TextNotes.find(in: text) : [])
    }

    /// `root` is the whole page or book file, which contains the notes for marks without links. `identifiers` are those whose offsets are
    /// needed.
    mutating func add(_ element: Element, of root: Element? = nil, placesOf identifiers: Set<String> = []) {
        notes = skips ? NoteMarks.notes(in: root ?? element) : []
        hidden = HiddenClasses(of: root ?? element)
        take(element, placesOf: identifiers)
    }

    private mutating func take(_ element: Element, placesOf identifiers: Set<String> = []) {
        guard !isTooLong, !element.isHidden, !hidden.isHiding(element) else { return }
        if Formula.isFormula(element) { return say(Formula(element)) }
        guard !Self.silent.contains(element.name) else { return }
        if skips {
            if let left = reason(element) {
                switch left {
                case .silently: break
                case .listed(let reason): list(element.shownText, reason)
                case .apart:
                    let paragraphs = RunningParagraphs(in: element).found.map(\.text)
                    if paragraphs.isEmpty { list(element.shownText, .aroundArticle) } else { leave(paragraphs) }
                }
                return
            }
            let behind: ArraySlice<Unicode.Scalar> = needsBlank ? [] : text.suffix(Exponent.reach)
            if NoteMarks.isBacklink(element) { return }
            if NoteMarks.isPageBreak(element) { return list(element.text, .running) }
            if NoteMarks.isMark(element, behind: behind, notes) { return list(element.text, .footnoteMark) }
        }
        if element.name == "sup", !needsBlank, Exponent.follows(text),
            let raised = element.shortText(of: NoteMarks.limit).flatMap(Exponent.raised)
        {
            return append(raised)
        }
        let isBlock = Self.blocks.contains(element.name)
        if isBlock { endParagraph() }
        if let id = element[attribute: "id"] ?? element[attribute: "name"], identifiers.contains(id), places[id] == nil {
            places[id] = text.count
        }
        let heading = beginHeading(element)
        let (start, shape) = (text.count, shapes.count < Self.shapeLimit ? Self.shape(of: element) : nil)
        if let shape { shapes[start] = shape }
        let wasInHeading = isInHeading
        isInHeading = isInHeading || Self.level(of: element) != nil
        defer { isInHeading = wasInHeading }
        if element.name == "tr" { (column, emptyCell) = (-1, nil) }
        if element.name == "td" || element.name == "th" {
            column += 1
            (needsBlank, emptyCell) = (true, column)
        }
        if element.name == "br", text.last != "\n", !text.isEmpty {
            text.append("\n")
            needsBlank = false
        }
        for child in element.children {
            switch child {
            case .text(let text): append(text)
            case .element(let inner):
                if inner.name == "img" || inner.name == "image", !inner.isHidden { addPicture(inner, in: element) }
                take(inner, placesOf: identifiers)
            }
        }
        if element.name == "tr" { emptyCell = nil }
        if let heading { endHeading(heading) }
        if shape != nil, text.count == start { shapes[start] = nil }
        if isBlock { endParagraph() }
    }

    /// The index of a heading that starts here; nil if the element isn't a heading or there are too many.
    private mutating func beginHeading(_ element: Element) -> Int? {
        guard let level = Self.level(of: element), headings.count < Self.headingLimit else { return nil }
        headings.append(Heading(level: level, title: "", offset: text.count))
        return headings.count - 1
    }

    /// Sets the title to the text read since the heading began.
    private mutating func endHeading(_ number: Int) {
        let start = headings[number].offset
        let title = String(String.UnicodeScalarView(text[start..<min(text.count, start + Self.titleLimit)]))
        headings[number].title = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Returns the offsets found since the last call.
    mutating func takePlaces() -> [String: Int] {
        defer { places = [:] }
        return places
    }

    /// Returns the pictures found since the last call.
    mutating func takePictures() -> [(offset: Int, source: String, alt: String)] {
        defer { pictures = [] }
        return pictures
    }

    mutating func endParagraph() {
        needsBlank = false
        guard !text.isEmpty else { return }
        while !text.suffix(2).elementsEqual(["\n", "\n"]) { text.append("\n") }
    }

    private mutating func append(_ string: String) {
        for scalar in string.unicodeScalars {
            if scalar.properties.isWhitespace {
                needsBlank = true
                continue
            }
            if needsBlank, let last = text.last, !last.properties.isWhitespace { text.append(" ") }
            needsBlank = false
            if let cell = emptyCell, cells.count < Self.shapeLimit { cells[text.count] = cell }
            emptyCell = nil
            text.append(scalar)
        }
    }

    /// Skips a passage that isn't inside an element.
    mutating func leave(_ text: String, _ reason: SpokenDocument.Skipped.Reason) { list(text, reason) }

    /// Adds paragraphs that aren't read in order but can be read separately.
    mutating func leave(_ paragraphs: [String]) { for paragraph in paragraphs { list(paragraph, .apart) } }

    private mutating func list(_ content: String, _ reason: SpokenDocument.Skipped.Reason) {
        let length = reason == .note || reason == .apart ? Self.noteLength : Self.listedLength
        let words = content.split(whereSeparator: \.isWhitespace).joined(separator: " ").limited(to: length)
        listed += words.unicodeScalars.count
        guard !words.isEmpty, listed <= (reason == .aroundArticle ? Self.listLimit : Self.notesLimit) else { return }
        skipped.append(.init(reason: reason, text: words, offset: text.count))
    }

    /// A picture in a sentence or heading is replaced by its description; others are listed.
    private mutating func addPicture(_ picture: Element, in parent: Element) {
        let beginsParagraph = text.isEmpty || text.suffix(2).elementsEqual(["\n", "\n"])
        let isInText = !beginsParagraph || !parent.ownText.allSatisfy(\.isWhitespace)
        let written = picture[attribute: "alt"]?.limited(to: Self.listedLength)
        if !isInHeading, !isInText, pictures.count < Self.pictureLimit, let source = picture[attribute: "src"] {
            pictures.append((text.count, source, written ?? ""))
        }
        guard isInHeading || readsPictures, let alt = written else { return }
        if isInHeading || isInText || !skips { append(alt) } else { list(alt, .picture) }
    }

    private mutating func say(_ formula: Formula) {
        needsBlank = needsBlank || text.last.map { $0.properties.isAlphabetic || $0.properties.numericType != nil } ?? false
        if formula.said == nil { list(formula.written, .formula) }
        append(formula.said ?? Formula.name(in: language))
    }

    private static func shape(of element: Element) -> DocumentShape? {
        switch element.name {
        case "li": .item
        case "tr": .row
        default: level(of: element).map { DocumentShape(heading: $0) }
        }
    }

    static func level(of element: Element) -> Int? {
        let name = element.name
        guard name.utf8.count == 2, name.hasPrefix("h"), let level = Int(name.dropFirst()), (1...6).contains(level) else { return nil }
        return level
    }

    /// Elements without readable text.
    static let silent: Set = [
        "audio", "button", "canvas", "datalist", "embed", "head", "iframe", "input", "link", "map", "meta", "noscript", "object",
        "rp",
        "rt", "script", "select", "style", "svg", "template", "textarea", "video",
    ]
    /// Elements that start and end a paragraph.
    static let blocks: Set = [
        "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "div", "dl", "dt", "fieldset",
        "figcaption",
        "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "li", "main", "menu", "nav", "ol", "p",
        "pre",
        "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
    ]
}

extension Element {
    /// All text of the element; nil if it has more than `limit` descendants. Elements may be nested, so the work per element must not grow
    /// with its size.
    func shortText(of limit: Int) -> String? {
        var (text, waiting, count) = ("", [Child.element(self)], 0)
        while let child = waiting.popLast() {
            count += 1
            guard count + waiting.count <= limit else { return nil }
            switch child {
            case .text(let more): text += more
            case .element(let element): waiting += element.children.reversed()
            }
        }
        return text
    }

    /// The words of `epub:type`.
    var kinds: [Substring] {
        let value = attributes.first { ($0.prefix == "epub" && $0.name == "type") || $0.name == "epub:type" }?.value
        return value?.split(whereSeparator: \.isWhitespace) ?? []
    }
}
