import Records
import Synchronization

/// Reads the `.nfo` files of a library. A file is read again only if it has changed.
final class NoteReader: Sendable {
    private struct Version: Hashable {
        let size: Int
        let modified: Timestamp
    }

    private typealias Reading = Result<Nfo, MediaFile.NoteFault>

    private let known = Mutex<[String: [String: (version: Version, reading: Reading)]]>([:])

    /// The notes of a folder's files, by path. Notes that can't be opened are skipped.
    func notes(of files: [LibraryFolder.Found], in folder: String) async throws -> [String: NfoNotes] {
        var readings: [String: (version: Version, reading: Reading)] = [:]
        let former = known.withLock { $0[folder] ?? [:] }
        var notes: [String: NfoNotes] = [:]
        for file in files where !file.notes.isEmpty || file.seriesPoster != nil {
            var found = NfoNotes()
            found.poster = file.seriesPoster
            for note in file.notes {
                let version = Version(size: note.size, modified: note.modified)
                var reading = (readings[note.path] ?? former[note.path]).flatMap { $0.version == version ? $0.reading : nil }
                if reading == nil { reading = try await Self.read(note.path, in: folder) }
                guard let reading else { continue }
                readings[note.path] = (version, reading)
                switch reading {
                case .success(let nfo) where note.isOfSeries: found.series = nfo
                case .success(let nfo): (found.own, found.isShared) = (nfo, note.isShared)
                case .failure(let fault): found.fault = found.fault ?? fault
                }
            }
            notes[file.path] = found
        }
        known.withLock { [readings] in $0[folder] = readings }
        return notes
    }

    private static func read(_ path: String, in folder: String) async throws -> Reading? {
        try Task.checkCancellation()
        guard let file = try? await OpenFile.open(path, in: folder) else { return nil }
        guard file.size <= Nfo.byteLimit else { return .failure(.tooLarge) }
        guard let bytes = try? await file.read(0..<file.size) else { return nil }
        do { return .success(try Nfo(bytes)) } catch { return .failure(error) }
    }
}

extension LibraryFolder.Found {
    /// The versions of a file's notes and its series' picture, as stored with the name; nil without any.
    var noteStamp: String? {
        let lines = notes.map { "\($0.path) \($0.size) \($0.modified.milliseconds)" } + [seriesPoster].compactMap { $0 }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}
