import Extraction
import PDFText
package import Records

/// The readable content of a document: its parts, size and language. A pure function of the file.
package struct DocumentContents: Hashable, Codable, Sendable {
    package let parts: [DocumentPart]
    package let extent: StoredDocument.Extent
    /// The document's own chapters, in order; empty if it has none.
    package let chapters: [DocumentChapter]
    /// The document's own title; nil if it has none.
    package let title: String?
    /// Its first words, used for a document that has neither title nor name.
    package let firstWords: String?
    package let about: DocumentAbout
    /// The picture of a book's cover, as in the file.
    package let cover: DocumentCover?
    /// The pictures that sentences reference by number.
    package let pictures: [DocumentCover]

    private static let titleWords = 8

    package init(_ file: DocumentFile) {
        let document = file.document
        let sentences = MarkedSentence.all(of: document)
        parts = Self.parts(sentences, of: document)
        chapters = Self.chapters(of: document, sentences)
        let language = TextLanguage.guess(document.sentences) ?? file.language.flatMap(Self.code)
        extent = StoredDocument.Extent(
            words: sentences.reduce(0) { $0 + $1.words.count }, pages: file.kind == .pdf ? file.pageCount : nil, language: language)
        title = DocumentAbout.title(file.title)
        firstWords = document.sentences.first.map {
            $0.words.prefix(Self.titleWords).map(\.text).joined(separator: " ").limited(to: StoredDocument.Limits.title)
        }
        (about, cover, pictures) = (file.about, file.cover, file.pictures)
    }

    /// The language of a tag (RFC 5646): `en` of `en-GB`.
    private static func code(_ tag: String) -> String? {
        let code = tag.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() } ?? ""
        guard (2...3).contains(code.utf8.count), code.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
        return code == "zh" ? "cmn" : code
    }

    static func parts(of document: SpokenDocument) -> [DocumentPart] { parts(MarkedSentence.all(of: document), of: document) }

    /// Parts made from its sentences only, word for word.
    static func plainParts(of document: SpokenDocument) -> [DocumentPart] { parts(MarkedSentence.plain(of: document), of: document) }

    private static func parts(_ sentences: [MarkedSentence], of document: SpokenDocument) -> [DocumentPart] {
        var (parts, firstWord, start): ([DocumentPart], Int, Int) = ([], 0, 0)
        var skipped = document.skipped.filter { $0.reason.kind == nil }[...]
        var pictures = document.pictures[...]
        let ranges = DocumentDivision.parts(sentences.map(\.words.count))
        for (number, range) in ranges.enumerated() {
            let end = range.upperBound < sentences.count ? sentences[range.upperBound].words[0].offset : Int.max
            let left = skipped.prefix { $0.offset < end }
            skipped = skipped.dropFirst(left.count)
            var word = firstWord
            let shown = sentences[range].map { sentence in
                defer { word += sentence.words.count }
                return self.shown(sentence, from: word, document, &pictures, &start)
            }
            let part = DocumentPart(
                number: number, firstWord: firstWord, sentences: shown, pages: pageStarts(sentences[range], from: firstWord, document),
                skipped: left.map(\.text))
            parts.append(part)
            firstWord += part.wordCount
        }
        if let first = parts.first, let opening = opening(of: parts, document) { parts[0] = first.with(opening) }
        return parts
    }

    /// nil if everything is read.
    private static func opening(of parts: [DocumentPart], _ document: SpokenDocument) -> DocumentPart.Opening? {
        var starts: [String: Set<Int>] = [:]
        for passage in parts.lazy.flatMap(\.sentences).flatMap(\.passages) {
            starts[passage.kind.rawValue, default: []].insert(passage.start)
        }
        let share = document.share.flatMap { $0.isSmall ? $0 : nil }
        guard !starts.isEmpty || share != nil else { return nil }
        return DocumentPart.Opening(passages: starts.mapValues(\.count), read: share?.read, all: share?.all)
    }

    /// As many levels of sections as stay within the limit; if the first level exceeds it, only its first sections.
    private static func chapters(of document: SpokenDocument, _ sentences: [MarkedSentence]) -> [DocumentChapter] {
        let titles = document.chapterTitles
        let levels = Set(titles.map(\.level)).sorted()
        let level = levels.last { level in titles.count { $0.level <= level } <= DocumentChapter.limit } ?? levels.first ?? 0
        // Each of the document's sentences is one of the marked sentences.
        var (starts, word): ([Int], Int) = ([], 0)
        for sentence in sentences {
            if sentence.source != nil { starts.append(word) }
            word += sentence.words.count
        }
        return titles.filter { $0.level <= level }.prefix(DocumentChapter.limit).map {
            DocumentChapter(word: starts[$0.sentence], title: $0.title.limited(to: DocumentChapter.titleLimit))
        }
    }

    /// `start` is the document word at which the last passage began.
    private static func shown(
        _ sentence: MarkedSentence, from word: Int, _ document: SpokenDocument, _ pictures: inout ArraySlice<SpokenDocument.Picture>,
        _ start: inout Int
    ) -> DocumentPart.Sentence {
        let before = sentence.source == nil ? [] : pictures.prefix { $0.offset <= sentence.words[0].offset }
        pictures = pictures.dropFirst(before.count)
        var passages: [DocumentPassage] = []
        for passage in sentence.passages {
            if !sentence.continues { start = word + passage.words.lowerBound }
            passages.append(DocumentPassage(passage.kind, passage.words, start: start))
        }
        let (words, shape) = (sentence.words, sentence.source.flatMap { document.shapes[$0] })
        return DocumentPart.Sentence(
            words: words.map(\.text), joined: words.indices.dropFirst().filter { words[$0].isJoined },
            endsParagraph: sentence.endsParagraph, passages: passages, shape: shape, cells: shape == .row ? cells(of: words, document) : [],
            pictures: before.map { .init(number: $0.number, alt: $0.alt) })
    }

    /// Empty if there is only one cell.
    private static func cells(of words: [MarkedSentence.Word], _ document: SpokenDocument) -> [DocumentPart.Sentence.Cell] {
        let cells = words.enumerated().compactMap { index, word -> DocumentPart.Sentence.Cell? in
            // Punctuation may precede a word.
            let before = index == 0 ? word.offset - SpokenDocument.punctuationLimit - 1 : words[index - 1].offset
            let column = stride(from: word.offset, to: before, by: -1).lazy.compactMap { document.cells[$0] }.first
            return column.map { .init(word: index, column: $0) }
        }
        return cells.count > 1 && cells[0].word == 0 ? cells : []
    }

    private static func pageStarts(_ sentences: ArraySlice<MarkedSentence>, from firstWord: Int, _ document: SpokenDocument)
        -> [DocumentPart.PageStart]
    {
        var (starts, word): ([DocumentPart.PageStart], Int) = ([], firstWord)
        for sentence in sentences {
            for one in sentence.words {
                if let page = document.page(at: one.offset), page != starts.last?.page { starts.append(.init(word: word, page: page)) }
                word += 1
            }
        }
        return starts
    }
}

extension StoredDocument.Fault {
    package init(_ error: DocumentError) {
        self =
            switch error {
            case .pdf(let error) where error.code == .needsPassword: .encrypted
            case .pdf(let error) where error.code == .notPDF: .unknownFormat
            case .pdf(let error) where error.code == .limit: .tooLong
            case .archive(let error) where error.code == .limit: .tooLong
            case .archive(let error) where error.code == .unsupported && error.detail.hasSuffix("is encrypted"): .protected
            case .pdf, .damaged, .archive: .damaged
            case .protected: .protected
            case .letters: .letters
            case .unknownFormat, .charset: .unknownFormat
            case .textTooLarge, .tooManyWords: .tooLong
            case .noWords: .noText
            }
    }
}
