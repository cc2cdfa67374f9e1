import Boards
import Extraction
import Foundation
import Records
import Testing

/// A guide read for a test, a programme a line.
struct GuideText {
    let lines: [String]
    let notes: ReadingNotes
    let records: [[String: String]]

    /// - Parameters:
    ///   - extract: As in a board file, like `xmltv: {}`.
    ///   - cut: So many bytes come at once.
    init(_ extract: String, _ document: [UInt8], at address: URL? = nil, cut: Int = .max) throws {
        let fields = ProgrammeField.allCases.map { field in
            "\(field.rawValue): { type: \(field.kind.rawValue)\(ProgrammeField.required.contains(field) ? "" : ", optional: true") }"
        }
        let board = try Declared(extract, "{ \(fields.joined(separator: ", ")) }").board
        var hints = DocumentHints()
        hints.address = address
        var run = board.extractor.begin(hints)
        var records: [[String: String]] = []
        func keep(_ extracted: Extracted) {
            guard case .final(_, let record) = extracted else { return }
            let named = zip(board.schema.fields, record.values).compactMap { field, value in value.map { (field.name, $0.text) } }
            records.append(Dictionary(uniqueKeysWithValues: named))
        }
        let step = min(cut, max(1, document.count))
        for start in stride(from: 0, to: document.count, by: step) {
            try run.append(Array(document[start..<min(start + step, document.count)]), keep)
        }
        try run.finish(keep)
        self.records = records
        notes = run.notes
        lines = records.map { record in
            let times = ["start", "stop"].map { String(record[$0]?.dropFirst(5).dropLast(4) ?? "") }
            return "\(record["channel"] ?? "") \(times[0])–\(times[1]) \(record["title"] ?? "")"
        }
    }

    /// An XMLTV document with these elements in it.
    static func xmltv(_ elements: String, _ options: String = "") throws -> GuideText {
        try GuideText("xmltv: { \(options) }", Array("<?xml version=\"1.0\"?><tv>\(elements)</tv>".utf8))
    }

    /// A programme of channel `a` on 2026-11-01, at hours and minutes of UTC.
    static func on(_ start: String, _ stop: String?, _ title: String, _ more: String = "", clump: String = "") -> String {
        let stop = stop.map { " stop=\"20261101\($0)00 +0000\"" } ?? ""
        return "<programme start=\"20261101\(start)00 +0000\"\(stop) channel=\"a\"\(clump)><title>\(title)</title>\(more)</programme>"
    }
}
