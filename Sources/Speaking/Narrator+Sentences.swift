extension Narrator {
    private static let anyWord = "a"

    /// Falls back to the document's voice if the voice for another language fails. Throws `SpeechError`.
    package func speak(_ one: SaidByVoice, else voice: SpeechVoice) async throws -> SpokenSentence {
        do { return try await speak(one.sentence, with: one.voice) } catch let error as SpeechError {
            guard one.voice != voice else { throw error }
            return try await speak(one.sentence, with: voice)
        }
    }

    /// Includes the times of the displayed words. Throws `SpeechError`.
    func speak(_ sentence: SaidSentence, with voice: SpeechVoice) async throws -> SpokenSentence {
        func word(_ text: String) -> SpokenText.Word { SpokenText.Word(text: text, spoken: text, offset: 0) }
        guard !sentence.words.isEmpty else {
            // A silent sentence. Only sound reveals the voice's sample rate, so a word is spoken.
            let speech = try await speak([word(Self.anyWord)], with: voice)
            let count = speech.sampleRate / 20
            let times = sentence.times(WordTimes(starts: [], isOwn: []), sampleCount: count)
            return SpokenSentence(sound: [UInt8](repeating: 0, count: 2 * count), sampleRate: speech.sampleRate, times: times)
        }
        let speech = try await speak(sentence.words.map(word), with: voice)
        let times = sentence.times(speech.times, sampleCount: speech.sampleCount)
        return SpokenSentence(sound: speech.sound, sampleRate: speech.sampleRate, times: times)
    }
}
