import Foundation
import Records

extension Value {
    /// The value as stored in its column.
    var stored: ColumnValue {
        switch self {
        case .number(let number): .number(number)
        case .timestamp(let timestamp): .integer(timestamp.milliseconds)
        case .flag(let flag): ColumnValue(flag)
        default: .text(storedText)
        }
    }

    /// The stored text: the value's display text, except that a list is a JSON array, which keeps its texts separate.
    var storedText: String {
        if case .list(let texts) = self { return JSONLine.array(texts) }
        return text
    }

    /// Parses the text in a column, or in a member of a stored change.
    init?(stored text: String, _ kind: Field.Kind) {
        let value: Value? =
            switch kind {
            case .text: .text(text)
            case .url: .url(text)
            case .image: .image(text)
            case .phone: .phone(text)
            case .email: .email(text)
            case .date: CalendarDate(iso: text).map(Value.date)
            case .time: TimeOfDay(text).map(Value.time)
            case .timestamp: Timestamp(iso: text).map(Value.timestamp)
            case .duration: Duration(published: text).map(Value.duration)
            case .money: Money(text, currency: nil).map(Value.money)
            case .position: Position(stored: text).map(Value.position)
            case .list: Self.list(stored: text).map(Value.list)
            case .number, .flag: nil
            }
        guard let value else { return nil }
        self = value
    }

    /// The texts of a JSON array. Most contain no escapes, and are then the bytes between the quotation marks.
    private static func list(stored text: String) -> [String]? {
        if let plain = text.utf8.withContiguousStorageIfAvailable(plainList) ?? nil { return plain }
        return try? JSONDecoder().decode([String].self, from: Data(text.utf8))
    }

    /// nil if anything is escaped, or differs from the output of `JSONLine.array`.
    private static func plainList(_ bytes: UnsafeBufferPointer<UInt8>) -> [String]? {
        let (quote, last) = (UInt8(ascii: "\""), bytes.count - 1)
        guard last > 0, bytes[0] == UInt8(ascii: "["), bytes[last] == UInt8(ascii: "]") else { return nil }
        var (texts, at): ([String], Int) = ([], 1)
        while at < last {
            guard bytes[at] == quote,
                let end = bytes[(at + 1)..<last].firstIndex(where: { $0 == quote || $0 == UInt8(ascii: "\\") }), bytes[end] == quote,
                end + 1 == last || bytes[end + 1] == UInt8(ascii: ",")
            else { return nil }
            texts.append(String(decoding: bytes[at + 1..<end], as: UTF8.self))
            at = end + 2
        }
        return texts
    }
}
