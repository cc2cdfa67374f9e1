/// Words of a sentence that need not be read aloud, such as a page number. They have numbers like all words, so places stay whatever is
/// left out.
package struct DocumentPassage: Hashable, Codable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Codable, Sendable {
        /// Header, footer or page number.
        case running
        case footnoteMark = "footnote-mark"
        /// A note of a book that stands by itself.
        case note
        /// Running text beside the main text, such as what of a web page isn't its article.
        case apart
        /// What a picture shows, in words.
        case picture
        /// `[12]`, or `(Miller, 1999)`.
        case citation
        /// One of the web.
        case address
    }

    package let kind: Kind
    /// Places in the sentence's words; not empty.
    package let words: Range<Int>
    /// The document's word with which it begins, in an earlier sentence perhaps.
    package let start: Int

    package init(_ kind: Kind, _ words: Range<Int>, start: Int) { (self.kind, self.words, self.start) = (kind, words, start) }

    private enum CodingKeys: String, CodingKey { case kind = "k", words = "w", start = "s" }
}

/// What a person wants left out when a document is read aloud.
package struct LeavingOut: Hashable, Sendable {
    package typealias Kind = DocumentPassage.Kind

    package let kinds: Set<Kind>
    /// The first words of passages that are read all the same, the last one that was chosen at the end.
    package let read: [Int]

    /// Passages that are read all the same; beyond them the oldest is left out again.
    package static let limit = 2_000
    package static let usualKinds: Set<Kind> = [.running, .footnoteMark, .note, .apart, .picture]
    package static let usual = LeavingOut(usualKinds)

    package init(_ kinds: Set<Kind>, read: [Int] = []) { (self.kinds, self.read) = (kinds, read) }

    /// With another passage that is read, or without.
    package func reading(_ start: Int, _ isRead: Bool) -> LeavingOut {
        LeavingOut(kinds, read: Array((read.filter { $0 != start } + (isRead ? [start] : [])).suffix(Self.limit)))
    }

    package func leaves(_ passage: DocumentPassage) -> Bool { kinds.contains(passage.kind) && !read.contains(passage.start) }

    /// Places of the words that are read, in order.
    package func kept(in sentence: DocumentPart.Sentence) -> [Int] {
        let left = sentence.passages.filter(leaves)
        return sentence.words.indices.filter { place in !left.contains { $0.words.contains(place) } }
    }
}

extension DocumentPart {
    /// What isn't read of it, in order: as it is written, a passage of several sentences in pieces; at the end what can't be read.
    package func leftOut(by leaving: LeavingOut) -> [String] {
        sentences.flatMap { sentence in
            sentence.passages.filter(leaving.leaves).map { sentence.words[$0.words].joined(separator: " ") }
        } + skipped
    }

    /// The document's words with which sentences begin of which anything is read; its first word if nothing is.
    package func readStarts(leaving: LeavingOut) -> [Int] {
        let starts = zip(sentenceStarts, sentences).filter { !leaving.kept(in: $1).isEmpty }.map(\.0)
        return starts.isEmpty ? [firstWord] : starts
    }
}
