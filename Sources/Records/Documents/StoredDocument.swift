/// A document that a person listens to: whose it is, what is in it, and how far they are.
package struct StoredDocument: Hashable, Sendable, Identifiable {
    package enum Kind: String, CaseIterable, Hashable, Sendable { case pdf, epub, docx, odt, fb2, html, rtf, mail, markdown, text }

    package enum State: Hashable, Sendable {
        /// Its text is being taken out.
        case reading
        case ready(Extent)
        case failed(Fault)
    }

    /// How much there is to read.
    package struct Extent: Hashable, Codable, Sendable {
        /// At least 1.
        package let words: Int
        /// nil for text.
        package let pages: Int?
        /// As far as it is known (BCP 47).
        package let language: String?

        package init(words: Int, pages: Int? = nil, language: String? = nil) {
            (self.words, self.pages, self.language) = (words, pages, language)
        }
    }

    /// Why a document can't be read.
    package enum Fault: String, CaseIterable, Hashable, Sendable {
        /// A PDF whose pages are pictures, or something else without words.
        case noText = "no-text"
        /// It needs a password.
        case encrypted
        /// A book with copy protection.
        case protected
        /// It is none of the kinds that are read.
        case unknownFormat = "unknown-format"
        /// A PDF whose fonts don't tell which letters they show.
        case letters
        /// It can't be read to its end.
        case damaged
        case tooLong = "too-long"
        /// The server ended before it was kept.
        case lost
        /// Its job was cancelled.
        case cancelled
        /// All documents of its person would take more than they may (`Limits.allBytes`) with its text.
        case noRoom = "no-room"
    }

    package let id: Int64
    package let person: Person.ID
    /// SHA-256 of the file, in hexadecimal digits.
    package let content: String
    package let kind: Kind
    package let title: String
    /// What the document says of itself, and the group in which its person put it.
    package let about: DocumentAbout
    /// Whether the file has a picture of its cover.
    package let hasCover: Bool
    /// Of the file.
    package let bytes: Int
    /// What the database has of it: its text, chapters, bookmarks and chosen passages, in UTF-8.
    package let textBytes: Int
    package let added: Timestamp
    package let state: State
    /// The voice that was chosen; nil: the one for its language.
    package let voice: String?
    /// Whether a paragraph in another language is read by a voice of that language.
    package let followsLanguages: Bool
    /// What isn't read aloud.
    package let leaving: LeavingOut
    /// The word at which the person stopped, from 0.
    package let position: Int
    /// When they last listened; nil: never.
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

    /// Whether its last word was reached.
    package var isFinished: Bool { extent.map { heard != nil && position >= $0.words - 1 } ?? false }

    package var extent: Extent? { if case .ready(let extent) = state { extent } else { nil } }

    /// What one person may keep.
    package enum Limits {
        package static let documents = 200
        /// Of one file; of all documents of a person, with what the database has of them.
        package static let (fileBytes, allBytes) = (100_000_000, 1_000_000_000)
        package static let pages = 5_000
        package static let words = 1_000_000
        /// Documents of a person that wait to be read.
        package static let waiting = 10
        /// Characters of a title.
        package static let title = 200
        /// Characters of an author, of a group, and of a description.
        package static let (author, group, summary) = (200, 100, 2_000)
    }
}

/// A person's documents would take more than they may (`StoredDocument.Limits.allBytes`).
package struct DocumentShareSpent: Error, Hashable {
    package init() {}
}

/// A piece of a document in whole sentences, with which its sound is made and shown.
package struct DocumentPart: Hashable, Codable, Sendable {
    package struct Sentence: Hashable, Codable, Sendable {
        /// As they are shown and said, with their punctuation.
        package let words: [String]
        /// Places in `words` of those that have no blank before them.
        package let joined: [Int]
        package let endsParagraph: Bool
        /// What may be left out, in order, none over another. Documents from before there were any have none.
        package var passages: [DocumentPassage] { marked ?? [] }
        private let marked: [DocumentPassage]?
        /// The shape of the paragraph that begins with this sentence; nil for plain text.
        package let shape: DocumentShape?
        /// Where the cells of a row begin, if there are several: the first with the first word.
        package var cells: [Cell] { divided ?? [] }
        private let divided: [Cell]?

        /// Pictures that stand before it.
        package var pictures: [Picture] { shown ?? [] }
        private let shown: [Picture]?

        /// A picture between paragraphs.
        package struct Picture: Hashable, Codable, Sendable {
            /// Among the document's pictures, from 0.
            package let number: Int
            /// Its description; empty if there is none.
            package let alt: String

            package init(number: Int, alt: String) { (self.number, self.alt) = (number, alt) }

            private enum CodingKeys: String, CodingKey { case number = "n", alt = "a" }
        }

        /// A cell of a table.
        package struct Cell: Hashable, Codable, Sendable {
            /// The place of its first word in `words`.
            package let word: Int
            /// From 0.
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

    /// Where a page begins: at a word of the document.
    package struct PageStart: Hashable, Codable, Sendable {
        package let word: Int
        /// From 1.
        package let page: Int

        package init(word: Int, page: Int) { (self.word, self.page) = (word, page) }
    }

    /// From 0.
    package let number: Int
    /// The document's words before it.
    package let firstWord: Int
    package let sentences: [Sentence]
    /// The page of its first word, and those that begin in it; empty for text.
    package let pages: [PageStart]
    /// What stands here and can't be read: menus of a page, and of documents from before there were passages, page numbers and the like.
    package let skipped: [String]
    /// What is said where listening begins; only the first part has it.
    package let opening: Opening?

    /// How much of the whole document isn't read.
    package struct Opening: Hashable, Codable, Sendable {
        /// How many passages there are of each kind, by its raw value.
        package let passages: [String: Int]
        /// Of a web page's running paragraphs, where they aren't all read: how many are, and how many there are.
        package let read: Int?
        package let all: Int?

        package init(passages: [String: Int], read: Int? = nil, all: Int? = nil) {
            (self.passages, self.read, self.all) = (passages, read, all)
        }

        /// Passages that aren't read.
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

    /// The document's words with which its sentences begin.
    package var sentenceStarts: [Int] {
        var next = firstWord
        return sentences.map { sentence in
            defer { next += sentence.words.count }
            return next
        }
    }
}

/// How a document is divided into parts, a pure function of its sentences.
package enum DocumentDivision {
    /// Words of a part, which has more only if its one sentence has. The first one's sound is there at once; a natural voice takes a
    /// seventh of the time that it
    /// speaks, and each part is made while the one before it plays.
    package static func limit(of part: Int) -> Int { part == 0 ? 60 : part == 1 ? 300 : 750 }

    /// Ranges of sentences, given how many words each has.
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
