import Foundation
package import Records

/// A time as HTTP (RFC 9110, section 5.6.7) and RSS (RFC 822) write it: `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum InternetDate {
    package static func text(_ time: Timestamp) -> String { text(unixSeconds: Int(clamping: time.milliseconds / 1000)) }

    package static func text(unixSeconds: Int) -> String {
        Date(timeIntervalSince1970: Double(unixSeconds)).formatted(
            .verbatim(
                """
                \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
                """,
                locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
    }
}
