import Records

/// A sentence with its optional passages marked: skipped text is inserted at its position, and citations and addresses are marked.
struct MarkedSentence {
    struct Word {
        /// With its punctuation.
        let text: String
        /// The offset in the document's text; for inserted text, the position of insertion.
        let offset: Int
        /// Whether it has no space before it.
        let isJoined: Bool
    }

    private(set) var words: [Word]
    let endsParagraph: Bool
    /// Word ranges in `words`.
    private(set) var passages: [(kind: DocumentPassage.Kind, words: Range<Int>)]
    /// Whether it continues a passage from the previous sentence.
    let continues: Bool
    /// The sentence it is made from; nil for skipped text.
    let source: Int?

    /// All sentences of a document, in order. Linear in the document's size.
    static func all(of document: SpokenDocument) -> [MarkedSentence] {
        let (sentences, text) = (document.sentences, document.text)
        var marked: [MarkedSentence] = []
        var rest = document.skipped.filter { $0.reason.kind != nil }[...]
        for (number, sentence) in sentences.enumerated() {
            let end = number + 1 < sentences.count ? sentences[number + 1].words[0].offset : Int.max
            while let next = rest.first, next.offset <= sentence.words[0].offset {
                marked += alone(next, endsParagraph: marked.last?.endsParagraph ?? true)
                rest = rest.dropFirst()
            }
            var (words, passages): ([Word], [(kind: DocumentPassage.Kind, words: Range<Int>)]) = ([], [])
            func insert(_ skipped: SpokenDocument.Skipped) {
                guard let kind = skipped.reason.kind else { return }
                let start = words.count
                let isJoined = words.last.map { joins($0.offset, skipped.offset, in: text) } ?? false
                words += self.words(of: skipped).enumerated().map { index, word in
                    Word(text: word.text, offset: skipped.offset, isJoined: index == 0 ? isJoined : word.isJoined)
                }
                passages.append((kind, start..<words.count))
            }
            for word in sentence.words {
                while !words.isEmpty, let next = rest.first, next.offset < word.offset {
                    insert(next)
                    rest = rest.dropFirst()
                }
                let isJoined = words.last.map { joins($0.offset, word.offset, in: text) } ?? false
                let (head, numbers) = Citations.divided(word.spoken)
                words.append(Word(text: head, offset: word.offset, isJoined: isJoined))
                if let numbers { words.append(Word(text: numbers, offset: word.offset + 1, isJoined: true)) }
            }
            // A footnote mark after the last word.
            while let next = rest.first, next.reason == .footnoteMark, next.offset < end, follows(next.offset, in: text) {
                insert(next)
                rest = rest.dropFirst()
            }
            var one = MarkedSentence(
                words: words, endsParagraph: sentence.endsParagraph, passages: passages, continues: false, source: number)
            one.mark()
            marked.append(one)
        }
        for next in rest { marked += alone(next, endsParagraph: marked.last?.endsParagraph ?? true) }
        return marked
    }

    /// A document's own sentences without marks, with the same word counts.
    static func plain(of document: SpokenDocument) -> [MarkedSentence] {
        document.sentences.enumerated().map { number, sentence in
            let words = sentence.words.indices.map { index in
                let (word, last) = (sentence.words[index], index > 0 ? sentence.words[index - 1] : nil)
                return Word(
                    text: word.spoken, offset: word.offset, isJoined: last.map { joins($0.offset, word.offset, in: document.text) } ?? false
                )
            }
            return MarkedSentence(words: words, endsParagraph: sentence.endsParagraph, passages: [], continues: false, source: number)
        }
    }

    /// Marks citations and addresses in unmarked text.
    private mutating func mark() {
        let (texts, joined) = (words.map(\.text), words.map(\.isJoined))
        var free: [Range<Int>] = []
        var start = 0
        for passage in passages {
            free.append(start..<passage.words.lowerBound)
            start = passage.words.upperBound
        }
        free.append(start..<texts.count)
        for range in free where !range.isEmpty {
            let cited = Citations.ranges(in: texts[range])
            let addresses = Addresses.ranges(in: texts[range], joined: joined[range]).filter { address in
                !cited.contains { $0.overlaps(address) }
            }
            passages += cited.map { (.citation, $0) } + addresses.map { (.address, $0) }
        }
        passages.sort { $0.words.lowerBound < $1.words.lowerBound }
    }

    /// The sentences of a separate passage, such as a note of a book.
    private static func alone(_ skipped: SpokenDocument.Skipped, endsParagraph: Bool) -> [MarkedSentence] {
        guard let kind = skipped.reason.kind else { return [] }
        return sentences(of: skipped).enumerated().map { number, words in
            let placed = words.map { Word(text: $0.text, offset: skipped.offset, isJoined: $0.isJoined) }
            return MarkedSentence(
                words: placed, endsParagraph: endsParagraph, passages: [(kind, placed.indices)], continues: number > 0, source: nil)
        }
    }

    private static func words(of skipped: SpokenDocument.Skipped) -> [Word] { sentences(of: skipped).flatMap { $0 } }

    /// Text without words becomes one word: an asterisk, a line between headers.
    private static func sentences(of skipped: SpokenDocument.Skipped) -> [[Word]] {
        let text = Array(skipped.text.unicodeScalars)
        let sentences = SpokenText(text).sentences.map { sentence in
            sentence.words.indices.map { index in
                let (word, last) = (sentence.words[index], index > 0 ? sentence.words[index - 1] : nil)
                return Word(text: word.spoken, offset: 0, isJoined: last.map { joins($0.offset, word.offset, in: text) } ?? false)
            }
        }
        let whole = skipped.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return sentences.isEmpty ? [[Word(text: whole, offset: 0, isJoined: false)]] : sentences
    }

    /// Only punctuation between two words, as in Chinese, so no space is added.
    private static func joins(_ last: Int, _ next: Int, in text: [Unicode.Scalar]) -> Bool {
        last < next && next <= text.count && !text[last..<next].contains { $0.properties.isWhitespace }
    }

    /// Whether text directly precedes a position, without a space.
    private static func follows(_ offset: Int, in text: [Unicode.Scalar]) -> Bool {
        offset > 0 && offset <= text.count && !text[offset - 1].properties.isWhitespace
    }
}

extension SpokenDocument.Skipped.Reason {
    /// nil for text that can't be read.
    var kind: DocumentPassage.Kind? {
        switch self {
        case .running: .running
        case .footnoteMark: .footnoteMark
        case .note: .note
        case .apart: .apart
        case .picture: .picture
        case .aroundArticle, .formula, .missing, .attached: nil
        }
    }
}
