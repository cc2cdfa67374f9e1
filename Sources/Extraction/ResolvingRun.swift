package import Foundation
package import Records

extension ExtractionRun {
    /// The same records, with absolute addresses in fields of the kind `url` where the document has relative ones (RFC 3986, section 5).
    ///
    /// `schema` is that of the run's records. An address that can't be resolved stays unchanged; without a base, all do. A picture's
    /// address also stays if it resolves to the same from `feed`, relative to which it is loaded.
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
            guard case .url(let text)? = record.values[field] else { continue }
            record.values[field] = .url(WholeAddress.of(text, base))
        }
        for field in pictures {
            guard case .image(let text)? = record.values[field], case let url = WholeAddress.of(text, base),
                url != WholeAddress.of(text, feed)
            else { continue }
            record.values[field] = .image(url)
        }
        return record
    }
}

/// Resolves relative addresses of a document (RFC 3986, section 5).
enum WholeAddress {
    /// The address unchanged if it is absolute or can't be resolved.
    static func of(_ text: String, _ base: URL?) -> String {
        guard !Field.isWholeAddress(text), !text.hasPrefix("data:"), let url = URL(string: text, relativeTo: base)?.absoluteString,
            Field.isWholeAddress(url)
        else { return text }
        return url
    }

    /// The base address that a document declares, each part relative to the one before and the first to the document's own address. Parts
    /// that don't resolve to a web address are ignored; nil if none is left.
    static func base(_ parts: [String], of document: URL?) -> URL? {
        var base: URL?
        for part in parts {
            let text = part.trimmingWhitespace()
            guard let next = URL(string: text, relativeTo: base ?? document)?.absoluteURL else { continue }
            // Without the document's address, a relative part stays relative.
            if next.scheme == nil || Field.isWholeAddress(next.absoluteString) { base = next }
        }
        return base
    }
}

extension Value {
    /// The address of a link or a picture.
    var address: String? {
        switch self {
        case .url(let text), .image(let text): text
        default: nil
        }
    }

    func with(address: String) -> Value {
        switch self {
        case .url: .url(address)
        case .image: .image(address)
        default: self
        }
    }
}
