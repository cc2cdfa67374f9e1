import Boards
import Drafting
import Extraction
import Foundation
import Records
import TestSupport
import Testing

/// What a file becomes, and what its boards read.
enum Imports {
    static func of(_ bytes: [UInt8], inPieces size: Int = 1000) throws -> WatchImport {
        var reader = WatchImportReader()
        for start in stride(from: 0, to: bytes.count, by: size) { try reader.append(Array(bytes[start..<min(start + size, bytes.count)])) }
        return try reader.finish(with: .installed, [ViewForm("table")])
    }

    static func of(_ text: String) throws -> WatchImport { try of(Array(text.utf8)) }

    static func of(_ files: [SampleArchive.File]) throws -> WatchImport { try of(SampleArchive(files: files).bytes) }

    static func fault(_ bytes: [UInt8]) -> WatchImport.Fault? {
        do { _ = try of(bytes) } catch { return error as? WatchImport.Fault }
        return nil
    }

    static func fault(_ text: String) -> WatchImport.Fault? { fault(Array(text.utf8)) }

    /// A backup with these watches, each the members of its `watch.json`.
    static func backup(_ watches: [String], beside others: [SampleArchive.File] = []) throws -> WatchImport {
        let files = watches.enumerated().map { SampleArchive.File("\(identifier($0.offset))/watch.json", "{\($0.element)}") }
        return try of(others + files)
    }

    static func identifier(_ number: Int) -> String {
        let digits = String(number)
        return "3f0c1a52-7b1e-4c55-9d0e-\(String(repeating: "0", count: 12 - digits.count))\(digits)"
    }
}

extension ImportedWatch {
    func board() throws -> Board {
        let file = try #require(file, "\(String(describing: refusal))")
        return try Board(try BoardFile.declaration(of: file), name: "imported", folder: URL(fileURLWithPath: "/imported"))
    }

    /// The values of each row, with blanks between them.
    func rows(of document: String) throws -> [String] {
        let board = try board()
        var hints = DocumentHints.wholeFile
        hints.address = board.source.url
        var run = board.begin(hints)
        var rows: [String] = []
        let keep = { (extracted: Extracted) in
            if case .final(_, let record) = extracted { rows.append(record.values.compactMap { $0?.text }.joined(separator: " ")) }
        }
        try run.append(Array(document.utf8), keep)
        try run.finish(keep)
        return rows
    }
}
