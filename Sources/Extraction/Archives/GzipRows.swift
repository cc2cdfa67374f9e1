package import Records

/// Rows of a document in a gzip or xz file: `gzip: { xml: { rows: //programme } }`.
///
/// Unpacked while it arrives, including several consecutive members (RFC 1952, section 2.2). All files of a ZIP archive are read,
/// regardless of their names. Any other document is read as it is: many servers unpack such a file themselves, or make the fetch do it
/// (Content-Encoding). See Docs/Formats/gzip.md.
package struct GzipRows: Extractor {
    package static let name = "gzip"
    package static let about = "rows of a document packed with gzip or xz, by any other extractor, while it downloads"

    let inner: any Extractor

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        inner = try Extractors.inner(options.entries(knowing: Extractors.names(inside: Self.name)), of: options, schema)
    }

    package var followsFields: Bool { inner.followsFields }
    package var withdrawsCertainRows: Bool { inner.withdrawsCertainRows }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { GzipRowsRun(inner: inner, hints) }
}

/// One packed document while it arrives. An error of the inner extractor is thrown only after the file has been verified, because damage is
/// reported first.
final class GzipRowsRun: ExtractionRun {
    private let inner: any Extractor
    private let hints: DocumentHints
    private var run: any ExtractionRun
    /// The first bytes, until the format is known.
    private var held: [UInt8] = []
    private var state = State.opening
    private var members: PackedMembers?
    private var failure: ExtractionError?
    private var unpacked = UnpackedCount()

    /// The header of an archive's first file.
    private static let archiveMagic: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

    private enum State {
        case opening
        /// Also for an archive, which its own run unpacks.
        case plain
        case packed
    }

    init(inner: any Extractor, _ hints: DocumentHints) {
        self.inner = inner
        self.hints = hints
        run = inner.begin(hints.packed())
    }

    var pacing: Pacing? { run.pacing }
    var notes: ReadingNotes { run.notes }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        switch state {
        case .opening:
            held += bytes
            guard open() else { return }
            let first = held
            held = []
            try append(first, receive)
        case .plain: try run.append(bytes, receive)
        case .packed:
            try members?.append(bytes) { made, packed in
                try unpacked.add(made.count, of: packed)
                guard !made.isEmpty, failure == nil else { return }
                do { try run.append(made, receive) } catch let error as ExtractionError { failure = error }
            }
        }
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        if !held.isEmpty { try run.append(held, receive) }
        try members?.finish()
        if let failure { throw failure }
        try run.finish(receive)
    }

    /// Chooses how to read the document by its first bytes. False if there are too few.
    private func open() -> Bool {
        if let packing = Packing.allCases.first(where: { held.starts(with: $0.magic) }) {
            state = .packed
            members = PackedMembers(packing)
        } else if held.starts(with: Self.archiveMagic) {
            state = .plain
            run = ZipRows(file: FilePattern("*"), inner: inner).begin(hints)
        } else if (Packing.allCases.map(\.magic) + [Self.archiveMagic]).contains(where: { $0.starts(with: held) }) {
            return false
        } else {
            state = .plain
            run = inner.begin(hints.unpacked)
        }
        return true
    }
}
