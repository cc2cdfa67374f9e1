import Foundation
import Records

/// `BulkStatement` for PostgreSQL.
final class PostgresBulkStatement {
    private let statement: PostgresStatement
    private var rows: PostgresRows?
    private var row: PostgresRow?

    init(_ statement: PostgresStatement) { self.statement = statement }

    func run(_ integers: [Int64], packed record: UnsafeRawBufferPointer) throws {
        try run(Self.columns(integers) + PackedValue.columns(of: record))
    }

    func run(_ integers: [Int64], _ values: [Value?]) throws { try run(Self.columns(integers) + values.map(\.held)) }

    private static func columns(_ integers: [Int64]) -> [ColumnValue] { integers.map { .integer($0) } }

    private func run(_ values: [ColumnValue]) throws {
        statement.values = values
        _ = try statement.begin(isStreaming: false)
    }

    func begin(_ integers: [Int64], texts: [String]) {
        end()
        guard !integers.isEmpty || !texts.isEmpty else { return }
        statement.values = Self.columns(integers) + texts.map { .text($0.withoutNulls) }
    }

    func step() throws -> Bool {
        let rows = try rows ?? statement.begin(isStreaming: true)
        self.rows = rows
        row = try rows.next()
        return row != nil
    }

    func end() {
        rows?.end()
        (rows, row) = (nil, nil)
    }

    func byteCount(_ column: Int) -> Int {
        guard let row, row.result.type(column) == PostgresType.text else { return 0 }
        return row.result.bytes(row.index, column)?.count ?? 0
    }

    func text(_ column: Int) -> String? { row?.found(column) }

    func integer(_ column: Int) -> Int64 { row?.found(column) ?? 0 }

    func value(_ column: Int, _ kind: Field.Kind) -> Value? { row.flatMap { BoardTable.value($0.value(column), kind) } }
}

extension PackedValue {
    /// The values of a packed record as stored in its columns. Throws if it is damaged.
    static func columns(of record: UnsafeRawBufferPointer) throws -> [ColumnValue] {
        var values: [ColumnValue] = []
        let isRecord = forEach(in: record) { _, value in
            switch value {
            case .nothing: values.append(.null)
            case .text(let text): values.append(.text(String(decoding: text, as: UTF8.self).withoutNulls))
            case .list(let list):
                var json: [UInt8] = []
                list.appendJSON(to: &json)
                values.append(.text(String(decoding: json, as: UTF8.self)))
            case .other(let value): values.append(Value?.some(value).held)
            }
        }
        guard isRecord else { throw StoredFault("a packed record is damaged") }
        return values
    }
}

extension Value? {
    /// The value as PostgreSQL can store it.
    var held: ColumnValue {
        guard let value = self?.stored else { return .null }
        if case .text(let text) = value { return .text(text.withoutNulls) }
        return value
    }
}

/// New rows of a table, written by COPY: a fifth of the cost of one round trip per row. (https://www.postgresql.org/docs/15/sql-copy.html)
enum PostgresCopy {
    private static let (tab, end): ([UInt8], [UInt8]) = (Array("\t".utf8), Array("\n".utf8))

    /// Appends a line in COPY's text format.
    static func append(_ values: [ColumnValue], to bytes: inout [UInt8]) {
        for (place, value) in values.enumerated() {
            if place > 0 { bytes += tab }
            switch value {
            case .null: bytes += "\\N".utf8
            case .integer(let integer): bytes += "\(integer)".utf8
            case .number(let number): bytes += "\(number)".utf8
            case .text(let text): escape(text, into: &bytes)
            case .bytes(let data): bytes += "\\\\x\(String(hexadecimal: data))".utf8
            }
        }
        bytes += end
    }

    private static func escape(_ text: String, into bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case UInt8(ascii: "\t"): bytes += "\\t".utf8
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case UInt8(ascii: "\r"): bytes += "\\r".utf8
            default: bytes.append(byte)
            }
        }
    }
}
