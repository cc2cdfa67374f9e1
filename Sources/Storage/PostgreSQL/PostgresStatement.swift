import Foundation
import Records

/// A statement in PostgreSQL's form: `?`, `?2` and `:name` become `$1`, `$2`, … outside of quotes and comments, by SQLite's rules.
/// (https://www.sqlite.org/lang_expr.html#varparam)
struct PostgresText: Sendable {
    let sql: String
    /// The number of parameters.
    let count: Int
    /// The numbers of named parameters.
    let names: [String: Int]
    /// The table that it inserts into.
    let insertsInto: String?

    init(_ text: String) {
        var (made, count, names): ([UInt8], Int, [String: Int]) = ([], 0, [:])
        let bytes = Array(text.utf8)
        func isName(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            let next = at + 1 < bytes.count ? bytes[at + 1] : 0
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                let end = bytes[(at + 1)...].firstIndex(of: byte) ?? bytes.count - 1
                made += bytes[at...end]
                at = end + 1
            case UInt8(ascii: "-") where next == byte:
                at = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            case UInt8(ascii: "?"):
                let digits = bytes[(at + 1)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                let number = Int(String(decoding: digits, as: UTF8.self)) ?? count + 1
                count = max(count, number)
                made += "$\(number)".utf8
                at += 1 + digits.count
            case UInt8(ascii: ":") where isName(next) && (at == 0 || bytes[at - 1] != byte):
                let name = String(decoding: bytes[(at + 1)...].prefix(while: isName), as: UTF8.self)
                if names[name] == nil {
                    count += 1
                    names[name] = count
                }
                made += "$\(names[name] ?? count)".utf8
                at += 1 + name.utf8.count
            default:
                made.append(byte)
                at += 1
            }
        }
        (sql, self.count, self.names) = (String(decoding: made, as: UTF8.self), count, names)
        let words = sql.split(maxSplits: 3) { $0 == " " || $0 == "\n" }
        insertsInto = words.count > 3 && words[0] == "INSERT" && words[1] == "INTO" ? String(words[2]) : nil
    }

    /// The arguments in the order of the parameters. Throws if the counts differ.
    func values(_ arguments: Arguments) throws -> [ColumnValue] {
        guard !names.isEmpty, !arguments.names.isEmpty else {
            guard arguments.values.count == count else { throw StoredFault("\(arguments.values.count) arguments for \(count) parameters") }
            return arguments.values
        }
        var values = [ColumnValue?](repeating: nil, count: count)
        for (name, value) in zip(arguments.names, arguments.values) {
            guard let place = names[name] else { throw StoredFault("no parameter is called \(name)") }
            values[place - 1] = value
        }
        return try values.map {
            guard let value = $0 else { throw StoredFault("an argument is missing") }
            return value
        }
    }
}

/// A statement of a connection.
final class PostgresStatement {
    private let text: PostgresText
    private let isKept: Bool
    private let connection: PostgresConnection
    /// In the order of the parameters.
    var values: [ColumnValue] = []

    init(_ text: PostgresText, isKept: Bool, _ connection: PostgresConnection) {
        (self.text, self.isKept, self.connection) = (text, isKept, connection)
    }

    func setArguments(_ arguments: Arguments) throws { values = try text.values(arguments) }

    func execute(_ arguments: Arguments?) throws {
        guard connection.isGathering else {
            _ = try begin(arguments, isStreaming: false)
            return
        }
        if let arguments { try setArguments(arguments) }
        try checkCount()
        connection.gather(text, values, isKept: isKept)
    }

    func begin(_ arguments: Arguments?, isStreaming: Bool = true) throws -> PostgresRows {
        if let arguments { try setArguments(arguments) }
        return try begin(isStreaming: isStreaming)
    }

    func begin(isStreaming: Bool) throws -> PostgresRows {
        try checkCount()
        return try connection.begin(text, values, isKept: isKept, isStreaming: isStreaming)
    }

    private func checkCount() throws {
        guard values.count == text.count else { throw StoredFault("\(values.count) arguments for \(text.count) parameters") }
    }

    func rows(_ arguments: Arguments?) throws -> [PostgresRow] {
        try begin(arguments, isStreaming: false).all()
    }

    func row(_ arguments: Arguments?) throws -> PostgresRow? { try begin(arguments, isStreaming: false).next() }
}

/// Arguments in the protocol's format, all binary. (https://www.postgresql.org/docs/15/protocol-overview.html#PROTOCOL-FORMAT-CODES)
struct PostgresParameters {
    /// 0 for NULL, which fits any type.
    private(set) var types: [UInt32] = []
    private var bytes: [UInt8] = []
    private var places: [Range<Int>?] = []

    var count: Int { types.count }

    init(_ values: [ColumnValue]) {
        for value in values {
            let start = bytes.count
            switch value {
            case .null:
                types.append(0)
                places.append(nil)
                continue
            case .integer(let integer):
                types.append(PostgresType.int8)
                withUnsafeBytes(of: integer.bigEndian) { bytes += $0 }
            case .number(let number):
                types.append(PostgresType.float8)
                withUnsafeBytes(of: number.bitPattern.bigEndian) { bytes += $0 }
            case .text(let text):
                types.append(PostgresType.text)
                bytes += text.utf8
            case .bytes(let data):
                types.append(PostgresType.bytea)
                bytes += data
            }
            places.append(start..<bytes.count)
        }
        // An empty value at the end also needs an address.
        bytes.append(0)
    }

    func withPointers<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?) throws -> Result
    ) rethrows -> Result {
        try bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers: [UnsafePointer<CChar>?] = places.map { place in
                place.flatMap { place in start.map { UnsafePointer($0 + place.lowerBound) } }
            }
            let lengths = places.map { CInt(clamping: $0?.count ?? 0) }
            return try body(pointers, lengths, [CInt](repeating: 1, count: places.count))
        }
    }
}

/// The OIDs of types (pg_type).
enum PostgresType {
    static let (bool, bytea, int8, int2, int4): (UInt32, UInt32, UInt32, UInt32, UInt32) = (16, 17, 20, 21, 23)
    static let (text, float4, float8, numeric): (UInt32, UInt32, UInt32, UInt32) = (25, 700, 701, 1700)
}
