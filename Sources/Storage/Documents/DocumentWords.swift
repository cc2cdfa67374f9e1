import Records

/// The words of a document in the spelling used for searches: lower case, without accents (`MediaWords.folded`), letters and digits only.
///
/// Each word of a text follows one blank and contains none, so the number of blanks before a place is the number of its word.
enum DocumentWords {
    /// Words of a search; further words are ignored.
    private static let searchLimit = 16

    static func folded(_ words: some Sequence<String>) -> String {
        var text = ""
        for word in words {
            text += " "
            text += folded(word)
        }
        return text
    }

    /// A single word.
    private static func folded(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        guard !isPlain else { return word }
        let kept = MediaWords.folded(word).unicodeScalars.filter { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar.properties.generalCategory == .nonspacingMark
        }
        return String(String.UnicodeScalarView(kept))
    }

    /// The words of a search up to the limit, without empty ones.
    static func wanted(_ words: [String]) -> [String] {
        words.prefix(searchLimit * 2).map(folded(_:)).filter { !$0.isEmpty }.prefix(searchLimit).map { $0 }
    }

    /// The numbers of the words in which `phrase` begins, base 0, each once.
    static func places(of phrase: String, in folded: String) -> [Int] {
        let (text, wanted) = (Array(folded.utf8), Array(phrase.utf8))
        guard let first = wanted.first, text.count >= wanted.count else { return [] }
        var (places, word): ([Int], Int) = ([], -1)
        for start in 0...(text.count - wanted.count) {
            if text[start] == 0x20 { word += 1 }
            guard text[start] == first, places.last != word, text[start..<(start + wanted.count)].elementsEqual(wanted) else { continue }
            places.append(word)
        }
        return places
    }
}
