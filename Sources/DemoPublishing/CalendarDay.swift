/// A day, as the number of days since 1 January 1970, in the publishers' date formats.
///
/// Gregorian, without time zones. Based on Howard Hinnant's "chrono-compatible low-level date algorithms" (days_from_civil).
struct CalendarDay: Sendable, Hashable {
    var daysSince1970: Int

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    init(daysSince1970: Int) {
        self.daysSince1970 = daysSince1970
    }

    init(year: Int, month: Int, day: Int) {
        let marchYear = month > 2 ? year : year - 1
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        daysSince1970 = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Parses the lists' format, "07-Mar-12", with the year in 2000…2099; nil for any other text.
    init?(listText: String) {
        let parts = listText.split(separator: "-")
        guard parts.count == 3, let day = Int(parts[0]), let year = Int(parts[2]), (1...31).contains(day), (0...99).contains(year),
            let month = Self.months.firstIndex(of: String(parts[1]))
        else { return nil }
        self.init(year: 2000 + year, month: month + 1, day: day)
    }

    /// The lists' format: "07-Mar-12".
    var listText: String {
        let (year, month, day) = civil
        return "\(padded(day))-\(Self.months[month - 1])-\(padded(year % 100))"
    }

    /// ISO 8601: "2012-03-07". For years of four digits.
    var isoText: String {
        let (year, month, day) = civil
        return "\(year)-\(padded(month))-\(padded(day))"
    }

    /// Parses FuelWatch's format, "03/11/2019"; nil for any other text and for nonexistent days.
    init?(slashText: String) {
        let parts = slashText.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 2, 4], let day = Int(parts[0]), let month = Int(parts[1]), let year = Int(parts[2]),
            (1...31).contains(day), (1...12).contains(month), (1970...9999).contains(year)
        else { return nil }
        self.init(year: year, month: month, day: day)
        guard self.slashText == slashText else { return nil }
    }

    /// "03/11/2019".
    var slashText: String {
        let (year, month, day) = civil
        return "\(padded(day))/\(padded(month))/\(year)"
    }

    /// The start of FuelWatch's timestamps: "Sun Nov 03".
    var buildText: String {
        let (_, month, day) = civil
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        return "\(weekdays[((daysSince1970 % 7) + 7) % 7]) \(Self.months[month - 1]) \(padded(day))"
    }

    var year: Int { civil.year }

    /// A moment in Unix seconds in the format of PDF dates (ISO 32000-1, 7.9.4): "D:20260101000000Z".
    static func pdfText(unixSeconds: Int) -> String {
        let second = ((unixSeconds % 86_400) + 86_400) % 86_400
        let (year, month, day) = CalendarDay(daysSince1970: (unixSeconds - second) / 86_400).civil
        return "D:\(padded(year / 100))\(padded(year % 100))\(padded(month))\(padded(day))"
            + "\(padded(second / 3600))\(padded(second / 60 % 60))\(padded(second % 60))Z"
    }

    private var civil: (year: Int, month: Int, day: Int) {
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}

/// Two digits, zero-padded.
private func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}
