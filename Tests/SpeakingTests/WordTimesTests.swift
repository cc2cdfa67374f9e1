import Testing

@testable import Speaking

@Suite("Times of words") struct WordTimesTests {
    private func utterance(_ text: String, apart: Bool = false) -> Utterance {
        Utterance(SpokenText(text).sentences.flatMap(\.words), keepingWordsApart: apart)
    }

    private func place(_ utterance: Utterance, _ number: Int) -> Int { utterance.places[number].upperBound - 2 }

    @Test("each word has a mark before it, and nothing in it is markup")
    func markup() {
        let utterance = utterance("a<b & c> \"d\"")
        #expect(
            utterance.markup
                == "<speak><mark name=\"0\"/>a&lt;b <mark name=\"1\"/>&amp; <mark name=\"2\"/>c&gt; <mark name=\"3\"/>\"d\" </speak>")
        let scalars = Array(utterance.markup.unicodeScalars)
        for place in utterance.places { #expect(scalars[place.lowerBound] == "<" && scalars[place.upperBound] == " ") }
        #expect(self.utterance("of the, men", apart: true).markup.unicodeScalars.count { $0 == "\u{2060}" } == 1)
    }

    @Test("a word's sound counts before its mark, a mark alone if it is between its neighbours, and the rest is shared out")
    func merged() {
        let said = utterance("One of the men is here")
        let events: [SpeechEvent] = [
            .init(.mark, sample: 0, mark: 0), .init(.word, place: place(said, 0), length: 3, sample: 100),
            .init(.mark, sample: 3_000, mark: 1), .init(.word, place: place(said, 1), length: 2, sample: 3_000),
            // "the" is said with "of", and has the mark of "men".
            .init(.mark, sample: 8_000, mark: 2), .init(.mark, sample: 8_000, mark: 3),
            .init(.word, place: place(said, 3), length: 3, sample: 8_000),
            // "is" has no event of its own.
            .init(.mark, sample: 10_000, mark: 4), .init(.word, place: place(said, 5), length: 4, sample: 12_000),
        ]
        let times = WordTimes(said, events, sampleCount: 20_000)
        #expect(times.starts == [100, 3_000, 5_000, 8_000, 10_000, 12_000])
        #expect(times.isOwn == [true, true, false, true, true, true])
    }

    @Test("marks by themselves are times, and words without one share what is between")
    func marksOnly() {
        let said = Utterance(lines: SpokenText("One two three four").sentences[0].words)
        #expect(said.markup == "One\ntwo\nthree\nfour\n")
        let marks = [0, 2].map { SpeechEvent(.mark, sample: 50 + 200 * $0, mark: $0) }
        let times = WordTimes(said, marks, sampleCount: 990)
        #expect(times.starts == [50, 250, 450, 750] && times.isOwn == [true, false, true, false])
        #expect(WordTimes(said, [], sampleCount: 1_500).starts == [0, 300, 600, 1_100])
    }

    @Test("whatever the engine says, times go forward and stay in the sound")
    func hostile() {
        let said = utterance("One two three four")
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let events = (0..<Int.random(in: 0...20, using: &chance)).map { _ in
                SpeechEvent(
                    [.word, .mark, .sentence].randomElement(using: &chance) ?? .word, place: Int.random(in: -5...120, using: &chance),
                    length: Int.random(in: -1...3, using: &chance), sample: Int.random(in: -10...1_200, using: &chance),
                    mark: Int.random(in: -2...6, using: &chance))
            }
            let times = WordTimes(said, events, sampleCount: 1_000)
            #expect(times.starts.count == 4 && zip(times.starts, times.starts.dropFirst()).allSatisfy { $0 <= $1 }, "\(events)")
            #expect(times.starts.allSatisfy { (0...1_000).contains($0) }, "\(events)")
        }
        #expect(WordTimes(said, [], sampleCount: 0).starts == [0, 0, 0, 0])
    }
}
