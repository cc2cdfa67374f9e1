import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Stored bookmarks of documents") struct DocumentBookmarkTests {
    private let part = DocumentPart(
        number: 0, firstWord: 0,
        sentences: [
            .init(words: ["One,", "two."], endsParagraph: false),
            .init(words: (0..<300).map { "w\($0)" }, joined: [1], endsParagraph: true),
        ])

    private func withDocument(_ body: (Store, Person, Person, StoredDocument.ID) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try Engine.store(in: folder.url)
        let (ada, ben) = (
            try await store.people.person(named: "ada", at: .system()), try await store.people.person(named: "ben", at: .system())
        )
        guard case .new(let id) = try await store.documents.addDocument("a", .text, title: "T", bytes: 1, for: ben.id, at: .system()) else {
            throw CancellationError()
        }
        #expect(try await store.documents.addDocumentBookmark(1, in: id, for: ben.id, at: .system()) == .noDocument)
        let rest = DocumentPart(number: 1, firstWord: 302, sentences: [.init(words: ["The", "end."], endsParagraph: true)])
        #expect(try await store.documents.finishDocument(id, title: nil, .init(words: 304), [part, rest]))
        try await body(store, ada, ben, id)
    }

    @Test("a bookmark has the words around it, is its person's alone, and there is one for a word")
    func whose() async throws {
        try await withDocument { store, ada, ben, id in
            let now = Timestamp(milliseconds: 5)
            let end = try await store.documents.addDocumentBookmark(.max, in: id, for: ben.id, at: now)
            guard case .new(let last) = end else { throw CancellationError() }
            #expect(last.word == 303)
            #expect(last.quote == .init(before: "The ", word: "end.", after: ""))
            #expect(last.added == now)
            guard case .new(let first) = try await store.documents.addDocumentBookmark(-3, note: "N", in: id, for: ben.id, at: now) else {
                return
            }
            #expect(first.word == 0)
            #expect(first.quote == .init(before: "", word: "One,", after: " two."))
            #expect(first.note == "N")
            #expect(try await store.documents.addDocumentBookmark(0, note: "M", in: id, for: ben.id, at: now) == .known(first))
            #expect(try await store.documents.documentBookmarks(id, of: ben.id) == [first, last])
            // Another person has no access to them.
            #expect(try await store.documents.documentBookmarks(id, of: ada.id).isEmpty)
            #expect(try await store.documents.addDocumentBookmark(0, in: id, for: ada.id, at: now) == .noDocument)
            #expect(try await store.documents.changeDocumentBookmark(first.id, note: "x", in: id, of: ada.id) == nil)
            #expect(try await store.documents.changeDocumentBookmark(first.id, note: "x", in: id + 1, of: ben.id) == nil)
            #expect(try await store.documents.removeDocumentBookmark(first.id, in: id, of: ada.id) == false)
            let long = String(repeating: "é", count: 2 * DocumentBookmark.Limits.note)
            #expect(
                try await store.documents.changeDocumentBookmark(first.id, note: long, in: id, of: ben.id)?.note.count
                    == DocumentBookmark.Limits.note
            )
            #expect(try await store.documents.removeDocumentBookmark(first.id, in: id, of: ben.id))
            #expect(try await store.documents.documentBookmarks(id, of: ben.id) == [last])
            #expect(try await store.documents.removeDocument(id, of: ben.id))
            #expect(try await store.documents.documentBookmarks(id, of: ben.id).isEmpty)
        }
    }

    @Test("a document has so many")
    func bounds() async throws {
        try await withDocument { store, _, ben, id in
            for word in 0..<DocumentBookmark.Limits.bookmarks {
                guard case .new = try await store.documents.addDocumentBookmark(word, in: id, for: ben.id, at: .system()) else {
                    throw CancellationError()
                }
            }
            #expect(try await store.documents.addDocumentBookmark(250, in: id, for: ben.id, at: .system()) == .full)
        }
    }

    @Test("a long sentence is quoted around the word")
    func quotes() throws {
        let quote = try #require(part.quote(of: 52))
        #expect(quote.word == "w50")
        #expect(quote.before == "… w40 w41 w42 w43 w44 w45 w46 w47 w48 w49 ")
        #expect(quote.after.hasPrefix(" w51 w52"))
        #expect(quote.after.hasSuffix("w65 …"))
        // Without a space where the text has none.
        #expect(part.quote(of: 2) == .init(before: "", word: "w0", after: "w1 " + (2...15).map { "w\($0)" }.joined(separator: " ") + " …"))
        #expect(part.quote(of: 301)?.after == "")
        #expect(part.quote(of: 302) == nil)
    }
}
