package import Foundation

/// A moment from the beginning of year 1 to the end of year 9999, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Years are those of ISO 8601, with the Gregorian calendar also before 1582. Moments out of range are clamped, so that every moment can be
/// written and sums never overflow.
package struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let milliseconds: Int64

    private static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    package init(milliseconds: Int64) { self.milliseconds = milliseconds.clamped(to: Self.range) }

    package init(_ date: Date) { self.init(milliseconds: Int64(clamping: (date.timeIntervalSince1970 * 1000).rounded())) }

    /// Parses an ISO 8601 date and time with a zone: `2012-03-07T09:30:00Z`. Fractions of a second are rounded to thousandths. The zone is
    /// `Z`, `UTC`, `GMT`, `+08:00`, `+0800` or `+08`, optionally with a name in brackets (RFC 9557). nil for anything else, for invalid
    /// dates or times, and outside years 1 to 9999. `24:00` is the end of a day, and `:60` at the end of an hour a leap second, which
    /// counts as the next second.
    package init?(iso text: some StringProtocol) {
        var reader = ISOReader(text.utf8)
        guard let shown = reader.clock(), let offset = reader.zone(), reader.takesName() else { return nil }
        self.init(exactly: shown - Int64(offset) * 1000)
    }

    /// nil outside years 1 to 9999.
    package init?(exactly milliseconds: Int64) {
        guard Self.range.contains(milliseconds) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// A local ISO 8601 time in milliseconds, as if it were UTC, and the text after it: the zone or nothing. nil for anything else.
    package static func clock(iso text: some StringProtocol) -> (milliseconds: Int64, rest: String)? {
        var reader = ISOReader(text.utf8)
        guard let shown = reader.clock() else { return nil }
        return (shown, reader.rest)
    }

    /// `2012-03-07T09:30:00Z`, to the second.
    package var description: String { String(decoding: bytes + [UInt8(ascii: "Z")], as: UTF8.self) }

    /// The same, with thousandths of a second if there are any: `2012-03-07T09:30:00.250Z`.
    package var exact: String {
        let thousandths = milliseconds - secondsSince1970 * 1000
        guard thousandths > 0 else { return description }
        var bytes = bytes + [UInt8(ascii: ".")]
        bytes.appendDigits(of: Int(thousandths), width: 3)
        return String(decoding: bytes + [UInt8(ascii: "Z")], as: UTF8.self)
    }

    /// Whole seconds, rounded down: negative before 1970.
    private var secondsSince1970: Int64 { (milliseconds - (milliseconds % 1000 + 1000) % 1000) / 1000 }

    /// `2012-03-07T09:30:00`
    private var bytes: [UInt8] {
        let seconds = Int(secondsSince1970)
        let second = (seconds % 86_400 + 86_400) % 86_400
        // The calendar covers all days of the range.
        guard let date = CalendarDate(daysSince1970: (seconds - second) / 86_400) else { return [] }
        var bytes = Array(date.description.utf8)
        for (mark, number) in zip("T::".utf8, [second / 3600, second / 60 % 60, second % 60]) {
            bytes.append(mark)
            bytes.appendDigits(of: number, width: 2)
        }
        return bytes
    }

    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    package static func + (time: Self, duration: Duration) -> Self {
        Self(milliseconds: time.milliseconds.addingSaturated(duration.wholeMilliseconds))
    }

    /// The time from `right` to `left`.
    package static func - (left: Self, right: Self) -> Duration { .milliseconds(left.milliseconds - right.milliseconds) }
}

/// The source of the current time, a parameter so that tests control the clock.
package typealias Now = @Sendable () -> Timestamp

extension Timestamp {
    package static let system: Now = { Timestamp(Date()) }
}

extension Duration {
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedSaturated(by: 1000).addingSaturated(attoseconds / 1_000_000_000_000_000)
    }
}

/// As milliseconds since 1970.
extension Timestamp: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}

/// Parses an ISO 8601 time byte by byte.
private struct ISOReader {
    private let bytes: [UInt8]
    private var at = 0

    init(_ text: some Sequence<UInt8>) { bytes = Array(text) }

    /// The text not read yet.
    var rest: String { String(decoding: bytes[at...], as: UTF8.self) }

    /// The local time, in milliseconds since 1970 as if it were UTC.
    mutating func clock() -> Int64? {
        guard let year = number(4), takes("-"), let month = number(2), takes("-"), let day = number(2),
            let date = CalendarDate(year: year, month: month, day: day), takes("T") || takes("t") || takes(" "), let hour = number(2),
            takes(":"),
            let minute = number(2)
        else { return nil }
        var (second, thousandths) = (0, 0)
        if takes(":") {
            guard let found = number(2) else { return nil }
            second = found
            if takes(".") || takes(",") {
                guard let found = fraction() else { return nil }
                thousandths = found
            }
        }
        let isLeap = minute == 59 && second == 60
        guard let time = TimeOfDay(hour: hour, minute: minute, second: isLeap ? 59 : second), time.seconds < 86_400 || thousandths == 0
        else { return nil }
        let seconds = date.daysSince1970 * 86_400 + time.seconds + (isLeap ? 1 : 0)
        return Int64(seconds) * 1000 + Int64(thousandths)
    }

    /// Seconds east of UTC.
    mutating func zone() -> Int? {
        if takes("Z") || takes("z") { return 0 }
        for name in ["UTC", "GMT"] where bytes[at...].elementsEqual(name.utf8) || bytes[at...].starts(with: "\(name)[".utf8) {
            at += name.utf8.count
            return 0
        }
        let isEast = takes("+")
        guard isEast || takes("-"), let hours = number(2), hours <= 23 else { return nil }
        let isWritten = takes(":")
        let minutes = number(2)
        guard minutes != nil || !isWritten, (0...59).contains(minutes ?? 0) else { return nil }
        return (isEast ? 1 : -1) * (hours * 3600 + (minutes ?? 0) * 60)
    }

    /// Skips a name like `[Australia/Perth]`, which adds nothing to the offset before it.
    /// Returns whether the text ends here or with the bracket.
    mutating func takesName() -> Bool {
        guard takes("[") else { return at == bytes.count }
        guard bytes.last == UInt8(ascii: "]") else { return false }
        at = bytes.count
        return true
    }

    private mutating func takes(_ sign: Unicode.Scalar) -> Bool {
        guard at < bytes.count, bytes[at] == UInt8(ascii: sign) else { return false }
        at += 1
        return true
    }

    /// A number of exactly this many digits.
    private mutating func number(_ count: Int) -> Int? {
        guard bytes.count - at >= count else { return nil }
        var value = 0
        for byte in bytes[at..<at + count] {
            guard let digit = byte.digit else { return nil }
            value = value * 10 + digit
        }
        at += count
        return value
    }

    /// Thousandths of a second, rounded: 1000 for `9995`.
    private mutating func fraction() -> Int? {
        let start = at
        var value = 0
        while at < bytes.count, let digit = bytes[at].digit {
            if at - start < 3 { value = value * 10 + digit } else if at - start == 3, digit >= 5 { value += 1 }
            at += 1
        }
        guard at > start else { return nil }
        for _ in at - start..<max(3, at - start) { value *= 10 }
        return value
    }
}
