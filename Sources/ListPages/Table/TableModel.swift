import BoardPages
import Records
import Serving

/// The data of a table's page at one moment.
struct TableModel: Sendable {
    static let pageSize = 100

    var frame: BoardFrame
    var shape: RecordShape
    var query = ""
    /// nil for the source's order.
    var sort: RecordSort?
    var page: RecordPage
    /// The last change of each recently changed row, by record number.
    var changes: [Int64: Change] = [:]

    var schema: Schema { shape.schema }
    /// The start of the next page; nil on the last.
    var next: Int? { page.from + page.rows.count < page.found ? page.from + page.rows.count : nil }
    /// The start of the previous page; nil on the first.
    var previous: Int? { page.from > 0 ? max(0, page.from - Self.pageSize) : nil }
}
