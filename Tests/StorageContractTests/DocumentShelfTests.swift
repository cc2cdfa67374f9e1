import Foundation
import Records
import StorageSupport
import TestSupport
import Testing

@testable import Storage

@Suite("The shelf of documents, and searches in their text") struct DocumentShelfTests {
    private func withStore(_ body: (Store, Person, Person) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try Engine.store(in: folder.url)
        let ada = try #require(try await store.people.setUp(administrator: "ada", password: "x", at: .system()))
        try await body(store, ada, try await store.people.person(named: "ben", at: .system()))
    }

    private func new(
        _ store: Store, _ name: String, for person: Person, isFileName: Bool = false, own: String? = nil, author: String? = nil,
        group: String? = nil, _ texts: [String] = ["One two."]
    ) async throws -> StoredDocument.ID {
        let added = try await store.documents.addDocument(
            "\(name) \(texts.count)", .text, title: name, isFileName: isFileName, bytes: 1, for: person.id, at: .system())
        guard case .new(let id) = added else { throw CancellationError() }
        var first = 0
        let parts = texts.enumerated().map { number, text in
            let words = text.split(separator: " ").map(String.init)
            defer { first += words.count }
            return DocumentPart(number: number, firstWord: first, sentences: [.init(words: words, endsParagraph: true)])
        }
        let about = DocumentAbout(author: author, group: group, summary: "About it")
        #expect(
            try await store.documents.finishDocument(
                id, title: own, firstWords: "First words", about: about, .init(words: parts.reduce(0) { $0 + $1.wordCount }), parts))
        return id
    }

    private func titles(_ store: Store, _ person: Person, _ change: (inout DocumentStore.Shelf) -> Void = { _ in }) async throws -> [String]
    {
        var shelf = DocumentStore.Shelf()
        change(&shelf)
        return try await store.documents.documents(on: shelf, of: person.id).documents.map(\.title)
    }

    @Test("a document's own title is better than the name of its file, and worse than one that was given")
    func ownTitles() async throws {
        try await withStore { store, _, ben in
            for (name, isFileName, own, title) in [
                ("scan-17", true, "Tides", "Tides"), ("scan-18", true, nil, "scan-18"), ("Mine", false, "Tides", "Mine"),
                ("", false, "Own", "Own"), ("", true, nil, "First words"),
            ] as [(String, Bool, String?, String)] {
                let id = try await new(store, name, for: ben, isFileName: isFileName, own: own, author: "A. Writer")
                let stored = try #require(try await store.documents.document(id, of: ben.id))
                #expect(stored.title == title)
                #expect(stored.about == DocumentAbout(author: "A. Writer", summary: "About it"))
                #expect(try await store.documents.removeDocument(id, of: ben.id))
            }
        }
    }

    @Test("documents are found by title, author, group and text, without case and accents, and only by their person")
    func searches() async throws {
        try await withStore { store, ada, ben in
            _ = try await new(store, "Das Café", for: ben, author: "Émile Zola", ["Der große Wal schwimmt."])
            _ = try await new(store, "Wale", for: ben, group: "Meer", ["Nothing here."])
            _ = try await new(store, "Theirs", for: ada, ["Der große Wal."])
            for (words, found) in [
                (["cafe"], ["Das Café"]), (["ZOLA"], ["Das Café"]), (["cafe", "emile"], ["Das Café"]), (["Große", "wal"], ["Das Café"]),
                (["grosse"], ["Das Café"]), (["meer"], ["Wale"]), (["wal"], ["Das Café", "Wale"]), (["wal", "große"], []), (["%"], []),
                (["_"], []), (["nowhere"], []),
            ] as [([String], [String])] {
                #expect(try await titles(store, ben) { $0.words = words }.sorted() == found, "\(words)")
            }
        }
    }

    @Test("documents are sorted, filtered and divided into pages")
    func orders() async throws {
        try await withStore { store, _, ben in
            let zebra = try await new(store, "Zebra", for: ben, author: "Ada")
            _ = try await new(store, "éclair", for: ben, author: "Zoe", group: "Cakes")
            _ = try await new(store, "Apple", for: ben)
            #expect(try await titles(store, ben) == ["Apple", "éclair", "Zebra"])
            #expect(try await titles(store, ben) { $0.order = .title } == ["Apple", "éclair", "Zebra"])
            #expect(try await titles(store, ben) { $0.order = .author } == ["Zebra", "éclair", "Apple"])
            #expect(try await titles(store, ben) { $0.group = "Cakes" } == ["éclair"])
            #expect(try await store.documents.documentGroups(of: ben.id) == ["Cakes"])
            #expect(try await titles(store, ben) { $0.part = .finished }.isEmpty)
            #expect(try await store.documents.note(word: 1, in: zebra, for: ben.id, at: .system()))
            #expect(try await titles(store, ben) { $0.part = .finished } == ["Zebra"])
            #expect(try await titles(store, ben) { $0.part = .unfinished }.sorted() == ["Apple", "éclair"])
            #expect(try await store.documents.document(zebra, of: ben.id)?.isFinished == true)
            #expect(try await store.documents.change(zebra, title: "Berry", author: "", group: "Cakes", for: ben.id))
            #expect(try await titles(store, ben) { $0.group = "Cakes" }.sorted() == ["Berry", "éclair"])
            #expect(try await titles(store, ben) { $0.words = ["berry"] } == ["Berry"])
            #expect(try await titles(store, ben) { $0.words = ["zebra"] }.isEmpty)
            for number in 0..<60 { _ = try await new(store, "Page \(number)", for: ben) }
            let first = try await store.documents.documents(on: .init(), of: ben.id)
            #expect(first.documents.count == DocumentStore.Shelf.pageSize)
            #expect(first.hasMore)
            var second = DocumentStore.Shelf()
            second.page = 1
            let rest = try await store.documents.documents(on: second, of: ben.id)
            #expect(rest.documents.count == 3)
            #expect(rest.hasMore == false)
        }
    }

    @Test("a search in a text says the words and the parts where it is, in order, and where to go on")
    func hits() async throws {
        try await withStore { store, _, ben in
            let long = Array(repeating: "sea wind", count: 40).joined(separator: " ")
            let id = try await new(store, "Hits", for: ben, ["The Öde, wide SEA.", "Don’t go seaward; the sea, wide", long])
            func found(_ words: String..., from start: Int = 0) async throws -> [[Int]] {
                try await store.documents.hits(of: words, in: id, from: start).places.map { [$0.word, $0.part] }
            }
            #expect(try await found("ode") == [[1, 0]])
            #expect(try await found("sea").prefix(4) == [[3, 0], [6, 1], [8, 1], [10, 2]])
            // Not across the end of a part, and with the text between words.
            #expect(try await found("sea", "wide") == [[8, 1]])
            #expect(try await found("dont") == [[4, 1]])
            #expect(try await found("eaw") == [[6, 1]])
            #expect(try await found("%").isEmpty)
            #expect(try await found("wide", from: 3) == [[9, 1]])
            let first = try await store.documents.hits(of: ["wind"], in: id)
            #expect(first.places.count == 40)
            #expect(first.next == nil)
            let both = try await store.documents.hits(of: ["sea"], in: id)
            #expect(both.places.count == 43)
            #expect(DocumentWords.places(of: "a a", in: " a a a b") == [0, 1])
        }
    }

    @Test("a document that failed is read again, and no other is")
    func again() async throws {
        try await withStore { store, ada, ben in
            let ready = try await new(store, "Ready", for: ben)
            guard case .new(let id) = try await store.documents.addDocument("x", .text, title: "X", bytes: 1, for: ben.id, at: .system())
            else {
                throw CancellationError()
            }
            #expect(try await store.documents.readAgain(id, for: ben.id) == false)
            try await store.documents.failDocument(id, .damaged)
            #expect(try await store.documents.readAgain(id, for: ada.id) == false)
            #expect(try await store.documents.readAgain(ready, for: ben.id) == false)
            #expect(try await store.documents.readAgain(id, for: ben.id))
            #expect(try await store.documents.document(id, of: ben.id)?.state == .reading)
            #expect(try await store.documents.beginDocument(id) == 1)
        }
    }

    @Test("what is searched counts as what a person keeps")
    func counted() async throws {
        try await withStore { store, _, ben in
            let id = try await new(store, "Counted", for: ben, ["Ærø is an island."])
            let words = DocumentWords.folded(["Ærø", "is", "an", "island."])
            #expect(words == " aero is an island")
            #expect(try await store.documents.document(id, of: ben.id)?.textBytes ?? 0 > 2 * words.utf8.count)
        }
    }
}
