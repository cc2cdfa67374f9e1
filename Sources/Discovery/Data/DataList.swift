/// Rows of data, and how a board can read them.
struct DataList {
    var rows: [DataRow]
    /// The length of the list, of which `rows` may be only the beginning.
    var count: Int
    /// Whether only a part of the document was searched.
    var isCut = false
    /// Whether a column with the same text in all rows is a value instead of a label or punctuation: printed tables have their labels above
    /// them.
    var keepsSame = false
    /// In the order of how long each is likely to work.
    var readings: [Reading] = []
}
