import Records
import Testing

@Suite("Exports of documents") struct DocumentExportTests {
    private let now = Timestamp(milliseconds: 1_000_000)

    @Test("a document without chapters is cut where parts begin, and its pieces have no names")
    func pieces() {
        let starts = [0, 60, 360, 1110, 1860, 2610, 3360]
        #expect(DocumentPieces.pieces([], partStarts: starts, words: 3300).map(\.word) == [0, 2610])
        // A short rest stays with the piece before it.
        #expect(DocumentPieces.pieces([], partStarts: starts, words: 3100).map(\.word) == [0])
        #expect(DocumentPieces.pieces([], partStarts: [0], words: 9).map(\.title) == [""])
        let long = stride(from: 0, to: 1_000_000, by: 750).map { $0 }
        let pieces = DocumentPieces.pieces([], partStarts: long, words: 1_000_000)
        #expect(pieces.count == 334)
        #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $1.word - $0.word == 3000 })
    }

    @Test("chapters stay whole up to an hour; a longer one is cut, and its pieces are numbered")
    func chapters() {
        let starts = stride(from: 0, to: 30_000, by: 750).map { $0 }
        let own = [DocumentChapter(word: 12, title: "One"), .init(word: 9000, title: "Two"), .init(word: 90_000, title: "Beyond")]
        let pieces = DocumentPieces.pieces(own, partStarts: starts, words: 20_000)
        #expect(pieces.map(\.title) == ["", "One", "Two", "Two (2)", "Two (3)", "Two (4)"])
        #expect(pieces.map(\.word) == [0, 12, 9000, 12_000, 15_000, 18_000])
    }

    @Test("what is too old or too much goes, the oldest first, and one alone stays")
    func leaving() {
        let now = Timestamp(milliseconds: 100 * 86_400_000)
        func export(_ id: Int64, of person: Int64, days: Int64, bytes: Int) -> DocumentExport {
            let made = DocumentExport.Made(bytes: bytes, at: now + .seconds(-days * 86_400), voice: "v", chapters: [])
            return DocumentExport(id: id, document: id, person: person, format: .mp3, asked: now, state: .ready(made))
        }
        let gigabyte = 1_000_000_000
        let all = [
            export(1, of: 1, days: 31, bytes: 1), export(2, of: 1, days: 3, bytes: gigabyte), export(3, of: 1, days: 2, bytes: gigabyte),
            export(4, of: 1, days: 1, bytes: 2 * gigabyte), export(5, of: 2, days: 9, bytes: 20 * gigabyte),
            DocumentExport(id: 6, document: 6, person: 1, format: .m4b, asked: now, state: .making),
        ]
        #expect(DocumentExport.leaving(all, at: now).map(\.id) == [2, 5, 1])
        #expect(DocumentExport.leaving([all[4]], at: now) == [])
    }

    @Test("a file is outdated once its document is of another edition; of an older file only its voice is known")
    func outdated() {
        func made(_ edition: String?) -> DocumentExport.Made { .init(bytes: 1, at: now, voice: "v", chapters: [], edition: edition) }
        #expect(!made("e").isOutdated(now: "e", by: "v"))
        #expect(made("e").isOutdated(now: "f", by: "v"))
        #expect(!made(nil).isOutdated(now: "e", by: "v"))
        #expect(made(nil).isOutdated(now: "e", by: "w"))
    }

    @Test("an edition is another with each thing that decides on the sound, and the same whatever else changes")
    func editions() {
        func document(_ content: String = "c", follows: Bool = true, leaving: LeavingOut = .standard, title: String = "T") -> StoredDocument
        {
            StoredDocument(
                id: 1, person: 1, content: content, kind: .text, title: title, bytes: 1, added: now, state: .reading,
                followsLanguages: follows,
                leaving: leaving)
        }
        let rule = Pronunciation.Rule(.word, "a", said: "b", matchesCase: false)
        let editions = [
            document().edition(by: "v", []), document("d").edition(by: "v", []), document().edition(by: "w", []),
            document(follows: false).edition(by: "v", []), document(leaving: LeavingOut([.citation])).edition(by: "v", []),
            document(leaving: LeavingOut.standard.reading(7, true)).edition(by: "v", []), document().edition(by: "v", [rule]),
        ]
        #expect(Set(editions).count == editions.count)
        #expect(document(title: "U").edition(by: "v", []) == editions[0])
    }
}
