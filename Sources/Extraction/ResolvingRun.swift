package import Foundation
package import Records

extension ExtractionRun {
    /// The same records, with whole addresses in fields of the kind `url` where the document writes them relative to its own (RFC 3986, section 5).
    ///
    /// `schema` is that of the run's records. An address that can't be made whole stays as it is; without a base so do all.
    package func resolving(_ schema: Schema, against base: URL?) -> any ExtractionRun {
        let fields = schema.fields.indices.filter { schema.fields[$0].kind == .url }
        guard let base, !fields.isEmpty else { return self }
        return ResolvingRun(run: self, fields: fields, base: base)
    }
}

private final class ResolvingRun: ExtractionRun {
    private var run: any ExtractionRun
    private let fields: [Int]
    private let base: URL

    init(run: any ExtractionRun, fields: [Int], base: URL) {
        (self.run, self.fields, self.base) = (run, fields, base)
    }

    var pacing: Pacing? { run.pacing }
    var notes: ReadingNotes { run.notes }

    func foresee(_ bytes: [UInt8], at offset: Int) throws { try run.foresee(bytes, at: offset) }

    func partsWorthForeseeing(size: Int) -> [Range<Int>] { run.partsWorthForeseeing(size: size) }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        try run.append(bytes) { try receive(resolved($0)) }
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        try run.finish { try receive(resolved($0)) }
    }

    private func resolved(_ extracted: Extracted) -> Extracted {
        switch extracted {
        case .final(let row, let record): .final(row: row, resolved(record))
        case .provisional(let row, let record): .provisional(row: row, resolved(record))
        case .withdrawn: extracted
        }
    }

    private func resolved(_ record: Record) -> Record {
        var record = record
        for field in fields {
            guard case .url(let text)? = record.values[field], !Field.isWholeAddress(text),
                let url = URL(string: text, relativeTo: base)?.absoluteString, Field.isWholeAddress(url)
            else { continue }
            record.values[field] = .url(url)
        }
        return record
    }
}
