import Foundation
import GRDB
package import Records

/// Which of a feed's records are wanted, in which order, from where on.
package struct RecordQuery: Sendable {
    package enum Order: Hashable, Sendable {
        /// As the source has them.
        case source
        /// By a field, empty ones first; `isOrdered` says which fields can.
        case field(String, isDescending: Bool)
    }

    package var equals: [(field: String, value: Value)] = []
    package var order = Order.source
    /// Behind this record; nil: from the first on.
    package var after: RecordCursor?
    package var limit: Int
    /// What else a record has to be like, asked for each that is read.
    package var matches: (@Sendable (Records.Record) throws -> Bool)?

    package init(limit: Int) { self.limit = limit }

    /// Whether the store has the values of a field in their order. Amounts, lengths of time, places and lists are stored as texts, which have
    /// another.
    package static func isOrdered(_ kind: Field.Kind) -> Bool {
        switch kind {
        case .money, .duration, .position, .list: false
        case .text, .number, .date, .time, .timestamp, .flag, .url, .image, .phone, .email: true
        }
    }
}

/// A place among the records of a query: the record before it. As a text it is nobody's to take apart.
package struct RecordCursor: Hashable, Sendable {
    /// In the source's order the position, with the place of its feed among those that are read together above it; otherwise the number of
    /// the record.
    let number: Int64
    /// What the field that orders has, as it is stored.
    let value: String?

    package init?(text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let number = Int64(parts[0]), number >= 0 else { return nil }
        self.number = number
        guard parts.count == 2 else {
            value = nil
            return
        }
        let base64 = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
        let padded = base64 + String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: padded), let value = String(bytes: bytes, encoding: .utf8) else { return nil }
        self.value = value
    }

    init(number: Int64, value: String?) {
        self.number = number
        self.value = value
    }

    private static let positionBits = 40
    /// The place of the feed among those that are read together.
    var feed: Int { Int(number >> Self.positionBits) }
    /// The place in it.
    var position: RecordCursor { RecordCursor(number: number & (1 << Self.positionBits - 1), value: nil) }
    func inFeed(_ index: Int) -> RecordCursor { RecordCursor(number: number | Int64(index) << Self.positionBits, value: nil) }

    package var text: String {
        guard let value else { return String(number) }
        let base64 = Data(value.utf8).base64EncodedString()
        return "\(number)." + base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

extension Store {
    /// The records of a query, and where those after them begin; nil if there is none. A cursor of another order gives a place of no meaning,
    /// never an error.
    package func records(
        of feed: Feed, _ schema: Schema, _ query: RecordQuery
    ) async throws -> (records: [StoredRecord], next: RecordCursor?) {
        try await records(of: [feed], schema, query)
    }

    /// The same of feeds of one board that are shown together: in the source's order a feed after another.
    package func records(
        of feeds: [Feed], _ schema: Schema, _ query: RecordQuery
    ) async throws -> (records: [StoredRecord], next: RecordCursor?) {
        guard feeds.count > 1, query.order == .source else { return try await page(of: feeds, schema, query) }
        var found: [StoredRecord] = []
        let first = query.after?.feed ?? 0
        for index in feeds.indices.dropFirst(first) {
            var rest = query
            rest.limit = query.limit - found.count
            rest.after = index == first ? query.after?.position : nil
            let (records, next) = try await page(of: [feeds[index]], schema, rest)
            found += records
            if let next { return (found, next.inFeed(index)) }
            if found.count == query.limit, let last = records.last, index < feeds.count - 1 {
                return (found, Self.cursor(at: last, nil).inFeed(index))
            }
        }
        return (found, nil)
    }

    private func page(
        of feeds: [Feed], _ schema: Schema, _ query: RecordQuery
    ) async throws -> (records: [StoredRecord], next: RecordCursor?) {
        guard let board = feeds.first?.board else { return ([], nil) }
        let table = BoardTable(board: board, schema: schema)
        var sql = "\(table.select) WHERE \(Self.isOf(feeds, column: "_feed"))"
        var arguments: [DatabaseValue] = []
        for (field, value) in query.equals where schema.index(of: field) != nil {
            sql += " AND \"\(field)\" = ?"
            arguments.append(value.stored)
        }
        var orderedBy: Int?
        switch query.order {
        case .source:
            if let after = query.after {
                sql += " AND _position > ?"
                arguments.append(after.number.databaseValue)
            }
            sql += " ORDER BY _position"
        case .field(let name, let isDescending):
            guard let index = schema.index(of: name) else { return ([], nil) }
            orderedBy = index
            let isNumber = [.number, .timestamp, .flag].contains(schema.fields[index].kind)
            let column = "coalesce(\"\(name)\", \(isNumber ? "-9e999" : "''"))"
            if let after = query.after {
                sql += " AND (\(column), _id) \(isDescending ? "<" : ">") (?, ?)"
                arguments += [isNumber ? (Double(after.value ?? "") ?? -.infinity).databaseValue : (after.value ?? "").databaseValue]
                arguments.append(after.number.databaseValue)
            }
            sql += " ORDER BY \(column)\(isDescending ? " DESC" : ""), _id\(isDescending ? " DESC" : "")"
        }
        return try await read("reading records of \(board)") { [sql, arguments, orderedBy] database in
            var records: [StoredRecord] = []
            let cursor = try Row.fetchCursor(database, sql: sql, arguments: StatementArguments(arguments))
            while let row = try cursor.next() {
                let stored = table.record(row)
                guard try query.matches?(stored.record) ?? true else { continue }
                if records.count == query.limit {
                    return (records, records.last.map { Self.cursor(at: $0, orderedBy) })
                }
                records.append(stored)
            }
            return (records, nil)
        }
    }

    private static func cursor(at stored: StoredRecord, _ orderedBy: Int?) -> RecordCursor {
        guard let orderedBy else { return RecordCursor(number: Int64(stored.position), value: nil) }
        let text = stored.record.values[orderedBy].map { value in
            switch value {
            case .number(let number): "\(number)"
            case .timestamp(let timestamp): "\(timestamp.milliseconds)"
            case .flag(let flag): flag ? "1" : "0"
            default: value.storedText
            }
        }
        return RecordCursor(number: stored.id, value: text ?? "")
    }
}

extension Store {
    /// The first records that `matches` takes, in the source's order, and how many it takes in all.
    package func preview(
        of feeds: [Feed], _ schema: Schema, limit: Int, matching matches: @Sendable @escaping (Records.Record) throws -> Bool
    ) async throws -> (records: [StoredRecord], count: Int) {
        let board = feeds.first?.board ?? ""
        let table = BoardTable(board: board, schema: schema)
        return try await read("previewing records of \(board)") { database in
            var (records, count): ([StoredRecord], Int) = ([], 0)
            for feed in feeds {
                let cursor = try Row.fetchCursor(
                    database, sql: "\(table.select) WHERE _feed = ? ORDER BY _position", arguments: [feed.id])
                while let row = try cursor.next() {
                    let stored = table.record(row)
                    guard try matches(stored.record) else { continue }
                    count += 1
                    if records.count < limit { records.append(stored) }
                }
            }
            return (records, count)
        }
    }
}
