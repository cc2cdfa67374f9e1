import Records

/// A sentence as it is said: the words that an engine gets, and where in them each of the words that are shown begins.
///
/// What is said may have more words than what is shown, fewer, or none.
package struct SaidSentence: Hashable, Sendable {
    /// Where a word that is shown is in what is said.
    package enum Place: Hashable, Sendable {
        /// It begins with this word of what is said.
        case at(Int)
        /// It has its share of what is said for the word before it.
        case shared
        /// Nothing is said for it.
        case silent
    }

    /// Empty: nothing is said.
    package let words: [String]
    /// One for each word that is shown.
    package let places: [Place]
    package let endsParagraph: Bool
    /// As it is shown.
    package let shown: [String]
    /// Places of shown words that have no blank before them.
    let joined: Set<Int>
    /// Places of shown words that a person's own rules say.
    let ruled: Set<Int>

    /// As it is written.
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

    /// The same words shown, with something else said.
    func replacing(_ words: [String], _ places: [Place]) -> SaidSentence {
        SaidSentence(words, places, shown: shown, endsParagraph: endsParagraph)
    }

    /// Whether a shown word is said as it is written, with no rule of a person's about it.
    func isAsWritten(_ place: Int) -> Bool { !ruled.contains(place) }

    /// The words that are shown for which something is said.
    var heard: [String] { zip(shown, places).filter { $1 != .silent }.map(\.0) }

    var isAsWritten: Bool { words == shown }

    /// The times of the words that are shown, from those of what is said.
    func times(_ said: WordTimes, sampleCount: Int) -> WordTimes {
        guard !isAsWritten else { return said }
        var (starts, own): ([Int], [Bool]) = (places.map { _ in sampleCount }, places.map { _ in true })
        // From the end, as what is silent begins with what comes next.
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

    /// Gives the words that are said as one their shares of the time, by letters.
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
