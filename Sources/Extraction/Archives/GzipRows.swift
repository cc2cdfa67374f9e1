package import Records

/// Rows of a document that was packed with gzip as a file: `gzip: { xml: { rows: //programme } }`.
///
/// Unpacked while it arrives, several members in a row included (RFC 1952, section 2.2). What does not begin as gzip is read as it is: many
/// servers unpack such a file themselves, or have the fetch do it (Content-Encoding). See Docs/Formats/gzip.md.
package struct GzipRows: Extractor {
    package static let name = "gzip"
    package static let about = "rows of a document packed with gzip, by any other extractor, while it downloads"

    let inner: any Extractor

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        inner = try Extractors.inner(options.entries(knowing: Extractors.names(inside: Self.name)), of: options, schema)
    }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { GzipRowsRun(inner: inner, hints) }
}

/// One packed document on its way through. What its own extractor refuses is said when it has proved to be whole: damage goes before it.
final class GzipRowsRun: ExtractionRun {
    private let inner: any Extractor
    private let hints: DocumentHints
    private var run: any ExtractionRun
    /// The first two bytes, until they are there; then what is not unpacked yet.
    private var held: [UInt8] = []
    private var state = State.opening
    private var failure: ExtractionError?
    private var packedCount = 0
    private var unpacked = UnpackedCount()

    private enum State {
        case opening
        case plain
        case member(Inflation)
        /// Between members, or behind the last.
        case between
    }

    init(inner: any Extractor, _ hints: DocumentHints) {
        self.inner = inner
        self.hints = hints
        run = inner.begin()
    }

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
            guard held.count >= 2 else { return false }
            if held.starts(with: Self.magic) {
                state = .between
            } else {
                state = .plain
                run = inner.begin(hints)
                at = held.count
                try run.append(held, receive)
            }
        case .between:
            // Behind the last member there may be zeros.
            guard held.count - at >= 2 else { return false }
            guard held[at...].starts(with: Self.magic) else {
                guard held[at] == 0 else { throw ExtractionError(.damaged, "there is something behind the packed document") }
                at += 1
                return true
            }
            state = .member(Inflation(.gzip))
        case .member(let inflation):
            let step = inflation.step(held, at..<held.count)
            at += step.used
            try unpacked.add(step.bytes.count, of: packedCount - held.count + at)
            if !step.bytes.isEmpty, failure == nil {
                do { try run.append(step.bytes, receive) } catch let error as ExtractionError { failure = error }
            }
            if step.isDamaged { throw ExtractionError(.damaged, "the packed document is damaged") }
            if step.isAtEnd { state = .between }
            return step.isAtEnd || step.used > 0 || !step.bytes.isEmpty
        case .plain: return false
        }
        return true
    }

    private static let magic: [UInt8] = [0x1F, 0x8B]
}
