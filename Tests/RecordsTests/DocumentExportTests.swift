import Records
import Testing

@Suite("Exports of documents") struct DocumentExportTests {
    @Test("a document without chapters is cut where parts begin, and its pieces have no names")
    func pieces() {
        let starts = [0, 60, 360, 1110, 1860, 2610, 3360]
        #expect(DocumentPieces.pieces([], partStarts: starts, words: 3300).map(\.word) == [0, 2610])
        // A short rest stays with what is before it.
        #expect(DocumentPieces.pieces([], partStarts: starts, words: 3100).map(\.word) == [0])
        #expect(DocumentPieces.pieces([], partStarts: [0], words: 9).map(\.title) == [""])
        let long = stride(from: 0, to: 1_000_000, by: 750).map { $0 }
        let pieces = DocumentPieces.pieces([], partStarts: long, words: 1_000_000)
        #expect(pieces.count == 334 && zip(pieces, pieces.dropFirst()).allSatisfy { $1.word - $0.word == 3000 })
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
}
