/// Where a named piece of a document begins.
package struct DocumentChapter: Hashable, Codable, Sendable {
    /// The word with which it begins, from 0: the first one of a sentence.
    package let word: Int
    /// Empty: it has no name of its own.
    package let title: String

    package init(word: Int, title: String = "") {
        (self.word, self.title) = (word, title)
    }

    /// Chapters of one document that are kept.
    package static let limit = 300
    /// Unicode scalars of a title.
    package static let titleLimit = 300
}

/// How a document is cut into chapters of a length that somebody listens to at a time: a pure function of where its own chapters and its parts begin.
package enum DocumentPieces {
    /// Words of a piece where a document has no chapters, some 15 minutes; and of the longest chapter that stays whole, an hour.
    package static let (usual, most) = (2_400, 9_000)

    /// The pieces in order; the first one begins with the first word. Chapters that are too long, and a document without any, are cut where parts begin.
    package static func pieces(_ chapters: [DocumentChapter], partStarts: [Int], words: Int) -> [DocumentChapter] {
        var own = chapters.filter { $0.word < words }
        if own.first?.word != 0 { own.insert(DocumentChapter(word: 0), at: 0) }
        let ends = own.dropFirst().map(\.word) + [words]
        return zip(own, ends).flatMap { chapter, end in
            cut(chapter, until: end, partStarts, longest: chapters.isEmpty ? usual : most)
        }
    }

    private static func cut(_ chapter: DocumentChapter, until end: Int, _ partStarts: [Int], longest: Int) -> [DocumentChapter] {
        guard end - chapter.word > longest else { return [chapter] }
        var pieces = [chapter]
        for start in partStarts where start < end {
            guard let last = pieces.last, start - last.word >= usual, end - start >= usual / 4 else { continue }
            let title = chapter.title.isEmpty ? "" : "\(chapter.title) (\(pieces.count + 1))"
            pieces.append(DocumentChapter(word: start, title: title))
        }
        return pieces
    }
}
