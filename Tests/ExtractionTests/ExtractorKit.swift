import Extraction
import Records
import Testing

/// What every extractor has to hold, run on each by the same code.
///
/// The same rows however the bytes are cut; a document cut short is an error and never a silent success, where the format lets it be
/// seen; every record fits the schema.
struct ExtractorKit {
    /// Whether a document marks its own end.
    enum Truncation {
        /// It does: any part of it is an error.
        case always
        /// It has no mark at its end, and a part that ends between two rows looks like a whole: the fetch has to see that bytes are missing.
        /// A part is an error, or gives the whole's rows up to one place; only the last may differ, itself cut.
        case byLengthOnly
    }

    /// Begins to read one document.
    let begin: () -> any ExtractionRun
    let schema: Schema
    let document: [UInt8]
    let seesTruncation: Truncation

    init(
        begin: @escaping () -> any ExtractionRun, schema: Schema, document: [UInt8], seesTruncation: Truncation = .always
    ) {
        (self.begin, self.schema, self.document, self.seesTruncation) = (begin, schema, document, seesTruncation)
    }

    init(extractor: any Extractor, schema: Schema, document: [UInt8]) {
        self.init(begin: { extractor.begin() }, schema: schema, document: document)
    }

    /// The final records, in order, of the document cut into pieces of this many bytes; nil is one piece.
    func records(of document: [UInt8], cut: Int?) throws -> [Record] {
        var run = begin()
        var rows: [Int: Record] = [:]
        func keep(_ extracted: Extracted) {
            if case .final(let row, let record) = extracted {
                #expect(rows.updateValue(record, forKey: row) == nil, "a row is final once")
            }
        }
        let step = cut ?? max(1, document.count)
        for start in stride(from: 0, to: document.count, by: step) {
            try run.append(Array(document[start..<min(start + step, document.count)]), keep)
        }
        try run.finish(keep)
        return rows.sorted { $0.key < $1.key }.map(\.value)
    }

    func holds(expecting expected: [Record]) throws {
        for cut in [1, 2, 3, 7, 4096, nil] {
            let records = try records(of: document, cut: cut)
            #expect(records == expected, "cut \(cut.map { "\($0)" } ?? "whole")")
            #expect(records.allSatisfy { $0.values.count == schema.fields.count })
        }
        for share in stride(from: 0.0, to: 1.0, by: 0.04) {
            let part = Array(document.prefix(Int(Double(document.count) * share)))
            if seesTruncation == .byLengthOnly, !part.isEmpty {
                do {
                    let records = try records(of: part, cut: nil)
                    #expect(records.count <= expected.count)
                    #expect(records.dropLast().elementsEqual(expected.prefix(max(0, records.count - 1))))
                } catch {
                    #expect(error is ExtractionError)
                }
                continue
            }
            #expect(throws: ExtractionError.self, "\(Int(share * 100)) % of the document passed for all of it") {
                try records(of: part, cut: nil)
            }
        }
    }
}
