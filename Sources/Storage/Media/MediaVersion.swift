package import Records

/// The version of a file that the library knows.
package struct MediaVersion: Hashable, Sendable {
    package let id: MediaFile.ID
    package let size: Int
    package let modified: Timestamp
    package let isGone: Bool
    /// It was examined for everything that this version looks for.
    package let isComplete: Bool
    /// It has a mark, so it is recognised by its content after a move.
    package let isMarked: Bool
    /// The picture beside it.
    package let coverArt: String?
    /// The versions of the `.nfo` files that its name was derived from.
    package let notes: String?
}
