import Foundation

/// Parses the dates of cookies, which have more formats than those of HTTP.
///
/// Source: RFC 6265, section 5.1.1 (unchanged in 6265bis). The text is split at everything except letters, digits and colons; the first
/// pieces that look like a time, a day, a month and a year are used.
enum CookieDate {
    /// Returns nil if one of the four is missing or impossible.
    static func date(_ text: String) -> Date? {
        var time: (Int, Int, Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            let token = Array(token)
            if time == nil, let found = self.time(token) {
                time = found
            } else if day == nil, let number = number(token[...], digits: 1...2) {
                day = number
            } else if month == nil, let number = self.month(token) {
                month = number
            } else if year == nil, let number = number(token[...], digits: 2...4) {
                year = number
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1900 } else if (0...69).contains(year) { year += 2000 }
        guard year >= 1601, time.0 <= 23, time.1 <= 59, time.2 <= 59 else { return nil }
        return CivilDate.date(year: year, month: month, day: day, secondOfDay: time.0 * 3600 + time.1 * 60 + time.2)
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Parses `8:49:37`. Anything that starts with a non-digit may follow.
    private static func time(_ token: [UInt8]) -> (Int, Int, Int)? {
        let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = whole(parts[0]), let minute = whole(parts[1]), let second = number(parts[2], digits: 1...2)
        else {
            return nil
        }
        return (hour, minute, second)
    }

    private static func whole(_ bytes: ArraySlice<UInt8>) -> Int? {
        bytes.count <= 2 ? FieldValue.seconds(String(decoding: bytes, as: UTF8.self)) : nil
    }

    private static func month(_ token: [UInt8]) -> Int? {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return names.firstIndex(of: String(decoding: token.prefix(3), as: UTF8.self).lowercased()).map { $0 + 1 }
    }

    /// A number with a digit count in this range at the start, followed by a non-digit.
    private static func number(_ bytes: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
        let run = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return digits.contains(run.count) ? Int(String(decoding: run, as: UTF8.self)) : nil
    }
}
