/// A document that a person listens to: its owner, its metadata, and the person's position.
package struct StoredDocument: Hashable, Sendable, Identifiable {
    package enum Kind: String, CaseIterable, Hashable, Sendable { case pdf, epub, docx, odt, fb2, html, rtf, mail, markdown, text }

    package enum State: Hashable, Sendable {
        /// Its text is being extracted.
        case reading
        case ready(Extent)
        case failed(Fault)
    }

    /// The length of a document.
    package struct Extent: Hashable, Codable, Sendable {
        /// At least 1.
        package let words: Int
        /// nil for plain text.
        package let pages: Int?
        /// nil if unknown (BCP 47).
        package let language: String?

        package init(words: Int, pages: Int? = nil, language: String? = nil) {
            (self.words, self.pages, self.language) = (words, pages, language)
        }
    }

    /// Why a document can't be read.
    package enum Fault: String, CaseIterable, Hashable, Sendable {
        /// A PDF of scanned pages, or another file without words.
        case noText = "no-text"
        /// It requires a password.
        case encrypted
        /// A book with copy protection.
        case protected
        /// Its format isn't supported.
        case unknownFormat = "unknown-format"
        /// A PDF whose fonts don't map glyphs to letters.
        case letters
        /// It can't be read completely.
        case damaged
        case tooLong = "too-long"
        /// The server stopped before the file was stored.
        case lost
        /// Its job was cancelled.
        case cancelled
        /// All documents of its person would exceed their share (`Limits.allBytes`) with its text.
        case noRoom = "no-room"
    }

    package let id: Int64
    package let person: Person.ID
    /// SHA-256 of the file, in hexadecimal digits.
    package let content: String
    package let kind: Kind
    package let title: String
    /// The document's own metadata, and the group that its person chose.
    package let about: DocumentAbout
    /// Whether the file has a picture of its cover.
    package let hasCover: Bool
    /// Size of the file.
    package let bytes: Int
    /// Its size in the database: its text, chapters, bookmarks and chosen passages, in UTF-8.
    package let textBytes: Int
    package let added: Timestamp
    package let state: State
    /// The chosen voice; nil for the default of its language.
    package let voice: String?
    /// Whether paragraphs in another language use a voice of that language.
    package let followsLanguages: Bool
    /// The passages that aren't read aloud.
    package let leaving: LeavingOut
    /// The number of the word at which the person stopped, base 0.
    package let position: Int
    /// When they last listened; nil if never.
    package let heard: Timestamp?

    package init(
        id: Int64, person: Person.ID, content: String, kind: Kind, title: String, about: DocumentAbout = DocumentAbout(),
        hasCover: Bool = false, bytes: Int, textBytes: Int = 0, added: Timestamp, state: State, voice: String? = nil,
        followsLanguages: Bool = true, leaving: LeavingOut = .standard, position: Int = 0,
        heard: Timestamp? = nil
    ) {
        (self.id, self.person, self.content, self.kind, self.title, self.about) = (id, person, content, kind, title, about)
        self.hasCover = hasCover
        (self.bytes, self.textBytes, self.added, self.state, self.voice) = (bytes, textBytes, added, state, voice)
        (self.followsLanguages, self.leaving, self.position, self.heard) = (followsLanguages, leaving, position, heard)
    }

    /// Whether they reached its last word.
    package var isFinished: Bool { extent.map { heard != nil && position >= $0.words - 1 } ?? false }

    package var extent: Extent? { if case .ready(let extent) = state { extent } else { nil } }

    /// Limits per person.
    package enum Limits {
        package static let documents = 200
        /// Of one file; of all documents of a person, including their data in the database.
        package static let (fileBytes, allBytes) = (100_000_000, 1_000_000_000)
        package static let pages = 5_000
        package static let words = 1_000_000
        /// Limit of documents waiting to be read.
        package static let waiting = 10
        /// Limit of a title in characters.
        package static let title = 200
        /// Characters of an author, of a group, and of a description.
        package static let (author, group, summary) = (200, 100, 2_000)
    }
}

/// A person's documents would exceed their share (`StoredDocument.Limits.allBytes`).
package struct DocumentShareSpent: Error, Hashable {
    package init() {}
}

/// A piece of a document in whole sentences: the unit of its audio and of its display.
package struct DocumentPart: Hashable, Codable, Sendable {
    package struct Sentence: Hashable, Codable, Sendable {
        /// As displayed and spoken, with punctuation.
        package let words: [String]
        /// Indices in `words` of those without a blank before them.
        package let joined: [Int]
        package let endsParagraph: Bool
        /// Passages that may be skipped, in order, without overlaps. Documents of earlier versions have none.
        package var passages: [DocumentPassage] { marked ?? [] }
        private let marked: [DocumentPassage]?
        /// The shape of the paragraph that begins with this sentence; nil for plain text.
        package let shape: DocumentShape?
        /// Where the cells of a row begin, if it has several; the first begins with the first word.
        package var cells: [Cell] { divided ?? [] }
        private let divided: [Cell]?

        /// Pictures before this sentence.
        package var pictures: [Picture] { shown ?? [] }
        private let shown: [Picture]?

        /// A picture between paragraphs.
        package struct Picture: Hashable, Codable, Sendable {
            /// Its number among the document's pictures, base 0.
            package let number: Int
            /// Its text alternative; empty if there is none.
            package let alt: String

            package init(number: Int, alt: String) { (self.number, self.alt) = (number, alt) }

            private enum CodingKeys: String, CodingKey { case number = "n", alt = "a" }
        }

        /// A table cell.
        package struct Cell: Hashable, Codable, Sendable {
            /// The index of its first word in `words`.
            package let word: Int
            /// Base 0.
            package let column: Int

            package init(word: Int, column: Int) { (self.word, self.column) = (word, column) }

            private enum CodingKeys: String, CodingKey { case word = "w", column = "c" }
        }

        package init(
            words: [String], joined: [Int] = [], endsParagraph: Bool, passages: [DocumentPassage] = [], shape: DocumentShape? = nil,
            cells: [Cell] = [], pictures: [Picture] = []
        ) {
            (self.words, self.joined, self.endsParagraph, self.shape) = (words, joined, endsParagraph, shape)
            marked = passages.isEmpty ? nil : passages
            divided = cells.isEmpty ? nil : cells
            shown = pictures.isEmpty ? nil : pictures
        }

        private enum CodingKeys: String, CodingKey {
            case words = "w", joined = "j", endsParagraph = "p", marked = "l", shape = "s", divided = "c", shown = "i"
        }
    }

    /// A page's first word, by its number in the document.
    package struct PageStart: Hashable, Codable, Sendable {
        package let word: Int
        /// Base 1.
        package let page: Int

        package init(word: Int, page: Int) { (self.word, self.page) = (word, page) }
    }

    /// Base 0.
    package let number: Int
    /// The number of the document's words before this part.
    package let firstWord: Int
    package let sentences: [Sentence]
    /// The page of its first word, and the pages that begin in this part; empty for plain text.
    package let pages: [PageStart]
    /// Text here that isn't read aloud: a page's menus; in documents from before there were passages, also page numbers and similar.
    package let skipped: [String]
    /// The announcement where listening begins; only the first part has it.
    package let opening: Opening?

    /// How much of the whole document is skipped.
    package struct Opening: Hashable, Codable, Sendable {
        /// The number of passages of each kind, by its raw value.
        package let passages: [String: Int]
        /// If some of a web page's paragraphs are skipped: how many are read, and the total.
        package let read: Int?
        package let all: Int?

        package init(passages: [String: Int], read: Int? = nil, all: Int? = nil) {
            (self.passages, self.read, self.all) = (passages, read, all)
        }

        /// The number of skipped passages.
        package func count(leaving: LeavingOut) -> Int {
            max(0, leaving.kinds.reduce(0) { $0 + passages[$1.rawValue, default: 0] } - leaving.read.count)
        }
    }

    package init(
        number: Int, firstWord: Int, sentences: [Sentence], pages: [PageStart] = [], skipped: [String] = [], opening: Opening? = nil
    ) {
        (self.number, self.firstWord, self.sentences, self.pages, self.skipped) = (number, firstWord, sentences, pages, skipped)
        self.opening = opening
    }

    package func with(_ opening: Opening) -> DocumentPart {
        DocumentPart(number: number, firstWord: firstWord, sentences: sentences, pages: pages, skipped: skipped, opening: opening)
    }

    package var wordCount: Int { sentences.reduce(0) { $0 + $1.words.count } }

    /// The numbers of the words that begin its sentences.
    package var sentenceStarts: [Int] {
        var next = firstWord
        return sentences.map { sentence in
            defer { next += sentence.words.count }
            return next
        }
    }
}

/// Divides a document into parts: a pure function of its sentences.
package enum DocumentDivision {
    /// Limit of words in a part; only a single sentence may exceed it. The first part is short, so its audio is ready at once. A natural
    /// voice generates audio in a seventh of its duration, and each part is made while the one before it plays.
    package static func limit(of part: Int) -> Int { part == 0 ? 60 : part == 1 ? 300 : 750 }

    /// Ranges of sentences, given the number of words of each.
    package static func parts(_ wordCounts: [Int]) -> [Range<Int>] {
        var (parts, start, words): ([Range<Int>], Int, Int) = ([], 0, 0)
        for (index, count) in wordCounts.enumerated() {
            if index > start, words + count > limit(of: parts.count) {
                parts.append(start..<index)
                (start, words) = (index, 0)
            }
            words += count
        }
        if start < wordCounts.count { parts.append(start..<wordCounts.count) }
        return parts
    }
}
