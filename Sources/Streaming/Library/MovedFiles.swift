import Records
import Storage

/// Tells which files that aren't at their places any more are now at others, by what they hold: a pure decision, before any is looked into.
///
/// A file that was overwritten keeps its number too, if it has been begun or listed and what took its place has not: that is how a better
/// version comes.
enum MovedFiles {
    /// A file that is there.
    struct Found: Hashable, Sendable {
        let folder: String
        let path: String
        let mark: MediaMark
        /// Which file the library knows at this place.
        var occupant: MediaFile.ID?
        /// It is known there, with what it holds, and nobody would miss it: it came as a copy of what has gone since.
        var isSpare = false
    }

    /// Each of the lost goes to one place at most, each place is taken by one at most: by one of the same name, else by one that somebody has
    /// begun or listed, else by the one that was known first. The order of what is given plays no part.
    static func moves(of lost: [LostMedia], to found: [Found]) -> [MediaMove] {
        let known = Dictionary(lost.map { ($0.id, $0) }) { first, _ in first }
        var places = found.sorted { ($0.isSpare ? 1 : 0, $0.folder, $0.path) < ($1.isSpare ? 1 : 0, $1.folder, $1.path) }
        // What was written again with the same in it is where it was.
        let staying = Set(places.compactMap { place in place.occupant.flatMap { known[$0]?.mark == place.mark ? $0 : nil } })
        places.removeAll { $0.occupant.map(staying.contains) ?? false }
        var waiting = lost.filter { $0.mark != nil && !staying.contains($0.id) }
            .sorted { ($0.isUsed ? 1 : 0, $1.id) < ($1.isUsed ? 1 : 0, $0.id) }
        var moves: [(file: LostMedia, place: Found)] = []
        for byName in [true, false] {
            // The last of each comes first.
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
