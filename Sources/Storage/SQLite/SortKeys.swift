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

    /// Whether columns of this kind are put in order by such a key, not by what they hold.
    static func haveOwn(_ kind: Field.Kind) -> Bool {
        switch kind {
        case .number, .timestamp, .flag, .date, .time: false
        case .money, .duration, .text, .url, .image, .phone, .email, .position, .list: true
        }
    }

    /// The ids of rows in the order that these functions give SQLite, for an engine that can't call them. What holds nothing comes last.
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
            // What stands before the currency.
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
