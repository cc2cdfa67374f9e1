import Crypto
import Foundation

/// The sum of a table: the number of rows, the size of their values in bytes, and a sum of hashes that identifies the rows. The order of
/// rows doesn't matter.
///
/// The same rows have the same sum in SQLite and in PostgreSQL. Rows are read one by one, so memory use is constant.
package struct TableSum: Hashable, Sendable {
    package private(set) var rows = 0
    package private(set) var bytes = 0
    /// Of the first sixteen bytes of each row's SHA-256, as two numbers.
    private var (high, low): (UInt64, UInt64) = (0, 0)

    init() {}

    init(of table: TableShape, in database: Connection) throws {
        let rows = try Row.fetchCursor(database, sql: table.selectAll)
        while let row = try rows.next() { add(row.values) }
    }

    mutating func add(_ values: [ColumnValue]) {
        var row: [UInt8] = []
        for value in values { Self.append(value, to: &row) }
        rows += 1
        // The prefix of each value, its kind and length, isn't counted.
        bytes += row.count - 9 * values.count
        SHA256.hash(data: row).withUnsafeBytes { hash in
            high &+= hash.loadUnaligned(as: UInt64.self)
            low &+= hash.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        }
    }

    /// The kind, the number of bytes, and the bytes.
    private static func append(_ value: ColumnValue, to row: inout [UInt8]) {
        func append(_ kind: UInt8, _ bytes: some Collection<UInt8>) {
            row.append(kind)
            withUnsafeBytes(of: UInt64(bytes.count)) { row += $0 }
            row += bytes
        }
        switch value {
        case .null: append(0, [UInt8]())
        case .integer(let integer): append(1, withUnsafeBytes(of: integer) { Array($0) })
        // SQLite doesn't store the sign of zero.
        case .number(let number): append(2, withUnsafeBytes(of: (number == 0 ? 0 : number).bitPattern) { Array($0) })
        case .text(let text): append(3, text.utf8)
        case .bytes(let data): append(4, data)
        }
    }
}

extension TableShape {
    private var columnList: String { columns.map { "\"\($0)\"" }.joined(separator: ", ") }

    /// All its rows, in any order.
    var selectAll: String { "SELECT \(columnList) FROM \"\(name)\"" }

    var insertAll: String { "INSERT INTO \"\(name)\" (\(columnList)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))" }

    /// PostgreSQL's statement for many rows.
    var copyAll: String { "COPY \"\(name)\" (\(columnList)) FROM STDIN" }
}
