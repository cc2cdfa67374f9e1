import BoardPages
import Records

/// The data of a list's page at one moment.
struct ListModel: Sendable {
    var frame: BoardFrame
    /// nil if the board's records have no pictures.
    var pictureField: Field?
    var listing: Listing
    /// nil if the board has no details of its records.
    var details: Details?

    /// Whether a search includes the records' details.
    enum Details: Hashable, Sendable {
        /// Details aren't searched, but can be.
        case offered
        /// The details of this many records are searched.
        case searched(Int)
    }
}
