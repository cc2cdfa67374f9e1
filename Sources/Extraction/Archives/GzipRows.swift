package import Records

/// Rows of a document in a gzip or xz file: `gzip: { xml: { rows: //programme } }`.
///
/// Unpacked while it arrives, including several members in a row (RFC 1952, section 2.2). Of a ZIP archive all files are read, with any names. A
/// document that begins as neither is read unpacked: many servers unpack such a file themselves, or have the fetch do it (Content-Encoding). See
/// Docs/Formats/gzip.md.
package struct GzipRows: Extractor {
    package static let name = "gzip"
    package static let about = "rows of a document packed with gzip or xz, by any other extractor, while it downloads"

    let inner: any Extractor

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        inner = try Extractors.inner(options.entries(knowing: Extractors.names(inside: Self.name)), of: options, schema)
    }

    package var followsFields: Bool { inner.followsFields }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { GzipRowsRun(inner: inner, hints) }
}

/// One packed document while it arrives. An error of the inner extractor is thrown only once the file has proved to be whole, because damage is
/// reported first.
final class GzipRowsRun: ExtractionRun {
    private let inner: any Extractor
    private let hints: DocumentHints
    private var run: any ExtractionRun
    /// The first bytes, until it is known what they are; then what is not unpacked yet.
    private var held: [UInt8] = []
    private var state = State.opening
    private var failure: ExtractionError?
    private var packedCount = 0
    private var unpacked = UnpackedCount()

    /// The header of an archive's first file.
    private static let archiveMagic: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

    private enum State {
        case opening
        /// Also an archive, whose own run unpacks it.
        case plain
        case member(any Unpacking, Packing)
        /// Between members, or behind the last.
        case between(Packing)
    }

    init(inner: any Extractor, _ hints: DocumentHints) {
        self.inner = inner
        self.hints = hints
        run = inner.begin(hints.packed())
    }

    var pacing: Pacing? { run.pacing }
    var notes: ReadingNotes { run.notes }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        if case .plain = state { return try run.append(bytes, receive) }
        held += bytes
        packedCount += bytes.count
        var at = 0
        while try step(&at, receive) {}
        held.removeFirst(at)
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        switch state {
        case .opening, .plain:
            if !held.isEmpty { try run.append(held, receive) }
        case .member: throw ExtractionError(.truncated, "the packed document ends too early, after \(packedCount) bytes")
        case .between:
            guard held.allSatisfy({ $0 == 0 }) else {
                throw ExtractionError(.damaged, "there is something behind the packed document")
            }
        }
        if let failure { throw failure }
        try run.finish(receive)
    }

    /// Whether there may be more to do with what is held.
    private func step(_ at: inout Int, _ receive: (Extracted) throws -> Void) throws -> Bool {
        switch state {
        case .opening:
            if let packing = Packing.allCases.first(where: { held.starts(with: $0.magic) }) {
                state = .between(packing)
            } else if held.starts(with: Self.archiveMagic) {
                state = .plain
                run = ZipRows(file: FilePattern("*"), inner: inner).begin(hints)
                at = held.count
                try run.append(held, receive)
            } else if (Packing.allCases.map(\.magic) + [Self.archiveMagic]).contains(where: { $0.starts(with: held) }) {
                return false
            } else {
                state = .plain
                run = inner.begin(hints.unpacked)
                at = held.count
                try run.append(held, receive)
            }
        case .between(let packing):
            guard !held[at...].starts(with: packing.magic) else {
                state = .member(packing.unpacking, packing)
                return true
            }
            guard !packing.magic.starts(with: held[at...]) else { return false }
            // Behind the last member there may be zeros.
            guard held[at] == 0 else { throw ExtractionError(.damaged, "there is something behind the packed document") }
            at += 1
        case .member(let unpacking, let packing):
            let step = unpacking.step(held, at..<held.count)
            at += step.used
            try unpacked.add(step.bytes.count, of: packedCount - held.count + at)
            if !step.bytes.isEmpty, failure == nil {
                do { try run.append(step.bytes, receive) } catch let error as ExtractionError { failure = error }
            }
            if step.isTooLarge { throw ExtractionError(.limit, "the packed document needs too much memory to unpack") }
            if step.isDamaged { throw ExtractionError(.damaged, "the packed document is damaged") }
            if step.isAtEnd { state = .between(packing) }
            return step.isAtEnd || step.used > 0 || !step.bytes.isEmpty
        case .plain: return false
        }
        return true
    }
}
