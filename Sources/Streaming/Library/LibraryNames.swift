package import Records
import Synchronization

/// Names the files of a library from their paths, tags and neighbours.
///
/// A directory's files are scanned once, when the first of them is named.
package final class LibraryNames: Sendable {
    private let files: [String: [String: [String]]]
    private let notes: [String: [String: NfoNotes]]
    private let thisYear: Int
    private let neighbours = Mutex<[String: [String: MediaNaming.Neighbours]]>([:])

    /// `folders`: each with the paths of its files. `notes`: the notes of each file, by folder and path.
    package init(_ folders: [(folder: String, paths: [String])], notes: [String: [String: NfoNotes]] = [:], thisYear: Int) {
        (self.notes, self.thisYear) = (notes, thisYear)
        files = Dictionary(folders.map { ($0.folder, Dictionary(grouping: $0.paths, by: Self.directory)) }) { first, _ in first }
    }

    package func name(of path: String, in folder: String, _ tracks: MediaTracks?) -> MediaFile.Name {
        let directory = Self.directory(of: path)
        let beside = neighbours.withLock { kept in
            if let known = kept[folder]?[directory] { return known }
            let made = MediaNaming.Neighbours((files[folder]?[directory] ?? []).map { String($0.split(separator: "/").last ?? "") })
            kept[folder, default: [:]][directory] = made
            return made
        }
        return MediaNaming.name(of: path, tracks, .init(neighbours: beside, thisYear: thisYear, notes: notes[folder]?[path] ?? NfoNotes()))
    }

    /// The path up to its last slash.
    static func directory(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }
}
