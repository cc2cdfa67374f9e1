package import Records

/// How a person's document is read: which passages, and in which languages.
package struct ReadingManner: Sendable {
    let rules: Pronouncing
    /// The document's language (BCP 47); nil if unknown.
    let language: String?
    /// Whether a paragraph clearly in another language is read by a voice of that language, if there is one.
    var followsLanguages: Bool
    let leaving: LeavingOut
    /// Whether numbers, dates, units and abbreviations are expanded to words (`SpokenValues`); otherwise the voice reads them in its own
    /// way.
    let saysValues: Bool

    package init(
        _ rules: Pronouncing = .none, language: String? = nil, followsLanguages: Bool = true, leaving: LeavingOut = .standard,
        saysValues: Bool = true
    ) {
        (self.rules, self.language, self.followsLanguages, self.leaving) = (rules, language, followsLanguages, leaving)
        self.saysValues = saysValues
    }

    /// The language of each sentence of a part, if it differs from the document's.
    package static func otherLanguages(in part: DocumentPart, than language: String?) -> [String?] {
        let own = language?.split { $0 == "-" || $0 == "_" }.first?.lowercased() ?? "en"
        var (found, start): ([String?], Int) = ([], 0)
        for (index, sentence) in part.sentences.enumerated() where sentence.endsParagraph || index == part.sentences.count - 1 {
            let other = TextLanguage.other(than: own, in: part.sentences[start...index])
            found += Array(repeating: other, count: index + 1 - start)
            start = index + 1
        }
        return found
    }

    /// The spoken sentences of a part with their voices. Blocks its thread.
    func said(_ part: DocumentPart, by voice: SpeechVoice, of voices: [SpeechVoice]) -> [SaidByVoice] {
        let others = Self.otherLanguages(in: part, than: language)
        let speakers = others.map { other in
            guard followsLanguages, let other, !voice.speaks(other), let own = voices.voice(for: other) else { return voice }
            return own
        }
        // Values in a foreign-language paragraph aren't expanded in the document's language.
        var ready: [String: SpokenValues] = [:]
        let values = zip(others, speakers).map { other, speaker -> SpokenValues? in
            guard saysValues, let written = other ?? language ?? speaker.languages.first?.code else { return nil }
            let key = "\(written) \(speaker.identifier)"
            if let known = ready[key] { return known }
            guard let code = written.split(whereSeparator: { $0 == "-" || $0 == "_" }).first, speaker.speaks(code.lowercased()) else {
                return nil
            }
            ready[key] = SpokenValues(written, by: speaker)
            return ready[key]
        }
        return zip(said(part, values), speakers).map { SaidByVoice(sentence: $0, voice: $1) }
    }

    /// The sentences of a part without skipped passages, each with its values expanded by its rules.
    private func said(_ part: DocumentPart, _ values: [SpokenValues?]) -> [SaidSentence] {
        let kept = part.sentences.map { KeptWords($0, leaving: leaving) }
        let read = DocumentPart(number: part.number, firstWord: part.firstWord, sentences: kept.map(\.sentence))
        // Add the pause between paragraphs only once.
        var hasEnded = true
        return zip(zip(kept, values), rules.said(read)).map { one, said in
            let (words, values) = one
            let isRead = !words.sentence.words.isEmpty
            let ends = words.sentence.endsParagraph && (isRead || !hasEnded)
            hasEnded = ends || !isRead && hasEnded
            return words.widened(values?.said(said) ?? said, endsParagraph: ends)
        }
    }
}

extension ReadingManner {
    /// The sentences of a part without skipped passages, with values unchanged. Blocks its thread.
    func said(_ part: DocumentPart) -> [SaidSentence] { said(part, part.sentences.map { _ in nil }) }
}

/// A sentence and the voice that speaks it.
package struct SaidByVoice: Hashable, Sendable {
    package let sentence: SaidSentence
    package let voice: SpeechVoice
}

/// A failure of one voice.
struct VoiceFailure: Error {
    let voice: SpeechVoice
    let error: SpeechError
}

extension SpokenSentence {
    /// Resampled to another rate, because a sound file has a single rate. Upsampling interpolates linearly; downsampling averages.
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
