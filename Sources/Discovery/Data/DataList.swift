/// Rows of data, and how a board gets to them.
struct DataList {
    var rows: [DataRow]
    /// Of the list, of which `rows` may be the first.
    var count: Int
    /// Not all of the document was looked at.
    var isCut = false
    /// Whether a column that is the same in all rows is a value, and no label or mark of the format:
    /// a table in print has its labels above it.
    var keepsSame = false
    /// The likeliest to last first.
    var readings: [Reading] = []
}
