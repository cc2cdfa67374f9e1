/// Words of a sentence that can be skipped when reading aloud, such as a page number. They are numbered like all words, so positions don't
/// depend on what is skipped.
package struct DocumentPassage: Hashable, Codable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Codable, Sendable {
        /// Header, footer or page number.
        case running
        case footnoteMark = "footnote-mark"
        /// A note in a book, set apart from the text.
        case note
        /// Running text next to the main text, such as the parts of a web page outside its article.
        case apart
        /// A text alternative of a picture.
        case picture
        /// `[12]`, or `(Miller, 1999)`.
        case citation
        /// A web address in the text.
        case address
    }

    package let kind: Kind
    /// Indices in the sentence's words; not empty.
    package let words: Range<Int>
    /// Index in the document of the passage's first word, which may be in an earlier sentence.
    package let start: Int

    package init(_ kind: Kind, _ words: Range<Int>, start: Int) { (self.kind, self.words, self.start) = (kind, words, start) }

    private enum CodingKeys: String, CodingKey { case kind = "k", words = "w", start = "s" }
}

/// A person's choice of passages to skip when a document is read aloud.
package struct LeavingOut: Hashable, Sendable {
    package typealias Kind = DocumentPassage.Kind

    package let kinds: Set<Kind>
    /// First words of passages that are read aloud anyway, most recent last.
    package let read: [Int]

    /// Limit of passages in `read`; beyond it the oldest one is skipped again.
    package static let limit = 2_000
    package static let defaultKinds: Set<Kind> = [.running, .footnoteMark, .note, .apart, .picture]
    package static let standard = LeavingOut(defaultKinds)

    package init(_ kinds: Set<Kind>, read: [Int] = []) { (self.kinds, self.read) = (kinds, read) }

    /// A copy with this passage read aloud or skipped.
    package func reading(_ start: Int, _ isRead: Bool) -> LeavingOut {
        LeavingOut(kinds, read: Array((read.filter { $0 != start } + (isRead ? [start] : [])).suffix(Self.limit)))
    }

    package func leaves(_ passage: DocumentPassage) -> Bool { kinds.contains(passage.kind) && !read.contains(passage.start) }

    /// Indices of the words that are read aloud, in order.
    package func kept(in sentence: DocumentPart.Sentence) -> [Int] {
        let left = sentence.passages.filter(leaves)
        return sentence.words.indices.filter { place in !left.contains { $0.words.contains(place) } }
    }
}

extension DocumentPart {
    /// The skipped texts of this part, in order. A passage over several sentences is split into pieces; unreadable text comes last.
    package func leftOut(by leaving: LeavingOut) -> [String] {
        sentences.flatMap { sentence in
            sentence.passages.filter(leaving.leaves).map { sentence.words[$0.words].joined(separator: " ") }
        } + skipped
    }

    /// Document indices of the first words of sentences that are at least partly read aloud; the part's first word if there are none.
    package func readStarts(leaving: LeavingOut) -> [Int] {
        let starts = zip(sentenceStarts, sentences).filter { !leaving.kept(in: $1).isEmpty }.map(\.0)
        return starts.isEmpty ? [firstWord] : starts
    }
}
