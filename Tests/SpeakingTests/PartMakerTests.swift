import Foundation
import Records
import TestSupport
import Testing

@testable import Speaking

/// Uses the helper and the library of espeak-ng.
@Suite("The sound of parts") struct PartMakerTests {
    private let voice = SpeechVoice(identifier: "v", name: "V", languages: [])

    private func part(_ text: String, passages: [DocumentPassage] = []) -> DocumentPart {
        let words = text.split(separator: " ").map(String.init)
        return DocumentPart(number: 0, firstWord: 0, sentences: [.init(words: words, endsParagraph: true, passages: passages)])
    }

    @Test("what costs is done once for a part whose sound is there, for as many as ask, and anew for other rules")
    func ready() async throws {
        let narrator = Narrator([try #require(SpeechProcess.Program.installed())])
        let folder = try TemporaryFolder()
        let maker = PartMaker(narrator, keptIn: folder.url)
        let text = part("One of the men is here.")
        let voice = try await maker.voice(nil, for: "en")
        let dear = ReadingManner(Pronouncing((0..<200).map { .init(.pattern, "(e+)+\($0)$", said: "x") }), language: "en")
        let first = try await maker.sound(of: text, dear, with: voice, for: 1).0
        try await withThrowingTaskGroup { group in
            for person in 1...60 { group.addTask { try await maker.sound(of: text, dear, with: voice, for: Person.ID(person)).0 } }
            for try await sound in group { #expect(sound == first) }
        }
        #expect(await maker.readingCount == 1)
        // Equal spoken text gives the same sound; other text gives another.
        let other = ReadingManner(Pronouncing([.init(.word, "Paris", said: "x")]), language: "en")
        #expect(try await maker.sound(of: text, other, with: voice, for: 1).0 == first)
        let said = ReadingManner(Pronouncing([.init(.word, "men", said: "women")]), language: "en")
        #expect(try await maker.sound(of: text, said, with: voice, for: 1).0.file != first.file)
        #expect(await maker.readingCount == 3)
        await narrator.close()
    }

    @Test("a key tells the text, the rules, what is left out, the languages and the voice")
    func keys() {
        func key(_ part: DocumentPart, _ manner: ReadingManner = .init(), _ voice: String = "v") -> String {
            PartMaker.key(of: part, manner, by: SpeechVoice(identifier: voice, name: "", languages: []), of: [self.voice])
        }
        func rules(_ rules: Pronunciation.Rule...) -> ReadingManner { ReadingManner(Pronouncing(rules)) }
        let keys = [
            key(part("a b")), key(part("ab")), key(part("a b c")), key(part("a b"), .init(), "w"),
            key(part("a b", passages: [.init(.note, 0..<1, start: 0)])), key(part("a b", passages: [.init(.note, 0..<2, start: 0)])),
            key(part("a b"), rules(.init(.word, "a", said: "b"))), key(part("a b"), rules(.init(.text, "a", said: "b"))),
            key(part("a b"), rules(.init(.word, "a", said: "b", matchesCase: true))),
            key(part("a b"), rules(.init(.word, "a", said: "b"), .init(.word, "b", said: "a"))),
            // Text content can't imitate a boundary.
            key(part("a b"), rules(.init(.word, "a0:", said: "b"))), key(part("a b"), rules(.init(.word, "a", said: "0:b"))),
            key(part("a b"), ReadingManner(language: "de")), key(part("a b"), ReadingManner(followsLanguages: false)),
            key(part("a b"), ReadingManner(leaving: .init([]))),
            key(part("a b"), ReadingManner(leaving: .init(LeavingOut.defaultKinds, read: [0]))),
        ]
        #expect(Set(keys).count == keys.count)
        #expect(key(part("a b")) == keys[0])
    }
}
