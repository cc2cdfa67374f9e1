import Boards
import Extraction
import Foundation
import Records

/// A board in three lines, for tests: what is under `extract` and under `fields`, in YAML.
struct Declared {
    let board: Board

    init(_ extract: String, _ fields: String = "{ name: { type: text, ask: true }, price: { type: number } }") throws {
        let yaml = "title: T\nsource: { url: 'https://prices.example/' }\nextract: { \(extract) }\nfields: \(fields)\n"
        board = try Board(BoardFile.declaration(of: yaml), name: "test", folder: URL(fileURLWithPath: "/"))
    }

    /// The records of a text, in pieces of so many bytes, their values as texts; nil where there is none.
    func texts(of document: String, cut: Int? = nil, _ hints: DocumentHints = DocumentHints()) throws -> [[String?]] {
        try texts(of: Array(document.utf8), cut: cut, hints)
    }

    func texts(of document: [UInt8], cut: Int? = nil, _ hints: DocumentHints = DocumentHints()) throws -> [[String?]] {
        var run = board.extractor.begin(hints)
        var rows: [[String?]] = []
        func keep(_ extracted: Extracted) { if case .final(_, let record) = extracted { rows.append(record.values.map { $0?.text }) } }
        for start in stride(from: 0, to: document.count, by: cut ?? max(1, document.count)) {
            try run.append(Array(document[start..<min(start + (cut ?? document.count), document.count)]), keep)
        }
        try run.finish(keep)
        return rows
    }
}
