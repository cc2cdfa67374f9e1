/// Parses plainly written texts of one field from their bytes: nearly all texts that programs write.
///
/// Returns the same value as `Field.value(from:)`, or nothing; then that must be called. The only string that it creates is the value's
/// own.
package struct PlainReading: Sendable {
    private enum Kind { case text, number, date }

    private let kind: Kind

    /// nil if the field has options that this doesn't support.
    package init?(_ field: Field) {
        guard field.nothings.isEmpty, field.surroundings.isEmpty, !field.leavesUnreadableEmpty else { return nil }
        switch field.kind {
        case .text where field.digits == nil: kind = .text
        case .number where field.scale == nil && (field.numbers ?? NumberFormat()) == NumberFormat(): kind = .number
        case .date where field.format == nil: kind = .date
        default: return nil
        }
    }

    /// Whether the value of plain bytes is their text: then `isPlainText` decides which are plain, and `value` isn't needed.
    package var isText: Bool { kind == .text }

    /// The value of these UTF-8 bytes; nil if they aren't plain.
    package func value(_ bytes: UnsafeBufferPointer<UInt8>) -> Value? {
        switch kind {
        case .text: Self.isPlainText(bytes) ? .text(String(decoding: bytes, as: UTF8.self)) : nil
        case .number: Self.number(bytes).flatMap { Value(number: $0) }
        case .date: CalendarDate(isoBytes: bytes).map(Value.date)
        }
    }

    /// Whether parsing changes nothing in a text of these bytes: it isn't empty, has no blank at either end, no U+0000, and no byte that
    /// could begin an invisible character (`String.withoutUnseen`).
    package static func isPlainText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first, isPlainEnd(first), isPlainEnd(lead(before: bytes.count, in: bytes)) else { return false }
        var isPlain = true
        for byte in bytes {
            isPlain = isPlain && byte != 0 && byte != 0xC2 && byte != 0xD8 && byte != 0xE1 && byte != 0xE2 && byte != 0xEF
        }
        return isPlain
    }

    /// The first byte of the last character before `end`, which isn't 0.
    private static func lead(before end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
        var at = end - 1
        while at > 0, bytes[at] & 0xC0 == 0x80 { at -= 1 }
        return bytes[at]
    }

    /// Whether characters that begin with this byte are neither blanks nor combining marks: ASCII from "!" to "~", Latin letters up to
    /// U+017F, Greek and Cyrillic ones up to U+047F, and U+4000 to U+9FFF.
    private static func isPlainEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x7E, 0xC3...0xC5, 0xCE...0xD1, 0xE4...0xE9: true
        default: false
        }
    }

    /// Digits with at most one decimal point and a leading minus, few enough that the quotient of two exact numbers is the nearest
    /// `Double`.
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        var (units, digits, at): (Int64, Int, Int) = (0, 0, 0)
        var point: Int?
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { at = 1 }
        while at < bytes.count {
            let digit = bytes[at] &- 0x30
            if digit < 10 {
                units = units &* 10 &+ Int64(digit)
                digits += 1
            } else {
                guard bytes[at] == UInt8(ascii: "."), point == nil, digits > 0 else { return nil }
                point = digits
            }
            // Numbers with more digits take the general path.
            guard digits <= digitLimit else { return nil }
            at += 1
        }
        let fraction = digits - (point ?? digits)
        guard digits > 0, point == nil || fraction > 0 else { return nil }
        let number = Double(isNegative ? -units : units)
        return fraction == 0 ? number : number / powers[fraction]
    }

    /// Any number of this many digits is exact as a `Double`.
    private static let digitLimit = 15
    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]
}
