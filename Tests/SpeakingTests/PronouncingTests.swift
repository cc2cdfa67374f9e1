import Records
import Testing

@testable import Speaking

@Suite("What is said instead") struct PronouncingTests {
    private func sentence(_ text: String, joined: [Int] = []) -> DocumentPart.Sentence {
        DocumentPart.Sentence(words: text.split(separator: " ").map(String.init), joined: joined, endsParagraph: true)
    }

    private func said(_ text: String, _ rules: [Pronunciation.Rule], joined: [Int] = []) -> SaidSentence {
        let part = DocumentPart(number: 0, firstWord: 0, sentences: [sentence(text, joined: joined)])
        return Pronouncing(rules).said(part)[0]
    }

    private func words(_ text: String, _ rules: Pronunciation.Rule...) -> String { said(text, rules).words.joined(separator: " ") }

    @Test("a word is found whole and in any case, with its punctuation left; a text is found anywhere; a pattern gives its groups")
    func kinds() {
        #expect(words("The GIF, a gift.", .init(.word, "gif", said: "jif")) == "The jif, a gift.")
        #expect(words("The GIF, a gift.", .init(.text, "gif", said: "jif")) == "The jif, a jift.")
        #expect(words("US and us.", .init(.word, "US", said: "America", matchesCase: true)) == "America and us.")
        #expect(words("Dr. Who is 12km away.", .init(.pattern, #"(\d+)km"#, said: "$1 kilometres")) == "Dr. Who is 12 kilometres away.")
        #expect(words("A (b) c", .init(.pattern, "b", said: "$0$0 for $$2$9")) == "A (bb for $) c")
        #expect(words(#"C:\E is odd"#, .init(.text, #"\E"#, said: "x")) == "C:x is odd")
        #expect(words("naïve café", .init(.word, "caf", said: "x")) == "naïve café")
    }

    @Test("several words are found over their blanks, and words without blanks too")
    func several() {
        let york = said("To New York, now.", [.init(.text, "new  york", said: "the Big Apple")])
        #expect(york.words == ["To", "the", "Big", "Apple,", "now."])
        #expect(york.places == [.at(0), .at(1), .shared, .at(4)])
        let han = said("我们 在 北 京", [.init(.text, "北京", said: "Beijing")], joined: [1, 2, 3])
        #expect(han.words == ["我们", "在", "Beijing"])
        #expect(han.places == [.at(0), .at(1), .at(2), .shared])
        let part = said("one two three", [.init(.text, "ne t", said: "-")])
        #expect(part.words == ["o-", "wo", "three"])
        #expect(part.places == [.at(0), .at(1), .at(2)])
        let blank = said("one two", [.init(.pattern, " t", said: "x")])
        #expect(blank.words == ["one", "xwo"])
        #expect(blank.places == [.at(0), .at(1)])
    }

    @Test("what is left out takes no time, and its comma stays with the word before")
    func nothing() {
        let left = said("See also (ibid.), and go.", [.init(.pattern, #"\(ibid\.\)"#, said: "")])
        #expect(left.words == ["See", "also,", "and", "go."])
        #expect(left.places == [.at(0), .at(1), .silent, .at(2), .at(3)])
        let all = said("Page one", [.init(.pattern, ".+", said: "")])
        #expect(all.words.isEmpty)
        #expect(all.places == [.silent, .silent])
        #expect(all.times(WordTimes(starts: [], isOwn: []), sampleCount: 9).starts == [9, 9])
    }

    @Test("each place is replaced once: what begins first, then what is longest")
    func once() {
        let rules: [Pronunciation.Rule] = [
            .init(.word, "York", said: "Yorick"), .init(.word, "New York", said: "Gotham"), .init(.word, "Gotham", said: "x"),
        ]
        #expect(said("New York and York", rules).words == ["Gotham", "and", "Yorick"])
    }

    @Test("the times of shown words are those of what is said, shared among what is said as one, and never go back")
    func times() {
        let one = said("To New York, (x) now.", [.init(.text, "New York", said: "a b"), .init(.text, "(x)", said: "")])
        #expect(one.words == ["To", "a", "b,", "now."])
        let times = one.times(WordTimes(starts: [0, 100, 200, 380], isOwn: [true, true, true, true]), sampleCount: 500)
        // “New” gets three of eight letters, “York,” the rest; “(x)” starts with “now.”
        #expect(times.starts == [0, 100, 205, 380, 380])
        #expect(times.isOwn == [true, true, false, true, true])
        let end = said("so New York", [.init(.text, "New York", said: "a")])
        #expect(end.times(WordTimes(starts: [0, 10], isOwn: [true, true]), sampleCount: 80).starts == [0, 10, 40])
        for seed in 0..<200 {
            let text = (0..<12).map { ["New", "York,", "cat", "(x)"][($0 * 7 + seed * 5 + seed / 3) % 4] }.joined(separator: " ")
            let rules: [Pronunciation.Rule] = [
                .init(.text, "New York", said: "b c"), .init(.text, "cat (x)", said: ""),
                .init(.pattern, "[,x] n", said: seed % 2 == 0 ? "q" : ""),
            ]
            let one = said(text, rules)
            #expect(one.places.count == 12)
            let starts = one.words.indices.map { $0 * 10 }
            let times = one.times(WordTimes(starts: starts, isOwn: starts.map { _ in true }), sampleCount: starts.count * 10)
            #expect(times.starts.count == 12, "\(text)")
            #expect(zip(times.starts, times.starts.dropFirst()).allSatisfy { $0 <= $1 }, "\(text)")
        }
    }

    @Test("a pattern that takes too many steps is left aside, the others hold, and what is said is bounded")
    func bounds() {
        let long = sentence((0..<100).map { _ in "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" }.joined(separator: " ") + " big end.")
        let part = DocumentPart(number: 0, firstWord: 0, sentences: Array(repeating: long, count: 5))
        let rules: [Pronunciation.Rule] = [.init(.pattern, "(a+)+b", said: "x"), .init(.word, "end", said: "finish")]
        let said = Pronouncing(rules).said(part)
        #expect(said.allSatisfy { $0.words.last == "finish." && $0.words.count == 102 && $0.words[0] == long.words[0] })
        #expect(said == Pronouncing(rules).said(part))
        // 200 scalars for each of thousands of matches: only the first ten are replaced.
        let large = Pronouncing([.init(.pattern, "a", said: String(repeating: "x", count: 200))]).said(part)[0]
        #expect(large.words.joined().unicodeScalars.count < 6_500)
        #expect(large.words.joined().contains("xxx"))
        #expect(large.words.joined().contains("aaa"))
    }

    @Test("rules that can't be used say why")
    func faults() throws {
        #expect(Pronunciation.Rule(.word, " \n", said: "x").fault == .empty)
        #expect(Pronunciation.Rule(.word, String(repeating: "x", count: 101), said: "").fault == .tooLong)
        #expect(Pronunciation.Rule(.word, "x", said: String(repeating: "x", count: 201)).fault == .tooLong)
        guard case .pattern = Pronunciation.Rule(.pattern, "(x", said: "").fault else { throw CancellationError() }
        #expect(Pronunciation.Rule(.text, "(x", said: "").fault == nil)
        #expect(Pronunciation.Rule(.word, #"\Q\E("#, said: "").fault == nil)
        #expect(Pronunciation.Rule(.word, " New\n York ", said: " a  b ") == .init(.word, "New York", said: "a b"))
        #expect(
            Pronouncing([.init(.pattern, "(x", said: "")]).said(.init(number: 0, firstWord: 0, sentences: [sentence("(x")]))[0].isAsWritten)
    }

    @Test("the name of a sound tells what is said, what is shown, and nothing where no rule fits")
    func names() {
        let voice = SpeechVoice(identifier: "v", name: "V", languages: [])
        func name(_ text: String, _ rules: Pronunciation.Rule...) -> String {
            PartMaker.name(of: [SaidByVoice(sentence: said(text, rules), voice: voice)], voice)
        }
        let plain = name("New York")
        #expect(name("New York", .init(.word, "Paris", said: "x")) == plain)
        let gotham = name("New York", .init(.text, "New York", said: "Gotham"))
        #expect(gotham != plain)
        #expect(gotham != name("Gotham"))
        #expect(gotham != name("New York", .init(.text, "New York", said: "Goth")))
    }

    @Test("sound of eSpeak NG that was kept when marks changed what it said is made again, and that of other engines isn't")
    func editions() {
        // Names generated by an earlier version, for "New York".
        let kept = [
            "gmw/en": "5397cef26cf549662d1d08bff4b7c6d90f1f0b1ac3e68e416d950e2053b8d8c3",
            "piper/en": "5a6fe61283699808c6c19f3a5765cd91a837cc6be922371e8a8b6aee39add094",
            "flite/slt": "65a0b968ddfc7a0f6add983efccf4c0547cf6ef067ebe65699d19bf2817b081f",
        ]
        let voices = kept.keys.sorted().map { SpeechVoice(identifier: $0, name: "", languages: []) }
        let names = voices.map { PartMaker.name(of: [SaidByVoice(sentence: said("New York", []), voice: $0)], $0) }
        #expect(zip(voices, names).map { kept[$0.identifier] == $1 } == [true, false, true])
        #expect(voices.map { $0.edition == $0.identifier } == [true, false, true])
        // A natural voice, with a sentence in another language.
        let mixed = [SaidByVoice(sentence: said("New York", []), voice: voices[1])]
        #expect(PartMaker.name(of: mixed, voices[2]) != "bf21568d66d3dc1f05a3b9331d2abd3f088d90eb1c6aa45beea787c4e5ed7693")
    }

    @Test("a text that is tried is short, and says what is said")
    func trial() throws {
        let rules = Pronouncing([.init(.word, "GIF", said: "jif")])
        let trial = try #require(PronunciationTrial("The GIF and the names of it are here. It is so.", rules))
        #expect(trial.said == "The jif and the names of it are here. It is so.")
        #expect(trial.language == "en")
        #expect(PronunciationTrial(" . ", rules) == nil)
        let long = try #require(PronunciationTrial(String(repeating: "word ", count: 500), rules))
        #expect(long.part.wordCount <= 60)
    }
}
