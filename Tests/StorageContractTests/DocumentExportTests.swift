import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Stored exports of documents") struct DocumentExportTests {
    private func withDocument(_ body: (Store, Person, StoredDocument.ID) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try Engine.store(in: folder.url)
        let ada = try #require(try await store.people.setUp(administrator: "ada", password: "x", at: .system()))
        guard case .new(let id) = try await store.documents.addDocument("a", .text, title: "T", bytes: 1, for: ada.id, at: .system()) else {
            throw CancellationError()
        }
        let part = DocumentPart(number: 0, firstWord: 0, sentences: [.init(words: ["One."], endsParagraph: true)], pages: [], skipped: [])
        for attempt in 1...2 { #expect(try await store.documents.beginDocument(id) == attempt) }
        #expect(try await store.documents.addExport(.mp3, of: id, for: ada.id, at: .system()) == .noDocument)
        #expect(try await store.documents.finishDocument(id, title: nil, .init(words: 1, pages: nil, language: "en"), [part]))
        #expect(try await store.documents.documentChapters(id).isEmpty)
        try await body(store, ada, id)
    }

    private let made = DocumentExport.Made(
        bytes: 5, at: Timestamp(milliseconds: 7), voice: "en",
        chapters: [.init(title: "One", milliseconds: 900, offset: 0, bytes: 5)], edition: "e")

    @Test("one that is ready is made again under another number if somebody wants that, and one that is being made is not")
    func anew() async throws {
        try await withDocument { store, ada, id in
            guard case .new(let first) = try await store.documents.addExport(.mp3, of: id, for: ada.id, at: .system()) else {
                throw CancellationError()
            }
            #expect(try await store.documents.addExport(.mp3, of: id, for: ada.id, anew: true, at: .system()) == .known(first))
            #expect(try await store.documents.finishExport(first, made))
            #expect(try await store.documents.addExport(.mp3, of: id, for: ada.id, at: .system()) == .known(first))
            guard case .new(let second) = try await store.documents.addExport(.mp3, of: id, for: ada.id, anew: true, at: .system()) else {
                throw CancellationError()
            }
            #expect(try await store.documents.exports(of: id, for: ada.id).map(\.state) == [.making])
            #expect(second > first)
        }
    }

    @Test("one that is being made is not asked for twice; what was made is there with its document's title; a failed one is made again")
    func life() async throws {
        try await withDocument { store, ada, id in
            guard case .new(let export) = try await store.documents.addExport(.mp3, of: id, for: ada.id, at: .system()) else {
                Issue.record("not noted")
                return
            }
            #expect(try await store.documents.addExport(.mp3, of: id, for: ada.id, at: .system()) == .known(export))
            #expect(try await store.documents.beginExport(export) == 1)
            try await store.documents.interruptExport(export)
            #expect(try await store.documents.beginExport(export) == 1)
            #expect(try await store.documents.readyExports(.mp3, of: ada.id).isEmpty)
            #expect(try await store.documents.finishExport(export, made))
            #expect(try await store.documents.readyExports(.mp3, of: ada.id).map(\.title) == ["T"])
            #expect(try await store.documents.exports(of: id, for: ada.id).map(\.state) == [.ready(made)])
            try await store.documents.failExport(export, .voice)
            #expect(try await store.documents.exports(of: id, for: ada.id).map(\.state) == [.ready(made)])
            guard case .new(let book) = try await store.documents.addExport(.m4b, of: id, for: ada.id, at: .system()) else {
                Issue.record("not noted")
                return
            }
            try await store.documents.failExport(book, .noEngine)
            guard case .new(let again) = try await store.documents.addExport(.m4b, of: id, for: ada.id, at: .system()) else {
                Issue.record("not made again")
                return
            }
            #expect(again != book)
            #expect(try await store.documents.beginExport(book) == 0)
            #expect(try await store.documents.finishExport(book, made) == false)
            #expect(try await store.documents.allExports().map(\.id) == [export, again])
        }
    }

    @Test("they are their person's alone, and go when they are removed, dropped, or their document is")
    func whose() async throws {
        try await withDocument { store, ada, id in
            let ben = try await store.people.person(named: "ben", at: .system())
            _ = try await store.documents.addExport(.mp3, of: id, for: ada.id, at: .system())
            _ = try await store.documents.addExport(.m4b, of: id, for: ada.id, at: .system())
            #expect(try await store.documents.addExport(.mp3, of: id, for: ben.id, at: .system()) == .noDocument)
            #expect(try await store.documents.exports(of: id, for: ben.id).isEmpty)
            #expect(try await store.documents.removeExport(.mp3, of: id, for: ben.id) == nil)
            #expect(try await store.documents.removeExport(.mp3, of: id, for: ada.id) != nil)
            try await store.documents.dropExports(store.documents.allExports().map(\.id))
            #expect(try await store.documents.allExports().isEmpty)
            _ = try await store.documents.addExport(.mp3, of: id, for: ada.id, at: .system())
            #expect(try await store.documents.removeDocument(id, of: ada.id))
            #expect(try await store.documents.allExports().isEmpty)
        }
    }
}
