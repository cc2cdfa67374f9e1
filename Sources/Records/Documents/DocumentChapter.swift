/// Where a chapter of a document begins.
package struct DocumentChapter: Hashable, Codable, Sendable {
    /// The number of its first word, base 0, which begins a sentence.
    package let word: Int
    /// Empty if it has no name of its own.
    package let title: String

    package init(word: Int, title: String = "") {
        (self.word, self.title) = (word, title)
    }

    /// Limit of chapters stored per document.
    package static let limit = 300
    /// Limit of a title in Unicode scalars.
    package static let titleLimit = 300
}

/// Cuts a document into chapters that can be listened to in one sitting.
/// A pure function of where the document's own chapters and parts begin.
package enum DocumentPieces {
    /// Words of a piece if the document has no chapters, about 15 minutes; and of the longest chapter that isn't split, about an hour.
    package static let (pieceLength, chapterLimit) = (2_400, 9_000)

    /// The pieces in order; the first begins with the first word. Long chapters, and documents without chapters, are split where parts
    /// begin.
    package static func pieces(_ chapters: [DocumentChapter], partStarts: [Int], words: Int) -> [DocumentChapter] {
        var own = chapters.filter { $0.word < words }
        if own.first?.word != 0 { own.insert(DocumentChapter(word: 0), at: 0) }
        let ends = own.dropFirst().map(\.word) + [words]
        return zip(own, ends).flatMap { chapter, end in
            cut(chapter, until: end, partStarts, longest: chapters.isEmpty ? pieceLength : chapterLimit)
        }
    }

    private static func cut(_ chapter: DocumentChapter, until end: Int, _ partStarts: [Int], longest: Int) -> [DocumentChapter] {
        guard end - chapter.word > longest else { return [chapter] }
        var pieces = [chapter]
        for start in partStarts where start < end {
            guard let last = pieces.last, start - last.word >= pieceLength, end - start >= pieceLength / 4 else { continue }
            let title = chapter.title.isEmpty ? "" : "\(chapter.title) (\(pieces.count + 1))"
            pieces.append(DocumentChapter(word: start, title: title))
        }
        return pieces
    }
}
