import Records

/// The words of a sentence that are read, as a separate sentence.
struct KeptWords {
    let sentence: DocumentPart.Sentence
    /// The index of each of its words in the whole sentence.
    private let places: [Int]
    private let whole: DocumentPart.Sentence

    init(_ whole: DocumentPart.Sentence, leaving: LeavingOut) {
        let places = whole.passages.isEmpty ? Array(whole.words.indices) : leaving.kept(in: whole)
        (self.whole, self.places) = (whole, places)
        guard places.count < whole.words.count else {
            sentence = whole
            return
        }
        var (words, next): ([String], Int) = ([], 0)
        for place in places + [whole.words.count] {
            // Punctuation after a skipped passage moves to the word before it.
            if place > next { Pronouncing.keepPause(of: Self.tail(of: whole.words[place - 1]), behind: &words) }
            if place < whole.words.count { words.append(whole.words[place]) }
            next = place + 1
        }
        let joined = Set(whole.joined)
        let kept = places.indices.dropFirst().filter { places[$0] == places[$0 - 1] + 1 && joined.contains(places[$0]) }
        sentence = DocumentPart.Sentence(words: words, joined: kept, endsParagraph: whole.endsParagraph)
    }

    /// The punctuation at the word's end.
    private static func tail(of word: String) -> String {
        String(word.reversed().prefix { !$0.isLetter && !$0.isNumber }.reversed())
    }

    /// Extends the spoken words to all displayed words. `endsParagraph` is passed in because a sentence that isn't read at all depends on
    /// the previous one.
    func widened(_ said: SaidSentence, endsParagraph: Bool) -> SaidSentence {
        guard places.count < whole.words.count else { return said }
        var all = whole.words.map { _ in SaidSentence.Place.silent }
        for (place, one) in zip(places, said.places) { all[place] = one }
        return SaidSentence(said.words, all, shown: whole.words, endsParagraph: endsParagraph)
    }
}
