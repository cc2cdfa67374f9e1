package import Foundation
package import Records

extension ExtractionRun {
    /// The same records, with whole addresses in fields of the kind `url` where the document writes them relative to its own (RFC 3986, section 5).
    ///
    /// `schema` is that of the run's records. An address that can't be made whole stays as it is; without a base so do all. The address of a
    /// picture stays, too, where it leads to the same place from `feed`, from which it is looked for.
    package func resolving(_ schema: Schema, against base: URL?, of feed: URL? = nil) -> any ExtractionRun {
        func places(_ kind: Field.Kind) -> [Int] { schema.fields.indices.filter { schema.fields[$0].kind == kind } }
        let pictures = feed == nil || feed == base ? [] : places(.image)
        guard let base, !places(.url).isEmpty || !pictures.isEmpty else { return self }
        return ResolvingRun(run: self, fields: places(.url), pictures: pictures, base: base, feed: feed)
    }
}

private final class ResolvingRun: ExtractionRun {
    private var run: any ExtractionRun
    private let fields: [Int]
    private let pictures: [Int]
    private let base: URL
    private let feed: URL?

    init(run: any ExtractionRun, fields: [Int], pictures: [Int], base: URL, feed: URL?) {
        (self.run, self.fields, self.pictures, self.base, self.feed) = (run, fields, pictures, base, feed)
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
            guard case .url(let text)? = record.values[field], let url = Self.whole(text, base) else { continue }
            record.values[field] = .url(url)
        }
        for field in pictures {
            guard case .image(let text)? = record.values[field], let url = Self.whole(text, base), url != Self.whole(text, feed) else {
                continue
            }
            record.values[field] = .image(url)
        }
        return record
    }

    /// nil if it is whole already, or can't be.
    private static func whole(_ text: String, _ base: URL?) -> String? {
        guard !Field.isWholeAddress(text), !text.hasPrefix("data:"), let url = URL(string: text, relativeTo: base)?.absoluteString,
            Field.isWholeAddress(url)
        else { return nil }
        return url
    }
}
