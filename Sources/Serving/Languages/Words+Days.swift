import Foundation
package import Localisation
package import Records

/// Formats weekdays; 0 is Monday.
extension Words {
    /// `Monday`
    package func weekday(_ weekday: Int) -> String { day(4 + weekday, Date.FormatStyle().weekday(.wide)) }
    /// `Mon`
    package func shortWeekday(_ weekday: Int) -> String { day(4 + weekday, Date.FormatStyle().weekday(.abbreviated)) }
    /// `Mon 18 Nov 2024`
    package func weekdayAndDate(_ date: CalendarDate) -> String {
        day(date.daysSince1970, Date.FormatStyle().weekday(.abbreviated).day().month(.abbreviated).year())
    }
    /// `18 Nov`, from the day number since 1970-01-01.
    package func dayAndMonth(_ day: Int) -> String { self.day(day, Date.FormatStyle().day().month(.abbreviated)) }

    /// 1970-01-05 was a Monday.
    private func day(_ day: Int, _ style: Date.FormatStyle) -> String {
        var style = style
        (style.locale, style.calendar, style.timeZone) = (locale, Calendar(identifier: .gregorian), .gmt)
        return Date(timeIntervalSince1970: Double(day) * 86_400).formatted(style)
    }
}
