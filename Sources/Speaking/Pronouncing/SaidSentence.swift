import Records

/// A sentence as spoken: the words for the engine, and the start of each displayed word in them.
///
/// There may be more spoken words than displayed ones, fewer, or none.
package struct SaidSentence: Hashable, Sendable {
    /// The position of a displayed word in the spoken words.
    package enum Place: Hashable, Sendable {
        /// It starts at this spoken word.
        case at(Int)
        /// It shares the spoken words of the previous displayed word.
        case shared
        /// It isn't spoken.
        case silent
    }

    /// Empty if nothing is spoken.
    package let words: [String]
    /// One for each displayed word.
    package let places: [Place]
    package let endsParagraph: Bool
    /// The displayed words.
    package let shown: [String]
    /// Indexes of displayed words without a space before them.
    let joined: Set<Int>
    /// Indexes of displayed words replaced by a person's rules.
    let ruled: Set<Int>

    /// The sentence as written.
    init(_ sentence: DocumentPart.Sentence) {
        (words, shown, endsParagraph) = (sentence.words, sentence.words, sentence.endsParagraph)
        places = words.indices.map { .at($0) }
        (joined, ruled) = (Set(sentence.joined), [])
    }

    init(_ words: [String], _ places: [Place], for sentence: DocumentPart.Sentence, ruled: Set<Int>) {
        (self.words, self.places, self.ruled) = (words, places, ruled)
        (shown, endsParagraph, joined) = (sentence.words, sentence.endsParagraph, Set(sentence.joined))
    }

    init(_ words: [String], _ places: [Place], shown: [String], endsParagraph: Bool) {
        (self.words, self.places, self.shown, self.endsParagraph) = (words, places, shown, endsParagraph)
        (joined, ruled) = ([], [])
    }

    /// The same displayed words with other spoken words.
    func replacing(_ words: [String], _ places: [Place]) -> SaidSentence {
        SaidSentence(words, places, shown: shown, endsParagraph: endsParagraph)
    }

    /// Whether a displayed word is spoken as written, without a person's rule.
    func isAsWritten(_ place: Int) -> Bool { !ruled.contains(place) }

    /// The displayed words that are spoken.
    var heard: [String] { zip(shown, places).filter { $1 != .silent }.map(\.0) }

    var isAsWritten: Bool { words == shown }

    /// Converts times of spoken words to times of displayed words.
    func times(_ said: WordTimes, sampleCount: Int) -> WordTimes {
        guard !isAsWritten else { return said }
        var (starts, own): ([Int], [Bool]) = (places.map { _ in sampleCount }, places.map { _ in true })
        // Backwards, because a silent word starts with the next spoken one.
        var next = sampleCount
        for index in places.indices.reversed() {
            if case .at(let word) = places[index], said.starts.indices.contains(word) {
                (next, own[index]) = (said.starts[word], said.isOwn[word])
            }
            starts[index] = next
        }
        share(&starts, &own, sampleCount)
        return WordTimes(starts: starts, isOwn: own)
    }

    /// Divides the time among displayed words that are spoken as one, by letter count.
    private func share(_ starts: inout [Int], _ own: inout [Bool], _ sampleCount: Int) {
        var index = 0
        while index < places.count {
            let first = index
            index += 1
            while index < places.count, places[index] == .shared { index += 1 }
            guard index - first > 1 else { continue }
            let (from, end) = (starts[first], index < places.count ? starts[index] : sampleCount)
            let lengths = shown[first..<index].map(\.unicodeScalars.count)
            let total = max(1, lengths.reduce(0, +))
            var passed = lengths[0]
            for place in first + 1..<index {
                (starts[place], own[place]) = (from + (end - from) * passed / total, false)
                passed += lengths[place - first]
            }
        }
    }
}
