/// A bookmark at a word of a document, with the person's note.
package struct DocumentBookmark: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let document: StoredDocument.ID
    /// The word's number in the document, base 0.
    package let word: Int
    package let quote: DocumentQuote
    /// Empty if there is none.
    package let note: String
    package let added: Timestamp

    package init(id: Int64, document: StoredDocument.ID, word: Int, quote: DocumentQuote, note: String, added: Timestamp) {
        (self.id, self.document, self.word) = (id, document, word)
        (self.quote, self.note, self.added) = (quote, note, added)
    }

    package enum Limits {
        /// Limit of bookmarks per document.
        package static let bookmarks = 200
        /// Limit of a note in characters.
        package static let note = 1000
    }
}

/// A word with its context in the sentence.
package struct DocumentQuote: Hashable, Sendable {
    package let before: String
    package let word: String
    package let after: String

    package init(before: String, word: String, after: String) { (self.before, self.word, self.after) = (before, word, after) }

    /// Size in UTF-8.
    package var bytes: Int { before.utf8.count + word.utf8.count + after.utf8.count }
}

extension DocumentPart {
    /// Limits of words quoted before and after the word.
    private static let (wordsBefore, wordsAfter) = (10, 15)

    /// A word of the document with the sentence around it, shortened with an ellipsis; nil if it isn't in this part.
    package func quote(of word: Int) -> DocumentQuote? {
        var first = firstWord
        for sentence in sentences {
            defer { first += sentence.words.count }
            guard sentence.words.indices.contains(word - first) else { continue }
            return sentence.quote(of: word - first, Self.wordsBefore, Self.wordsAfter)
        }
        return nil
    }
}

extension DocumentPart.Sentence {
    fileprivate func quote(of index: Int, _ before: Int, _ after: Int) -> DocumentQuote {
        let (start, end) = (max(0, index - before), min(words.count, index + 1 + after))
        return DocumentQuote(
            before: (start > 0 ? "… " : "") + text(start..<index) + blank(before: index), word: words[index],
            after: blank(before: index + 1) + text(index + 1..<end) + (end < words.count ? " …" : ""))
    }

    private func blank(before index: Int) -> String { index == 0 || index >= words.count || joined.contains(index) ? "" : " " }

    private func text(_ range: Range<Int>) -> String {
        range.map { ($0 > range.lowerBound ? blank(before: $0) : "") + words[$0] }.joined()
    }
}
