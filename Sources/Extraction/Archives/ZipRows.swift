package import Records

/// Rows of the files in a ZIP archive: `zip: { file: '*.xml', xml: { rows: /prices/station } }`.
///
/// Unpacked while it arrives and passed to the inner extractor; several matching files are read one after the other. Formats: see
/// `ZipReader`. See Docs/Formats/zip.md.
package struct ZipRows: Extractor {
    package static let name = "zip"
    package static let about = "rows of the files in a ZIP archive, by any other extractor, while it downloads"

    let file: FilePattern
    let inner: any Extractor

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let keys = try options.entries(knowing: ["file"] + Extractors.names(inside: Self.name))
        file = FilePattern(try keys["file"]?.text() ?? "*")
        inner = try Extractors.inner(keys.filter { $0.key != "file" }, of: options, schema)
    }

    init(file: FilePattern, inner: any Extractor) { (self.file, self.inner) = (file, inner) }

    package var followsFields: Bool { inner.followsFields }
    package var withdrawsCertainRows: Bool { inner.withdrawsCertainRows }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { ZipRowsRun(plan: self, hints) }
}

/// One archive while it arrives: bytes in, the records of its files out, with row numbers that continue across files.
///
/// An error of a file's own extractor is thrown after the file has been verified: errors of the archive come first.
final class ZipRowsRun: ExtractionRun {
    private let plan: ZipRows
    private let hints: DocumentHints
    /// For all files together.
    private let rowLimit: Int
    private var reader: ZipReader
    /// The current file.
    private var file: (name: String, run: any ExtractionRun)?
    private var failure: ExtractionError?
    private var fileCount = 0
    /// The number of rows before this file, and including it.
    private var rowsBefore = 0
    private var rows = 0
    /// The notes of the files before this one.
    private var notesBefore = ReadingNotes()
    /// The first pacing of the files before this one.
    private var paceBefore: Pacing?

    init(plan: ZipRows, _ hints: DocumentHints, rowLimit: Int = RowLimits.rows) {
        (self.plan, self.hints, self.rowLimit) = (plan, hints, rowLimit)
        reader = ZipReader { plan.file.matches($0) }
    }

    var pacing: Pacing? { paceBefore ?? file?.run.pacing }
    var notes: ReadingNotes { file.map { notesBefore.adding($0.run.notes) } ?? notesBefore }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        try reader.append(bytes) { try accept($0, receive) }
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        try reader.finish()
        guard fileCount > 0 else {
            let names = reader.names.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
            throw ExtractionError(.row, "no file in the archive is '\(plan.file)'; there " + (names.isEmpty ? "are none" : "is \(names)"))
        }
    }

    private func accept(_ event: ZipReader.Event, _ receive: (Extracted) throws -> Void) throws {
        switch event {
        case .began(let name):
            fileCount += 1
            rowsBefore = rows
            file = (name, plan.inner.begin(hints.packed(as: name)))
        case .bytes(let bytes):
            guard failure == nil else { return }
            do { try file?.run.append(bytes) { try receive(numbered($0)) } } catch let error as ExtractionError { failure = error }
        case .ended:
            do {
                if let failure { throw failure }
                try file?.run.finish { try receive(numbered($0)) }
            } catch let error as ExtractionError {
                throw error.inside("file '\(file?.name ?? "")'")
            }
            (notesBefore, paceBefore) = (notes, pacing)
            file = nil
        }
    }

    private func numbered(_ extracted: Extracted) throws(ExtractionError) -> Extracted {
        rows = max(rows, rowsBefore + extracted.row + 1)
        guard rows <= rowLimit else { throw ExtractionError(.limit, "more than \(rowLimit) rows in the archive's files") }
        return extracted.numbered(from: rowsBefore)
    }
}

/// A file name with `*` for any characters and `?` for one; `*.xml`. Case-sensitive.
struct FilePattern: Sendable, CustomStringConvertible {
    let description: String
    private let pattern: [Character]

    init(_ text: String) {
        description = text
        pattern = Array(text)
    }

    /// Linear except for backtracking to the last `*`.
    func matches(_ name: String) -> Bool {
        let name = Array(name)
        var (at, place) = (0, 0)
        var star: (at: Int, place: Int)?
        while place < name.count {
            if at < pattern.count, pattern[at] == "*" {
                star = (at, place)
                at += 1
            } else if at < pattern.count, pattern[at] == "?" || pattern[at] == name[place] {
                (at, place) = (at + 1, place + 1)
            } else if let last = star {
                star = (last.at, last.place + 1)
                (at, place) = (last.at + 1, last.place + 1)
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == "*" }
    }
}
