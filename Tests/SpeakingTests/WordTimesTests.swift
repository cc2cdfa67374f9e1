import Testing

@testable import Speaking

@Suite("Times of words") struct WordTimesTests {
    private func utterance(_ text: String) -> Utterance { Utterance(SpokenText(text).sentences.flatMap(\.words)) }

    @Test("what is sent is plain words: no marks, no joiners, plain blanks")
    func plain() {
        #expect(utterance("a<b & c> \"d\"").text == "a<b\n&\nc>\n\"d\"\n")
        #expect(utterance("of the, men -5").text == "of\nthe,\nmen\n-5\n")
        let word = SpokenText.Word(text: "x", spoken: "10\u{202F}000\u{A0}km\u{2060}\u{FEFF}\n", offset: 0)
        #expect(Utterance([word]).text == "10 000 km \n")
    }

    @Test("a time that doesn't go forward doesn't count")
    func forward() {
        let said = utterance("One of the men")
        let events = [(0, 100), (1, 3_000), (2, 3_000), (3, 8_000), (3, 9_000)].map { SpeechEvent(word: $0, sample: $1) }
        let times = WordTimes(said, events, sampleCount: 20_000)
        #expect(times.starts == [100, 3_000, 5_000, 8_000])
        #expect(times.isOwn == [true, true, false, true])
    }

    @Test("words without a time share what is between")
    func shared() {
        let said = Utterance(SpokenText("One two three four").sentences[0].words)
        #expect(said.text == "One\ntwo\nthree\nfour\n")
        let marks = [0, 2].map { SpeechEvent(word: $0, sample: 50 + 200 * $0) }
        let times = WordTimes(said, marks, sampleCount: 990)
        #expect(times.starts == [50, 250, 450, 750])
        #expect(times.isOwn == [true, false, true, false])
        #expect(WordTimes(said, [], sampleCount: 1_500).starts == [0, 300, 600, 1_100])
    }

    @Test("whatever the engine says, times go forward and stay in the sound")
    func hostile() {
        let said = utterance("One two three four")
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let events = (0..<Int.random(in: 0...20, using: &chance)).map { _ in
                SpeechEvent(word: Int.random(in: -2...6, using: &chance), sample: Int.random(in: -10...1_200, using: &chance))
            }
            let times = WordTimes(said, events, sampleCount: 1_000)
            #expect(times.starts.count == 4, "\(events)")
            #expect(zip(times.starts, times.starts.dropFirst()).allSatisfy { $0 <= $1 }, "\(events)")
            #expect(times.starts.allSatisfy { (0...1_000).contains($0) }, "\(events)")
        }
        #expect(WordTimes(said, [], sampleCount: 0).starts == [0, 0, 0, 0])
    }
}
