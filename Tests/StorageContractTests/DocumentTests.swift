import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Stored documents")
struct DocumentTests {
    private func withStore(_ body: (Store, Person, Person) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try Engine.store(in: folder.url)
        let ada = try #require(try await store.people.setUp(administrator: "ada", password: "x", at: .system()))
        try await body(store, ada, try await store.people.person(named: "ben", at: .system()))
    }

    private func added(_ store: Store, _ content: String, for person: Person, bytes: Int = 10) async throws -> DocumentStore.AddedDocument {
        try await store.documents.addDocument(content, .text, title: "T", bytes: bytes, for: person.id, at: .system())
    }

    private func new(_ store: Store, _ content: String, for person: Person) async throws -> StoredDocument.ID {
        guard case .new(let id) = try await added(store, content, for: person) else { throw CancellationError() }
        return id
    }

    private let part = DocumentPart(
        number: 0, firstWord: 0, sentences: [.init(words: ["One,", "two."], joined: [1], endsParagraph: true)],
        pages: [.init(word: 0, page: 1)], skipped: ["Page 1"])

    @Test("a document is its person's alone, administrators included")
    func whose() async throws {
        try await withStore { store, ada, ben in
            let id = try await new(store, "a", for: ben)
            #expect(try await store.documents.finishDocument(id, title: nil, .init(words: 2, pages: 1, language: "en"), [part]))
            #expect(try await store.documents.document(id, of: ben.id)?.extent == .init(words: 2, pages: 1, language: "en"))
            #expect(try await store.documents.document(id, of: ada.id) == nil)
            #expect(try await store.documents.all(of: ada.id).isEmpty)
            #expect(try await store.documents.note(word: 1, in: id, for: ada.id, at: .system()) == false)
            #expect(try await store.documents.change(id, title: "Mine", for: ada.id) == false)
            #expect(try await store.documents.removeDocument(id, of: ada.id) == false)
            #expect(try await store.documents.documentPart(0, of: id) == part)
            #expect(try await store.documents.documentPartStarts(id) == [0])
            #expect(try await store.documents.documentPageStarts(id) == part.pages)
        }
    }

    @Test("how often reading a document was begun is counted, without what nobody is to blame for")
    func attempts() async throws {
        try await withStore { store, _, ben in
            let (id, other) = (try await new(store, "a", for: ben), try await new(store, "b", for: ben))
            try await store.documents.interruptDocument(id)
            #expect(try await store.documents.beginDocument(id) == 1)
            #expect(try await store.documents.beginDocument(id) == 2)
            #expect(try await store.documents.beginDocument(other) == 1)
            try await store.documents.interruptDocument(id)
            #expect(try await store.documents.beginDocument(id) == 2)
            #expect(try await store.documents.beginDocument(other) == 2)
        }
    }

    @Test("what is left out is its person's to choose, by kinds and by passages")
    func leaving() async throws {
        try await withStore { store, ada, ben in
            let id = try await new(store, "a", for: ben)
            let passages = [DocumentPassage(.citation, 1..<2, start: 1)]
            let marked = DocumentPart(
                number: 0, firstWord: 0, sentences: [.init(words: ["See", "[1]."], endsParagraph: true, passages: passages)])
            #expect(try await store.documents.finishDocument(id, title: nil, .init(words: 2), [marked]))
            #expect(try await store.documents.documentPart(0, of: id) == marked)
            #expect(try await store.documents.document(id, of: ben.id)?.leaving == .standard)
            #expect(try await store.documents.setLeaving([.citation], in: id, for: ada.id) == false)
            #expect(try await store.documents.setPassage(1, isRead: true, in: id, for: ada.id) == false)
            #expect(try await store.documents.setPassage(1, isRead: true, in: id, for: ben.id))
            #expect(try await store.documents.document(id, of: ben.id)?.leaving == LeavingOut(LeavingOut.defaultKinds, read: [1]))
            #expect(try await store.documents.setLeaving([.citation, .address], in: id, for: ben.id))
            #expect(try await store.documents.setPassage(7, isRead: true, in: id, for: ben.id))
            #expect(try await store.documents.setPassage(1, isRead: false, in: id, for: ben.id))
            #expect(try await store.documents.document(id, of: ben.id)?.leaving == LeavingOut([.citation, .address], read: [7]))
            #expect(try await store.documents.setLeaving([], in: id, for: ben.id))
            #expect(try await store.documents.document(id, of: ben.id)?.leaving == LeavingOut([], read: [7]))
        }
    }

    @Test("files of folders are noted for each person")
    func folders() async throws {
        try await withStore { store, ada, ben in
            let (first, second) = (FolderFile(size: 3, modified: 1_700_000_000_000_001), FolderFile(size: 4, modified: 5))
            try await store.documents.noteFolderFile("/a/one.txt", first, of: ben.id)
            try await store.documents.noteFolderFile("/a/two.txt", first, of: ben.id)
            try await store.documents.noteFolderFile("/a/two.txt", second, of: ben.id)
            try await store.documents.noteFolderFile("/a/one.txt", second, of: ada.id)
            #expect(try await store.documents.folderFiles(of: ben.id) == ["/a/one.txt": first, "/a/two.txt": second])
            try await store.documents.forgetFolderFiles(["/a/one.txt", "/a/none.txt"], of: ben.id)
            #expect(try await store.documents.folderFiles(of: ben.id) == ["/a/two.txt": second])
            #expect(try await store.documents.folderFiles(of: ada.id) == ["/a/one.txt": second])
        }
    }

    @Test("the same content is one document of a person, and another's is their own")
    func same() async throws {
        try await withStore { store, ada, ben in
            let id = try await new(store, "a", for: ben)
            #expect(try await added(store, "a", for: ben) == .known(id))
            #expect(try await new(store, "a", for: ada) != id)
            // A failed document is read again.
            try await store.documents.failDocument(id, .damaged)
            #expect(try await store.documents.document(id, of: ben.id)?.state == .failed(.damaged))
            #expect(try await new(store, "a", for: ben) > id)
        }
    }

    @Test("what a person keeps is bounded in number, in bytes and in what waits")
    func bounds() async throws {
        try await withStore { store, ada, ben in
            let limit = StoredDocument.Limits.allBytes
            guard case .new(let large) = try await added(store, "large", for: ben, bytes: limit - 5) else { return }
            #expect(try await added(store, "more", for: ben) == .tooLarge)
            #expect(try await store.documents.removeDocument(large, of: ben.id))
            for number in 0..<StoredDocument.Limits.waiting { _ = try await new(store, "\(number)", for: ben) }
            #expect(try await added(store, "more", for: ben) == .tooManyWaiting)
            for document in try await store.documents.documentsToRead() { try await store.documents.failDocument(document.id, .noText) }
            for number in 0..<(StoredDocument.Limits.documents - StoredDocument.Limits.waiting) {
                try await store.documents.failDocument(try await new(store, "n\(number)", for: ben), .noText)
            }
            #expect(try await added(store, "more", for: ben) == .tooMany)
            _ = try await new(store, "more", for: ada)
        }
    }

    @Test("what is stored of a document counts in its person's bytes, as it is stored, and what doesn't fit says so")
    func storedBytes() async throws {
        try await withStore { store, ada, ben in
            let limit = StoredDocument.Limits.allBytes
            func bytes(_ id: StoredDocument.ID) async throws -> Int {
                try #require(try await store.documents.document(id, of: ben.id)).textBytes
            }
            let word = String(repeating: "é", count: 1_000)
            let long = DocumentPart(number: 0, firstWord: 0, sentences: [.init(words: [word, "end."], endsParagraph: true)])
            let id = try await new(store, "a", for: ben)
            #expect(try await store.documents.finishDocument(id, title: nil, .init(words: 2), [long]))
            let text = try await bytes(id)
            // The text, and once more its words as they are searched, in which each é is one byte.
            #expect(text > 3_000)
            #expect(text < 3_200)
            // A bookmark counts with its quote, and its note as it changes.
            let added = try await store.documents.addDocumentBookmark(0, note: "éé", in: id, for: ben.id, at: .system())
            guard case .new(let mark) = added else { throw CancellationError() }
            let marked = try await bytes(id)
            #expect(marked == text + mark.quote.bytes + 4)
            #expect(mark.quote.bytes >= 2_000)
            _ = try await store.documents.changeDocumentBookmark(mark.id, note: "n", in: id, of: ben.id)
            #expect(try await bytes(id) == marked - 3)
            // Everything up to a few hundred bytes is taken, by a file of another document.
            let rest = limit - (try await bytes(id)) - 10 - 300
            guard case .new(let other) = try await self.added(store, "b", for: ben, bytes: rest) else { throw CancellationError() }
            #expect(try await self.added(store, "c", for: ben, bytes: 301) == .tooLarge)
            #expect(try await store.documents.finishDocument(other, title: nil, .init(words: 2), [long]) == false)
            #expect(try await store.documents.document(other, of: ben.id)?.state == .failed(.noRoom))
            #expect(try await store.documents.documentPartStarts(other).isEmpty)
            await #expect(throws: DocumentShareSpent.self) {
                try await store.documents.addDocumentBookmark(1, in: id, for: ben.id, at: .system())
            }
            await #expect(throws: DocumentShareSpent.self) {
                try await store.documents.changeDocumentBookmark(mark.id, note: String(repeating: "x", count: 400), in: id, of: ben.id)
            }
            #expect(try await store.documents.documentBookmarks(id, of: ben.id).map(\.note) == ["n"])
            // Smaller additions are possible, and another person isn't affected.
            #expect(try await store.documents.removeDocumentBookmark(mark.id, in: id, of: ben.id))
            #expect(try await bytes(id) == text)
            let theirs = try await new(store, "a", for: ada)
            #expect(try await store.documents.finishDocument(theirs, title: nil, .init(words: 2), [long]))
        }
    }

    @Test("a position stays inside the document, and needs one that is ready")
    func positions() async throws {
        try await withStore { store, _, ben in
            let id = try await new(store, "a", for: ben)
            #expect(try await store.documents.note(word: 1, in: id, for: ben.id, at: .system()) == false)
            #expect(try await store.documents.finishDocument(id, title: "Own", .init(words: 2), [part]))
            for (word, kept) in [(1, 1), (.max, 1), (-5, 0)] {
                #expect(try await store.documents.note(word: word, in: id, for: ben.id, at: .system()))
                #expect(try await store.documents.document(id, of: ben.id)?.position == kept)
            }
            // An older position arrives late, as from a device without a network.
            let heard = try #require(try await store.documents.document(id, of: ben.id)?.heard)
            #expect(try await store.documents.note(word: 1, in: id, for: ben.id, at: heard + .seconds(-1)))
            #expect(try await store.documents.document(id, of: ben.id)?.position == 0)
            #expect(try await store.documents.note(word: 1, in: id, for: ben.id, at: heard + .seconds(1)))
            #expect(try await store.documents.document(id, of: ben.id)?.position == 1)
            #expect(try await store.documents.document(id, of: ben.id)?.title == "T")
            #expect(try await store.documents.document(id, of: ben.id)?.followsLanguages == true)
            #expect(try await store.documents.change(id, followsLanguages: false, for: ben.id))
            #expect(try await store.documents.change(id, voice: "v", for: ben.id))
            let changed = try await store.documents.document(id, of: ben.id)
            #expect(changed?.followsLanguages == false)
            #expect(changed?.voice == "v")
            #expect(changed?.title == "T")
        }
    }

    @Test("documents go with their person, and numbers are never given twice")
    func removed() async throws {
        try await withStore { store, _, ben in
            let id = try await new(store, "a", for: ben)
            #expect(try await store.documents.finishDocument(id, title: nil, .init(words: 2), [part]))
            #expect(try await store.people.remove(ben))
            #expect(try await store.documents.documentIDs().isEmpty)
            #expect(try await store.documents.documentPart(0, of: id) == nil)
            // A reading that ends after the removal is dropped.
            #expect(try await store.documents.finishDocument(id, title: nil, .init(words: 2), [part]) == false)
            let eve = try await store.people.person(named: "eve", at: .system())
            #expect(try await new(store, "a", for: eve) > id)
        }
    }
}

@Suite("Parts of documents")
struct DocumentDivisionTests {
    @Test("parts are whole sentences, a short one first, and all of them together are the document")
    func parts() {
        #expect(DocumentDivision.parts([]).isEmpty)
        #expect(DocumentDivision.parts([120]) == [0..<1])
        #expect(DocumentDivision.parts([30, 30, 1]) == [0..<2, 2..<3])
        #expect(DocumentDivision.parts([200, 1]) == [0..<1, 1..<2])
        let counts = (0..<1000).map { 1 + $0 % 37 }
        let parts = DocumentDivision.parts(counts)
        #expect(parts.flatMap { Array($0) } == Array(counts.indices))
        for (index, part) in parts.enumerated() {
            let words = counts[part].reduce(0, +)
            #expect(words <= DocumentDivision.limit(of: index))
        }
        #expect(parts.count == 28)
    }
}
