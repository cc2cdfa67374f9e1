import Foundation
package import Records

/// Formats moments: relative to the present, for any day, or only the time of day.
///
/// Times are local to `zone`. The zone is named if it isn't the reader's, or if the reader's is unknown and UTC is used instead.
/// `js/relative-time.js` formats them in the same way in the browser.
extension Words {
    /// Relative to the present: `today 18:45`, `tomorrow 06:00`, `yesterday 23:10`, `Wed 7 Mar, 18:45`, with the year if it isn't the
    /// current one. In lower case, for the middle of a sentence; `asLabel` capitalises it.
    package func moment(_ time: Timestamp, at now: Timestamp) -> String {
        let (day, today) = (self.day(of: time), self.day(of: now))
        let clock = timeOfDay(time)
        switch day.daysSince1970 - today.daysSince1970 {
        case 0: return self("today \(clock)")
        case 1: return self("tomorrow \(clock)")
        case -1: return self("yesterday \(clock)")
        default: return day.year == today.year ? moment(time) : dateTime(time)
        }
    }

    /// For texts that are read within a few weeks: `Wed 7 Mar, 18:45`.
    package func moment(_ time: Timestamp) -> String { self("\(shortDay(day(of: time))), \(timeOfDay(time))") }

    /// For texts that are read at any time: `7 Mar 2012, 10:02`.
    package func dateTime(_ time: Timestamp) -> String { self("\(date(time)), \(timeOfDay(time))") }

    /// `10:02`, or with the zone: `10:02 UTC`, `10:02 GMT+8`.
    package func timeOfDay(_ time: Timestamp) -> String {
        let style = style(zone).hour().minute()
        let isOurs = ownZone.map { zone.secondsFromGMT(for: time.date) == $0.secondsFromGMT(for: time.date) } ?? (zone != .gmt)
        if isOurs { return time.date.formatted(style) }
        return zone == .gmt ? "\(time.date.formatted(style)) UTC" : time.date.formatted(style.timeZone(.localizedGMT(.short)))
    }

    /// `Today 18:45`: the same for the beginning of a line.
    package func asLabel(_ text: String) -> String { text.prefix(1).uppercased(with: locale) + text.dropFirst() }
}
