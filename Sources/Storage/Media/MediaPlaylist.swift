package import Records

/// A person's list of films and music, in the order in which they play. Each is in it once.
package struct MediaPlaylist: Identifiable, Hashable, Sendable {
    package typealias ID = Int64

    package enum Limits {
        /// Of one person.
        package static let playlists = 100
        package static let items = 1000
        /// Characters.
        package static let name = 120
    }

    package let id: ID
    package let name: String
    /// Items whose files are there.
    package let count: Int

    /// What is done to the order of a list.
    package enum Edit: Hashable, Sendable {
        /// These and no others.
        case set([MediaFile.ID])
        /// At the end, if it isn't there yet.
        case add(MediaFile.ID)
        case remove(MediaFile.ID)
        /// By so many places; to the beginning or the end if there are fewer.
        case move(MediaFile.ID, by: Int)

        package func applied(to items: [MediaFile.ID]) -> [MediaFile.ID] {
            switch self {
            case .set(let wanted):
                var seen: Set<MediaFile.ID> = []
                return wanted.filter { seen.insert($0).inserted }
            case .add(let item): return items.contains(item) ? items : items + [item]
            case .remove(let item): return items.filter { $0 != item }
            case .move(let item, let steps):
                guard let place = items.firstIndex(of: item) else { return items }
                var moved = items
                moved.remove(at: place)
                moved.insert(item, at: (place + steps.clamped(to: -items.count...items.count)).clamped(to: 0...moved.count))
                return moved
            }
        }
    }

    /// What became of an edit.
    package enum Outcome: Hashable, Sendable {
        case done
        /// It isn't there, or another's.
        case missing
        /// There is no such item in the library.
        case unknownItem
        /// One of `Limits` is reached.
        case full
    }
}
