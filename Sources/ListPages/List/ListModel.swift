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

    /// What a search looks at in addition to the records.
    enum Details: Hashable, Sendable {
        /// A person may ask for the details to be searched too.
        case offered
        /// The details of so many records are.
        case searched(Int)
    }
}
