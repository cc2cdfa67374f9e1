import Crypto
import Foundation
package import Records

/// The keys of records as the log of changes stores them, short enough for the index of either engine (PostgreSQL's limit is 2,704 bytes).
enum KeptKey {
    /// Limit of a stored key in bytes of UTF-8.
    static let limit = 512
    private static let start = limit - 2 * SHA256.byteCount

    /// A longer key becomes its beginning and the SHA-256 of all of it. A key that is already stored stays as it is.
    static func of(_ key: String) -> String {
        guard key.utf8.count > limit else { return key }
        var end = key.utf8.index(key.utf8.startIndex, offsetBy: start)
        while end.samePosition(in: key.unicodeScalars) == nil { end = key.utf8.index(before: end) }
        return key[..<end] + String(hexadecimal: SHA256.hash(data: Data(key.utf8)))
    }

    static let migration = Migration("keys that an index can hold") { database in
        let function = SQLFunction("kept_key", isPure: true) { $0[0].map(of) }
        try database.with([function]) {
            for column in ["key", "asked"] {
                try database.execute(
                    sql: "UPDATE changes SET \(column) = kept_key(\(column)) WHERE length(CAST(\(column) AS BLOB)) > ?", arguments: [limit])
            }
        }
    }
}

extension Schema {
    /// The key that the log of changes stores for a record.
    package func keptKey(of record: Records.Record) -> String { KeptKey.of(key(of: record)) }
}
