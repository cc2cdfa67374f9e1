import Records
import Storage

/// Detects which missing files are now at other paths, by their content marks: a pure decision, before new files are analysed.
///
/// An overwritten file also keeps its number if a person has started or listed it but not its replacement: that is how a better version
/// arrives.
enum MovedFiles {
    /// An existing file.
    struct Found: Hashable, Sendable {
        let folder: String
        let path: String
        let mark: MediaMark
        /// The file known at this path.
        var occupant: MediaFile.ID?
        /// Whether the known file at this path can be replaced: it is a copy of a file that has since disappeared, and no person uses it.
        var isSpare = false
    }

    /// Assigns each missing file to at most one path, and each path to at most one file: of the same name if possible, otherwise a started
    /// or listed one, otherwise the oldest. The result does not depend on the input order.
    static func moves(of lost: [LostMedia], to found: [Found]) -> [MediaMove] {
        let known = Dictionary(lost.map { ($0.id, $0) }) { first, _ in first }
        var places = found.sorted { ($0.isSpare ? 1 : 0, $0.folder, $0.path) < ($1.isSpare ? 1 : 0, $1.folder, $1.path) }
        // A file rewritten with the same content is still at its path.
        let staying = Set(places.compactMap { place in place.occupant.flatMap { known[$0]?.mark == place.mark ? $0 : nil } })
        places.removeAll { $0.occupant.map(staying.contains) ?? false }
        var waiting = lost.filter { $0.mark != nil && !staying.contains($0.id) }
            .sorted { ($0.isUsed ? 1 : 0, $1.id) < ($1.isUsed ? 1 : 0, $0.id) }
        var moves: [(file: LostMedia, place: Found)] = []
        for byName in [true, false] {
            // `popLast` assigns the last file of each group first.
            var alike = Dictionary(grouping: waiting) { Trait(mark: $0.mark, name: byName ? name(of: $0.path) : nil) }
            places.removeAll { place in
                guard let file = alike[Trait(mark: place.mark, name: byName ? name(of: place.path) : nil)]?.popLast() else { return false }
                moves.append((file, place))
                return true
            }
            let found = Set(moves.map { $0.file.id })
            waiting.removeAll { found.contains($0.id) }
        }
        let moving = Set(moves.map { $0.file.id })
        return moves.filter { file, place in
            guard !file.isUsed, let occupant = place.occupant.flatMap({ known[$0] }), !moving.contains(occupant.id) else { return true }
            return !occupant.isUsed
        }.map { MediaMove(id: $0.id, folder: $1.folder, path: $1.path) }.sorted { $0.id < $1.id }
    }

    private struct Trait: Hashable {
        let mark: MediaMark?
        let name: Substring?
    }

    private static func name(of path: String) -> Substring { path.split(separator: "/").last ?? "" }
}
