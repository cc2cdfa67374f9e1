package import Records

/// A person's list of films and music, in playing order, without duplicates.
package struct MediaPlaylist: Identifiable, Hashable, Sendable {
    package typealias ID = Int64

    package enum Limits {
        /// Limit of playlists per person.
        package static let playlists = 100
        package static let items = 1000
        /// Limit of a name in characters.
        package static let name = 120
    }

    package let id: ID
    package let name: String
    /// Items whose files are present.
    package let count: Int

    /// A change to a list's items.
    package enum Edit: Hashable, Sendable {
        /// Replaces all items.
        case set([MediaFile.ID])
        /// Appends it, unless the list has it.
        case add(MediaFile.ID)
        case remove(MediaFile.ID)
        /// By this many places, stopping at the beginning or the end.
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

    /// The outcome of an edit.
    package enum Outcome: Hashable, Sendable {
        case done
        /// There is no such list, or it is another person's.
        case missing
        /// The library has no such item.
        case unknownItem
        /// One of `Limits` is reached.
        case full
    }
}
