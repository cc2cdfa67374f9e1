import Records

/// The words of a sentence that are read, as a sentence of their own.
struct KeptWords {
    let sentence: DocumentPart.Sentence
    /// For each of its words the place in the whole sentence.
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
            // The comma or the full stop behind what is left out belongs to what was said before.
            if place > next { Pronouncing.keepPause(of: Self.tail(of: whole.words[place - 1]), behind: &words) }
            if place < whole.words.count { words.append(whole.words[place]) }
            next = place + 1
        }
        let joined = Set(whole.joined)
        let kept = places.indices.dropFirst().filter { places[$0] == places[$0 - 1] + 1 && joined.contains(places[$0]) }
        sentence = DocumentPart.Sentence(words: words, joined: kept, endsParagraph: whole.endsParagraph)
    }

    /// The punctuation behind it.
    private static func tail(of word: String) -> String {
        String(word.reversed().prefix { !$0.isLetter && !$0.isNumber }.reversed())
    }

    /// What is said of them, with all words that are shown. `endsParagraph` of what isn't read at all is for who knows what was before.
    func widened(_ said: SaidSentence, endsParagraph: Bool) -> SaidSentence {
        guard places.count < whole.words.count else { return said }
        var all = whole.words.map { _ in SaidSentence.Place.silent }
        for (place, one) in zip(places, said.places) { all[place] = one }
        return SaidSentence(said.words, all, shown: whole.words, endsParagraph: endsParagraph)
    }
}
