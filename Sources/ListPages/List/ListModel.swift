import BoardPages
import Records

/// The data of a list's page at one moment.
struct ListModel: Sendable {
    var frame: BoardFrame
    /// nil if the board's records have no pictures.
    var pictureField: Field?
    var listing: Listing
}
