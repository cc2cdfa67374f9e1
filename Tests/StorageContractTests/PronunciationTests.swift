import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Stored pronunciations") struct PronunciationTests {
    private func withStore(_ body: (Store, Person, Person) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try Engine.store(in: folder.url)
        try await body(
            store, try await store.people.person(named: "ada", at: .system()), try await store.people.person(named: "ben", at: .system()))
    }

    private func kept(_ outcome: DocumentStore.KeptPronunciation) throws -> Pronunciation {
        guard case .kept(let one) = outcome else { throw CancellationError() }
        return one
    }

    @Test("a rule is its person's alone, is changed and removed by them, and goes with them")
    func whose() async throws {
        try await withStore { store, ada, ben in
            let rule = Pronunciation.Rule(.word, "GIF", said: "jif", matchesCase: true)
            let one = try kept(try await store.documents.addPronunciation(rule, for: ada.id))
            #expect(try await store.documents.pronunciations(of: ada.id) == [one])
            #expect(one.rule == rule)
            #expect(try await store.documents.pronunciations(of: ben.id).isEmpty)
            let other = Pronunciation.Rule(.pattern, "g.f ", said: "")
            #expect(try await store.documents.changePronunciation(one.id, to: other, of: ben.id) == .missing)
            #expect(try await store.documents.removePronunciation(one.id, of: ben.id) == false)
            #expect(try await store.documents.changePronunciation(one.id, to: other, of: ada.id) == .kept(.init(id: one.id, rule: other)))
            #expect(try await store.documents.pronunciations(of: ada.id).map(\.rule) == [other])
            #expect(try await store.documents.removePronunciation(one.id, of: ada.id))
            #expect(try await store.documents.pronunciations(of: ada.id).isEmpty)
            _ = try await store.documents.addPronunciation(rule, for: ben.id)
            #expect(try await store.people.remove(ben))
            #expect(try await store.documents.pronunciations(of: ben.id).isEmpty)
        }
    }

    @Test("there is one rule for a text, and so many of a person")
    func bounds() async throws {
        try await withStore { store, ada, ben in
            let first = try kept(try await store.documents.addPronunciation(.init(.word, "x", said: "y"), for: ada.id))
            #expect(try await store.documents.addPronunciation(.init(.word, "x", said: "z"), for: ada.id) == .known)
            let second = try kept(try await store.documents.addPronunciation(.init(.text, "x", said: "z"), for: ada.id))
            #expect(try await store.documents.changePronunciation(second.id, to: first.rule, of: ada.id) == .known)
            _ = try kept(try await store.documents.changePronunciation(first.id, to: .init(.word, "x", said: "w"), of: ada.id))
            for number in 2..<Pronunciation.Limits.rules {
                _ = try kept(try await store.documents.addPronunciation(.init(.word, "\(number)", said: ""), for: ada.id))
            }
            #expect(try await store.documents.addPronunciation(.init(.word, "more", said: ""), for: ada.id) == .full)
            _ = try kept(try await store.documents.addPronunciation(.init(.word, "more", said: ""), for: ben.id))
        }
    }
}
