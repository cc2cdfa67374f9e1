import Extraction
import Foundation
package import Records

/// Runs a board on its own samples: `sample.*` must give the records of `expected.json`, in order, and each service method's
/// sample the rows of the file next to it.
package struct BoardCheck: Sendable {
    package let board: Board
    package let records: [Record]

    /// The result of a method's sample.
    package struct Method: Sendable {
        /// Such as `contacts.detail`.
        package let name: String
        /// The number of rows in its sample; nil without a sample, in which case it isn't checked.
        package let rowCount: Int?
    }

    /// nil for a board without a sample.
    package static func run(_ board: Board) throws -> BoardCheck? {
        let files = try FileManager.default.contentsOfDirectory(at: board.folder, includingPropertiesForKeys: nil)
        guard let sample = files.first(where: { $0.deletingPathExtension().lastPathComponent == "sample" }) else { return nil }
        let tables = try tables(of: board)
        let records = try reading(sample) { document in
            var run = board.begin(.wholeFile, joining: tables)
            return try run.records(of: document)
        }
        try compare(
            records.map { $0.json(board.schema) }, "record", of: sample, with: board.folder.appendingPathComponent("expected.json"))
        return BoardCheck(board: board, records: records)
    }

    /// The rows of the board's joined documents, parsed from their samples.
    package static func tables(of board: Board) throws -> [JoinTable] {
        try board.joins.map { join in
            guard let sample = join.sample else {
                throw BoardCheckError(detail: "the joined document '\(join.name)' has no sample; name a file beside board.yaml")
            }
            var table = JoinTable(join)
            for (row, record) in try reading(sample, { try join.extractor.records(of: $0, .wholeFile) }).enumerated() {
                try table.take(.final(row: row, record))
            }
            return table
        }
    }

    /// The same for each of the board's service methods.
    package static func methods(of board: Board) throws -> [Method] {
        try board.services.map { method in
            guard let sample = method.sample else { return Method(name: method.name, rowCount: nil) }
            let rows = try reading(sample) { try method.answer(to: $0, .wholeFile).json }
            try compare(rows, "row", of: sample, with: expectation(of: sample))
            return Method(name: method.name, rowCount: rows.count)
        }
    }

    /// `detail.xml` → `detail.json`; `detail.json` → `detail.expected.json`.
    static func expectation(of sample: URL) -> URL {
        let stem = sample.deletingPathExtension()
        return stem.appendingPathExtension(sample.pathExtension == "json" ? "expected.json" : "json")
    }

    private static func reading<Rows>(_ sample: URL, _ read: ([UInt8]) throws -> Rows) throws -> Rows {
        do { return try read([UInt8](Data(contentsOf: sample))) } catch {
            throw BoardCheckError(detail: "\(sample.lastPathComponent): \(error)")
        }
    }

    /// Compares field by field in any order; a missing field equals null.
    private static func compare(_ rows: [JSONLine], _ noun: String, of sample: URL, with expectation: URL) throws {
        guard FileManager.default.fileExists(atPath: expectation.path) else { return }
        let (file, decoder) = (expectation.lastPathComponent, JSONDecoder())
        let expected: [[String: Plain?]]
        do { expected = try decoder.decode([[String: Plain?]].self, from: Data(contentsOf: expectation)) } catch {
            throw BoardCheckError(
                detail: "\(file): a JSON list of objects is expected, whose members are texts, numbers, flags or lists of texts")
        }
        for (index, (row, wanted)) in zip(rows, expected).enumerated() {
            let found = try decoder.decode([String: Plain?].self, from: Data(row.closed.utf8))
            for name in Set(found.keys).union(wanted.keys).sorted() where (found[name] ?? nil)?.text != (wanted[name] ?? nil)?.text {
                let (shown, wish) = ((found[name] ?? nil)?.text ?? "nothing", (wanted[name] ?? nil)?.text ?? "nothing")
                throw BoardCheckError(
                    detail: "\(sample.lastPathComponent), \(noun) \(index + 1), field '\(name)': found “\(shown)”, \(file) says “\(wish)”")
            }
        }
        guard rows.count == expected.count else {
            throw BoardCheckError(detail: "\(sample.lastPathComponent) gives \(rows.count) \(noun)s, \(file) has \(expected.count)")
        }
    }

    /// A member of a row. Equal numbers may be written differently.
    private struct Plain: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                text = flag ? "true" : "false"
            } else if let number = try? container.decode(Double.self) {
                text = Value.number(number).text
            } else if let list = try? container.decode([Plain].self) {
                text = Value.list(list.map(\.text)).text
            } else {
                text = try container.decode(String.self)
            }
        }
    }
}

package struct BoardCheckError: Error, CustomStringConvertible {
    package let detail: String
    package var description: String { detail }
}
