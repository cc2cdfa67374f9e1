import Extraction
import Foundation
package import Records

/// Runs a board on its own sample: `sample.*` has to give the records of `expected.json`, in order.
package struct BoardCheck: Sendable {
    package let board: Board
    package let records: [Record]

    /// A board without a sample has nothing to run: `records` is nil then.
    package static func run(_ board: Board) throws -> BoardCheck? {
        let files = try FileManager.default.contentsOfDirectory(at: board.folder, includingPropertiesForKeys: nil)
        guard let sample = files.first(where: { $0.deletingPathExtension().lastPathComponent == "sample" }) else { return nil }
        var run = board.extractor.begin()
        var records: [Record] = []
        func keep(_ extracted: Extracted) { if case .final(_, let record) = extracted { records.append(record) } }
        do {
            try run.append([UInt8](Data(contentsOf: sample)), keep)
            try run.finish(keep)
        } catch {
            throw BoardCheckError(detail: "\(sample.lastPathComponent): \(error)")
        }
        let expected = board.folder.appendingPathComponent("expected.json")
        if FileManager.default.fileExists(atPath: expected.path) {
            try compare(records, board.schema, with: try JSONDecoder().decode([[String: Scalar?]].self, from: Data(contentsOf: expected)))
        }
        return BoardCheck(board: board, records: records)
    }

    private static func compare(_ records: [Record], _ schema: Schema, with expected: [[String: Scalar?]]) throws {
        for (index, (record, wanted)) in zip(records, expected).enumerated() {
            for (field, value) in zip(schema.fields, record.values) where value?.text != (wanted[field.name] ?? nil)?.text {
                let (found, wish) = (value?.text ?? "nothing", (wanted[field.name] ?? nil)?.text ?? "nothing")
                throw BoardCheckError(detail: "record \(index + 1), field '\(field.name)': found “\(found)”, expected.json says “\(wish)”")
            }
        }
        guard records.count == expected.count else {
            throw BoardCheckError(detail: "the sample gives \(records.count) records, expected.json has \(expected.count)")
        }
    }

    private struct Scalar: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                text = flag ? "true" : "false"
            } else if let number = try? container.decode(Double.self) {
                text = Value.number(number).text
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
