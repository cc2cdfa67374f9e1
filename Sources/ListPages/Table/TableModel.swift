import BoardPages
import Records
import Serving

/// All that a table's page shows, at one moment.
struct TableModel: Sendable {
    static let pageSize = 100

    var frame: BoardFrame
    var shape: RecordShape
    var query = ""
    /// Nil: as the source has it.
    var sort: RecordSort?
    var page: RecordPage
    /// What became last of the rows that are news, by the store's number for the record.
    var changes: [Int64: Change] = [:]

    var schema: Schema { shape.schema }
    /// From where the next page goes on; nil on the last.
    var next: Int? { page.from + page.rows.count < page.found ? page.from + page.rows.count : nil }
    /// The page before; nil on the first.
    var previous: Int? { page.from > 0 ? max(0, page.from - Self.pageSize) : nil }
}
