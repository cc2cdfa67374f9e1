import Records

/// Expands numbers, amounts, dates, units and abbreviations of a sentence to words where voices don't: `5,50 €` becomes "fünf Euro
/// fünfzig".
///
/// Applied after a person's own rules, whose words it doesn't touch, and before any voice. Each written word keeps its position in the
/// spoken text, so highlighting stays exact. Ambiguous values stay as written, as do languages without rules (`ValueLanguages`). Linear in
/// the sentence; at most 2,000 scalars of a sentence are expanded.
struct SpokenValues {
    private let language: any ValueLanguage

    private static let saidLimit = 2_000

    /// Rules for a language (BCP 47). Without a country, the voice's country is used. Returns nil if there are no rules.
    init?(_ language: String, by voice: SpeechVoice? = nil) {
        let code = language.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() } ?? ""
        let own = voice?.languages.first { $0.code.hasPrefix("\(code)-") }?.code
        guard let found = ValueLanguages.language(language.contains { $0 == "-" || $0 == "_" } ? language : own ?? language) else {
            return nil
        }
        self.language = found
    }

    func said(_ sentence: SaidSentence) -> SaidSentence {
        let shown = sentence.shown
        guard sentence.places.count == shown.count else { return sentence }
        let tokens = shown.indices.map { place in
            ValueToken(shown[place], isJoined: sentence.joined.contains(place), isTaken: !sentence.isAsWritten(place))
        }
        let reader = ValueReader(tokens: tokens, language: language)
        var (words, places, said, isChanged): ([String], [SaidSentence.Place], Int, Bool) = ([], [], 0, false)
        var place = 0
        while place < tokens.count {
            guard said <= Self.saidLimit, let match = reader.match(at: place) else {
                keep(place, of: sentence, &words, &places)
                place += 1
                continue
            }
            isChanged = true
            for (number, (token, text)) in zip(tokens[place...], match.said).enumerated() {
                let pieces = text?.split(separator: " ").map(String.init) ?? []
                said += text?.unicodeScalars.count ?? 0
                guard !pieces.isEmpty else {
                    places.append(places.isEmpty ? .silent : .shared)
                    Pronouncing.keepPause(of: token.tail, behind: &words)
                    continue
                }
                places.append(.at(words.count))
                words += pieces
                // Inside a single value, a bracket isn't spoken.
                if number == 0 { words[words.count - pieces.count] = token.lead + words[words.count - pieces.count] }
                // A comma stays; an abbreviation's full stop would cause a pause.
                let isLast = number == match.said.count - 1
                words[words.count - 1] += isLast ? match.tail ?? token.tail : token.tail.filter { ",;:".contains($0) }
            }
            let last = place + match.said.count - 1
            place = last + 1
        }
        return isChanged ? sentence.replacing(words, places) : sentence
    }

    /// Keeps the spoken text of a person's rule.
    private func keep(_ place: Int, of sentence: SaidSentence, _ words: inout [String], _ places: inout [SaidSentence.Place]) {
        guard case .at(let first) = sentence.places[place] else {
            places.append(sentence.places[place])
            return
        }
        let next = sentence.places[(place + 1)...].lazy.compactMap { if case .at(let word) = $0 { word } else { nil } }.first
        places.append(.at(words.count))
        words += sentence.words[first..<(next ?? sentence.words.count)]
    }
}

/// The spoken text for each of several words; nil if a word shares the text of the previous one.
struct ValueMatch {
    let said: [String?]
    /// Replaces the punctuation after the last word.
    var tail: String?

    init(_ said: [String?], tail: String? = nil) { (self.said, self.tail) = (said, tail) }

    /// Several words spoken as one.
    init(_ said: String, over count: Int, tail: String? = nil) {
        let words = said.split(separator: " ").map(String.init)
        self.init(words.count == count ? words : [said] + Array(repeating: nil, count: count - 1), tail: tail)
    }
}
