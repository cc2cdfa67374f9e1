import BoardPages
import Records

/// All that a list's page shows, at one moment.
struct ListModel: Sendable {
    var frame: BoardFrame
    /// Nil where the board's rows have none.
    var pictureField: Field?
    var listing: Listing
}
