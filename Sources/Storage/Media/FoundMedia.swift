package import Records

/// A file after it was examined.
package struct FoundMedia: Sendable {
    package let place: MediaFile.Place
    package let name: MediaFile.Name
    package let contents: MediaFile.Contents
    package let mark: MediaMark?
    /// The path of the picture beside the file. nil leaves the stored one.
    package let coverArt: String?
    /// The versions of the `.nfo` files that its name was derived from.
    package let notes: String?

    package init(
        place: MediaFile.Place, name: MediaFile.Name, contents: MediaFile.Contents, mark: MediaMark? = nil, coverArt: String? = nil,
        notes: String? = nil
    ) {
        (self.place, self.name, self.contents, self.mark) = (place, name, contents, mark)
        (self.coverArt, self.notes) = (coverArt, notes)
    }
}
