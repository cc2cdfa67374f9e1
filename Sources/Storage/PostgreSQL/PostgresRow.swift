import Foundation

/// A result of libpq: rows, or the outcome of a statement.
final class PostgresResult {
    enum Status: CInt {
        case commandDone = 1
        case rows = 2
        case copyIn = 4
        case failed = 7
        case oneRow = 9
        case endOfPipeline = 10
    }

    private let result: OpaquePointer
    private let library: Libpq
    let rowCount: Int
    /// nil if unexpected.
    let status: Status?

    init(_ result: OpaquePointer, _ library: Libpq) {
        (self.result, self.library) = (result, library)
        status = Status(rawValue: library.resultStatus(result))
        rowCount = Int(library.rowCount(result))
    }

    deinit { library.clear(result) }

    var error: PostgresError? {
        switch status {
        case .commandDone, .rows, .copyIn, .oneRow, .endOfPipeline: return nil
        case .failed, nil:
            func field(_ name: Unicode.Scalar) -> String? { library.resultErrorField(result, CInt(name.value)).map { String(cString: $0) } }
            return PostgresError(state: field("C") ?? PostgresError.unknown, message: field("M") ?? Self.words(library, result))
        }
    }

    /// libpq's own message.
    private static func words(_ library: Libpq, _ result: OpaquePointer) -> String {
        library.resultErrorMessage(result).map { String(cString: $0).split(separator: "\n").joined(separator: " ") } ?? "error"
    }

    /// nil for a statement that modifies nothing.
    var changedRows: Int? { library.changedRows(result).flatMap { Int(String(cString: $0)) } }

    private(set) lazy var columns: [String] = (0..<library.columnCount(result)).map { column in
        library.columnName(result, column).map { String(cString: $0) } ?? ""
    }
    private lazy var types: [UInt32] = (0..<library.columnCount(result)).map { library.columnType(result, $0) }

    /// nil for NULL.
    func bytes(_ row: CInt, _ column: Int) -> UnsafeRawBufferPointer? {
        let column = CInt(column)
        guard library.isNull(result, row, column) == 0, let start = library.value(result, row, column) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: Int(library.length(result, row, column)))
    }

    func type(_ column: Int) -> UInt32 { types[column] }
}

struct PostgresRow {
    let result: PostgresResult
    let index: CInt

    func needed<Value: Column>(_ name: String) -> Value {
        guard let column = result.columns.firstIndex(of: name) else { preconditionFailure("no column is called \(name)") }
        return needed(column)
    }

    /// nil for NULL, or if there is no such column.
    func found<Value: Column>(_ name: String) -> Value? { result.columns.firstIndex(of: name).flatMap { found($0) } }

    func needed<Value: Column>(_ column: Int) -> Value {
        guard let value: Value = found(column) else { preconditionFailure("a column isn’t a \(Value.self)") }
        return value
    }

    /// nil for NULL.
    func found<Value: Column>(_ column: Int) -> Value? {
        let value = value(column)
        if case .null = value { return nil }
        guard let found = Value(column: value) else { preconditionFailure("a column isn’t a \(Value.self)") }
        return found
    }

    var values: [ColumnValue] { result.columns.indices.map(value) }

    func value(_ column: Int) -> ColumnValue {
        guard let bytes = result.bytes(index, column) else { return .null }
        func integer<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer { Integer(bigEndian: bytes.loadUnaligned(as: Integer.self)) }
        switch result.type(column) {
        case PostgresType.int8: return .integer(integer(Int64.self))
        case PostgresType.int4: return .integer(Int64(integer(Int32.self)))
        case PostgresType.int2: return .integer(Int64(integer(Int16.self)))
        case PostgresType.bool: return ColumnValue(bytes[0] != 0)
        case PostgresType.float8: return .number(Double(bitPattern: integer(UInt64.self)))
        case PostgresType.float4: return .number(Double(Float(bitPattern: integer(UInt32.self))))
        case PostgresType.numeric: return Self.numeric(bytes)
        case PostgresType.bytea: return .bytes(Data(bytes))
        default: return .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Decodes a sum of integers: base-10,000 digits, the first of which has the given weight.
    private static func numeric(_ bytes: UnsafeRawBufferPointer) -> ColumnValue {
        func word(_ place: Int) -> Int { Int(Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2 * place, as: Int16.self))) }
        let (count, weight, isNegative) = (word(0), word(1), word(2) == 0x4000)
        var (whole, number, fits) = (Int64(0), 0.0, true)
        for place in 0..<max(count, weight + 1) {
            let digit = place < count ? word(4 + place) : 0
            number += Double(digit) * pow(10_000, Double(weight - place))
            guard place <= weight else {
                fits = fits && digit == 0
                continue
            }
            let (times, isTooLarge) = whole.multipliedReportingOverflow(by: 10_000)
            let (sum, overflows) = times.addingReportingOverflow(Int64(digit))
            (whole, fits) = (sum, fits && !isTooLarge && !overflows)
        }
        return fits ? .integer(isNegative ? -whole : whole) : .number(isNegative ? -number : number)
    }
}
