import Foundation
import Records

/// Sort orders that SQL doesn't have: texts in people's order, and durations.
///
/// Functions of each of our connections. No table and no index uses them, so any other program can read the database without them.
enum SortKeys {
    /// `folded_key(text)`: bytes in the order of texts, ignoring accents and case, with numbers in texts by value: "Gate 2", "Gate 10".
    static let folded = SQLFunction("folded_key", isPure: true) { $0[0].map(key) }

    /// `seconds(duration)` of a column of durations.
    static let seconds = SQLFunction("duration_seconds", isPure: true) { texts in
        texts[0].flatMap { Duration(published: $0) }.map { $0 / .seconds(1) }
    }

    static let all = [folded, seconds]

    /// Whether columns of this kind are sorted by such a key, not by their stored values.
    static func haveOwn(_ kind: Field.Kind) -> Bool {
        switch kind {
        case .number, .timestamp, .flag, .date, .time: false
        case .money, .duration, .text, .url, .image, .phone, .email, .position, .list: true
        }
    }

    /// The ids of rows in the order that these functions give SQLite, for an engine that can't call them. NULLs come last.
    static func sorted(_ rows: [(id: Int64, text: String?)], _ kind: Field.Kind, isDescending: Bool) -> [Int64] {
        let held = rows.compactMap { row in row.text.map { (id: row.id, key: Key($0, kind)) } }.enumerated()
        let order = held.sorted { one, other in
            if one.element.key.precedes(other.element.key) { return !isDescending }
            if other.element.key.precedes(one.element.key) { return isDescending }
            return one.offset < other.offset
        }
        return order.map(\.element.id) + rows.filter { $0.text == nil }.map(\.id)
    }

    private enum Key {
        case number(Double)
        case text(Data)

        init(_ text: String, _ kind: Field.Kind) {
            switch kind {
            // The part before the currency.
            case .money: self = .number(Double(text.prefix { $0 != " " }) ?? 0)
            case .duration: self = .number(Duration(published: text).map { $0 / .seconds(1) } ?? -.infinity)
            default: self = .text(SortKeys.key(text))
            }
        }

        func precedes(_ other: Key) -> Bool {
            switch (self, other) {
            case (.number(let one), .number(let other)): one < other
            case (.text(let one), .text(let other)): one.lexicographicallyPrecedes(other)
            case (.number, .text): true
            case (.text, .number): false
            }
        }
    }

    /// Unicode scalars of a text that determine its order.
    private static let lengthLimit = 200

    private static func key(_ text: String) -> Data {
        let start = text.utf8.count > lengthLimit ? String(text.unicodeScalars.prefix(lengthLimit)) : text
        var key: [UInt8] = []
        key.reserveCapacity(2 * lengthLimit)
        var digits: [UInt8] = []
        func close() {
            guard !digits.isEmpty else { return }
            // A digit first, so that numbers sort with digits; then the length of the number, then the number.
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
