import Foundation
import Records

/// What SQL cannot tell by itself: the order of texts as people read them, and of lengths of time.
///
/// Functions of every connection of ours. No table and no index uses them, so any other program can read the database without.
enum SortKeys {
    /// `folded_key(text)`: bytes in the order of texts, accents and case aside, numbers in texts by their size: "Gate 2", "Gate 10".
    static let folded = SQLFunction("folded_key", isPure: true) { $0[0].map(key) }

    /// `seconds(duration)` of what a column of lengths of time holds.
    static let seconds = SQLFunction("duration_seconds", isPure: true) { texts in
        texts[0].flatMap { Duration(published: $0) }.map { $0 / .seconds(1) }
    }

    static let all = [folded, seconds]

    /// Unicode scalars of a text that decide over its place.
    private static let lengthLimit = 200

    private static func key(_ text: String) -> Data {
        let start = text.utf8.count > lengthLimit ? String(text.unicodeScalars.prefix(lengthLimit)) : text
        var key: [UInt8] = []
        key.reserveCapacity(2 * lengthLimit)
        var digits: [UInt8] = []
        func close() {
            guard !digits.isEmpty else { return }
            // A digit first, so that numbers stand where digits do; then how long the number is, then the number.
            key.append(UInt8(ascii: "0"))
            key.append(UInt8(min(digits.count, 255)))
            key.append(contentsOf: digits)
            digits = []
        }
        for byte in start.folded {
            if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                if digits == [UInt8(ascii: "0")] { digits = [] }
                digits.append(byte)
            } else {
                close()
                key.append(byte)
            }
        }
        close()
        return Data(key)
    }
}
