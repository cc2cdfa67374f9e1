package import Records

/// How a person's document is read: what is said and what isn't, and in which languages.
package struct ReadingManner: Sendable {
    let rules: Pronouncing
    /// The document's (BCP 47); nil: it isn't known.
    let language: String?
    /// Whether a paragraph that is clearly in another language is read by a voice of that language, where there is one.
    var followsLanguages: Bool
    let leaving: LeavingOut

    package init(
        _ rules: Pronouncing = .none, language: String? = nil, followsLanguages: Bool = true, leaving: LeavingOut = .usual
    ) {
        (self.rules, self.language, self.followsLanguages, self.leaving) = (rules, language, followsLanguages, leaving)
    }

    /// For each sentence of a part its language, if it isn't the document's.
    package static func otherLanguages(in part: DocumentPart, than language: String?) -> [String?] {
        var (found, start): ([String?], Int) = ([], 0)
        for (index, sentence) in part.sentences.enumerated() where sentence.endsParagraph || index == part.sentences.count - 1 {
            let other = TextLanguage.other(than: language ?? "en", in: part.sentences[start...index])
            found += Array(repeating: other, count: index + 1 - start)
            start = index + 1
        }
        return found
    }

    /// What is said of a part, and by whom. Blocks its thread.
    func said(_ part: DocumentPart, by voice: SpeechVoice, of voices: [SpeechVoice]) -> [SaidByVoice] {
        let sentences = said(part)
        guard followsLanguages else { return sentences.map { SaidByVoice(sentence: $0, voice: voice) } }
        return zip(sentences, Self.otherLanguages(in: part, than: language)).map { sentence, other in
            guard let other, !voice.speaks(other), let own = voices.voice(for: other) else {
                return SaidByVoice(sentence: sentence, voice: voice)
            }
            return SaidByVoice(sentence: sentence, voice: own)
        }
    }
}

extension ReadingManner {
    /// The sentences of a part without what is left out. Blocks its thread.
    func said(_ part: DocumentPart) -> [SaidSentence] {
        let kept = part.sentences.map { KeptWords($0, leaving: leaving) }
        let read = DocumentPart(number: part.number, firstWord: part.firstWord, sentences: kept.map(\.sentence))
        // The pause between paragraphs is made once.
        var hasEnded = true
        return zip(kept, rules.said(read)).map { words, said in
            let isRead = !words.sentence.words.isEmpty
            let ends = words.sentence.endsParagraph && (isRead || !hasEnded)
            hasEnded = ends || !isRead && hasEnded
            return words.widened(said, endsParagraph: ends)
        }
    }
}

/// A sentence and the voice that says it.
package struct SaidByVoice: Hashable, Sendable {
    package let sentence: SaidSentence
    package let voice: SpeechVoice
}

/// A voice that couldn't say something.
struct VoiceFailure: Error {
    let voice: SpeechVoice
    let error: SpeechError
}

extension SpokenSentence {
    /// The same with another number of samples per second, as one sound has one. Between samples it is a straight line; of several that become one it is the mean.
    package func resampled(to rate: Int) -> SpokenSentence {
        guard rate != sampleRate, rate > 0, sampleRate > 0 else { return self }
        let given = (0..<sampleCount).map { Int(Int16(bitPattern: UInt16(sound[2 * $0]) | UInt16(sound[2 * $0 + 1]) << 8)) }
        let count = sampleCount * rate / sampleRate
        var made: [UInt8] = []
        made.reserveCapacity(2 * count)
        for index in 0..<count {
            let (start, rest) = (index * sampleRate).quotientAndRemainder(dividingBy: rate)
            let end = max(start + 1, min(given.count, (index + 1) * sampleRate / rate))
            let sample =
                rate > sampleRate
                ? given[start] + (given[min(start + 1, given.count - 1)] - given[start]) * rest / rate
                : given[start..<end].reduce(0, +) / (end - start)
            let bits = UInt16(bitPattern: Int16(clamping: sample))
            made += [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
        }
        let starts = times.starts.map { $0 * rate / sampleRate }
        return SpokenSentence(sound: made, sampleRate: rate, times: WordTimes(starts: starts, isOwn: times.isOwn))
    }
}
