extension Narrator {
    private static let anyWord = "a"

    /// By another voice, the document's, if the one of another language can't. Throws `SpeechError`.
    package func say(_ one: SaidByVoice, else voice: SpeechVoice) async throws -> SpokenSentence {
        do { return try await say(one.sentence, with: one.voice) } catch let error as SpeechError {
            guard one.voice != voice else { throw error }
            return try await say(one.sentence, with: voice)
        }
    }

    /// With the times of the words that are shown. Throws `SpeechError`.
    func say(_ sentence: SaidSentence, with voice: SpeechVoice) async throws -> SpokenSentence {
        func word(_ text: String) -> SpokenText.Word { SpokenText.Word(text: text, spoken: text, offset: 0) }
        guard !sentence.words.isEmpty else {
            // Nothing, for a moment; how many samples a second of the voice has, only its sound tells.
            let speech = try await say([word(Self.anyWord)], with: voice)
            let count = speech.sampleRate / 20
            let times = sentence.times(WordTimes(starts: [], isOwn: []), sampleCount: count)
            return SpokenSentence(sound: [UInt8](repeating: 0, count: 2 * count), sampleRate: speech.sampleRate, times: times)
        }
        let speech = try await say(sentence.words.map(word), with: voice)
        let times = sentence.times(speech.times, sampleCount: speech.sampleCount)
        return SpokenSentence(sound: speech.sound, sampleRate: speech.sampleRate, times: times)
    }
}
