package import Records

/// Which version of a file the library knows.
package struct MediaVersion: Hashable, Sendable {
    package let id: MediaFile.ID
    package let size: Int
    package let modified: Timestamp
    package let isGone: Bool
    /// Nothing was learned since that files are looked into for.
    package let isComplete: Bool
    /// It is known by what it holds, wherever it goes.
    package let isMarked: Bool
    /// The picture that lay beside it.
    package let coverArt: String?
    /// The versions of the `.nfo` files that its name was made from.
    package let notes: String?
}
