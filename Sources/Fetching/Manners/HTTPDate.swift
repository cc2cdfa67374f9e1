import Foundation

/// The dates of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`, and the two obsolete formats that must still be parsed.
///
/// Source: RFC 9110, section 5.6.7. Strict except for letter case: a date in another time zone, with a missing field or an extra space is
/// rejected. The weekday isn't checked against the date.
enum HTTPDate {
    /// Returns nil if the text has none of the three formats. `now` determines the century of a two-digit year: at most 50 years ahead.
    static func date(_ text: String, now: Date) -> Date? {
        let bytes = Array(text.utf8)
        return fixed(bytes) ?? rfc850(bytes, now: now) ?? asctime(bytes)
    }

    /// The format to send.
    static func text(_ date: Date) -> String {
        let (day, seconds) = split(date)
        let (year, month, dayOfMonth) = CivilDate.components(ofDay: day)
        let weekday = weekdays[((day + 4) % 7 + 7) % 7].prefix(3)
        return "\(weekday), \(padded(dayOfMonth)) \(months[month - 1]) \(padded(year, to: 4)) "
            + "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60)) GMT"
    }

    // MARK: Internals

    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    private static func fixed(_ bytes: [UInt8]) -> Date? {
        guard bytes.count == 29, weekdays.contains(where: { says($0.prefix(3) + ", ", bytes[..<5]) }), says(" ", bytes[7..<8]),
            says(" ", bytes[11..<12]), says(" ", bytes[16..<17]), says(" gmt", bytes[25...])
        else { return nil }
        return date(year: number(bytes[12..<16]), month: month(bytes[8..<11]), day: number(bytes[5..<7]), time: bytes[17..<25])
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    private static func rfc850(_ bytes: [UInt8], now: Date) -> Date? {
        guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")), weekdays.contains(where: { says($0, bytes[..<comma]) }) else {
            return nil
        }
        let rest = Array(bytes[(comma + 1)...])
        guard rest.count == 23, says(" ", rest[..<1]), says("-", rest[3..<4]), says("-", rest[7..<8]), says(" ", rest[10..<11]),
            says(" gmt", rest[19...]), let twoDigits = number(rest[8..<10])
        else { return nil }
        let thisYear = CivilDate.components(ofDay: split(now).day).year
        var year = thisYear / 100 * 100 + twoDigits
        if year > thisYear + 50 { year -= 100 }
        return date(year: year, month: month(rest[4..<7]), day: number(rest[1..<3]), time: rest[11..<19])
    }

    /// `Sun Nov  6 08:49:37 1994`
    private static func asctime(_ bytes: [UInt8]) -> Date? {
        guard bytes.count == 24, weekdays.contains(where: { says($0.prefix(3) + " ", bytes[..<4]) }), says(" ", bytes[7..<8]),
            says(" ", bytes[10..<11]), says(" ", bytes[19..<20])
        else { return nil }
        let day = says(" ", bytes[8..<9]) ? number(bytes[9..<10]) : number(bytes[8..<10])
        return date(year: number(bytes[20...]), month: month(bytes[4..<7]), day: day, time: bytes[11..<19])
    }

    private static func date(year: Int?, month: Int?, day: Int?, time: ArraySlice<UInt8>) -> Date? {
        let start = time.startIndex
        guard let year, let month, let day, says(":", time[(start + 2)..<(start + 3)]), says(":", time[(start + 5)..<(start + 6)]),
            let hour = number(time.prefix(2)), let minute = number(time[(start + 3)..<(start + 5)]), let second = number(time.suffix(2)),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return CivilDate.date(year: year, month: month, day: day, secondOfDay: hour * 3600 + minute * 60 + min(second, 59))
    }

    private static func month(_ bytes: ArraySlice<UInt8>) -> Int? { months.firstIndex { says($0, bytes) }.map { $0 + 1 } }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        FieldValue.seconds(String(decoding: bytes, as: UTF8.self))
    }

    /// Whether the bytes equal the text, ignoring case.
    private static func says(_ text: some StringProtocol, _ bytes: ArraySlice<UInt8>) -> Bool {
        String(decoding: bytes, as: UTF8.self).lowercased() == text.lowercased()
    }

    private static func split(_ date: Date) -> (day: Int, seconds: Int) {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        return (day, seconds - day * 86_400)
    }

    private static func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

/// Days of the Gregorian calendar, counted from 1 January 1970, in UTC.
enum CivilDate {
    /// Returns nil if the day doesn't exist.
    static func date(year: Int, month: Int, day: Int, secondOfDay: Int) -> Date? {
        guard (1...12).contains(month), day >= 1 else { return nil }
        let number = dayNumber(year: year, month: month, day: day)
        // A day beyond the end of the month falls into the next month.
        guard components(ofDay: number) == (year, month, day) else { return nil }
        return Date(timeIntervalSince1970: Double(number * 86_400 + secondOfDay))
    }

    /// Years start in March, so the leap day comes last: 400 years have 146,097 days.
    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func components(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
