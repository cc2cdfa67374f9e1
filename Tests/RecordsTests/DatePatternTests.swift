import Records
import Testing

@Suite("Date patterns") struct DatePatternTests {
    @Test(
        "a date is read as its pattern writes it",
        arguments: [
            ("dd-MMM-yy", "07-Mar-12", "2012-03-07"), ("dd-MMM-yy", "7-MAR-12", "2012-03-07"), ("d/M/yyyy", "31/12/1999", "1999-12-31"),
            ("yyyy-MM-dd", "2024-02-29", "2024-02-29"), ("MMMM d, yyyy", "September 5, 2026", "2026-09-05"),
            ("MMM d, yyyy", "Sep 5, 2026", "2026-09-05"),
            ("dd.MM.yy", "01.01.70", "1970-01-01"), ("dd.MM.yy", "01.01.69", "2069-01-01"),
            ("'on' d MMM yyyy", "on 1 May 2026", "2026-05-01"),
        ])
    func reads(pattern: String, text: String, iso: String) throws {
        #expect(try DatePattern(pattern).date(from: text)?.description == iso)
    }

    @Test(
        "what is not such a date, or no day at all, is nil",
        arguments: [
            ("dd-MMM-yy", "07-Mar-2012"), ("dd-MMM-yy", "07-Mrz-12"), ("dd-MMM-yy", "30-Feb-12"), ("dd-MMM-yy", "07-Mar-12 "),
            ("dd-MMM-yy", ""),
            ("yyyy-MM-dd", "2023-02-29"), ("d/M/yyyy", "1/13/2026"), ("d/M/yyyy", "0/1/2026"), ("dd-MMM-yy", "0７-Mar-12"),
        ])
    func refuses(pattern: String, text: String) throws {
        #expect(try DatePattern(pattern).date(from: text) == nil)
    }

    @Test(
        "a pattern without a day, a month or a year, or with an unknown field, is refused",
        arguments: ["MMM-yy", "dd-MM", "dd-MM-yyy", "QQQ dd-MM-yy", "dd-MM-yy 'x"])
    func refusesPattern(pattern: String) {
        #expect(throws: DatePatternError.self) { try DatePattern(pattern) }
    }

    @Test(
        "a pattern of a moment reads the time, too",
        arguments: [
            ("dd.MM.yyyy HH:mm", "24.11.2026 09:05", "2026-11-24 09:05"), ("d/M/yyyy h:mm a", "4/1/2026 12:05 am", "2026-01-04 00:05"),
            ("d/M/yyyy h:mm a", "4/1/2026 1:05 PM", "2026-01-04 13:05"), ("yyyyMMdd'T'HHmmss", "20261124T090509", "2026-11-24 09:05:09"),
            ("MMM d, yyyy hh:mm:ss a", "Nov 4, 2026 11:05:09 p.m.", "2026-11-04 23:05:09"),
        ])
    func moments(pattern: String, text: String, found: String) throws {
        let moment = try #require(try DatePattern(pattern, hasTime: true).moment(from: text))
        #expect("\(moment.date) \(moment.time)" == found)
    }

    @Test(
        "what no clock shows is none",
        arguments: ["24.11.2026 24:05", "24.11.2026 09:60", "24.11.2026", "24.11.2026 9.05", "24.11.2026 09:05 am"])
    func noMoment(text: String) throws { #expect(try DatePattern("dd.MM.yyyy HH:mm", hasTime: true).moment(from: text) == nil) }

    @Test(
        "a pattern of a moment has an hour and minutes, and a half of the day with hours to 12",
        arguments: ["dd.MM.yyyy", "dd.MM.yyyy HH", "dd.MM.yyyy hh:mm", "dd.MM.yyyy HH:mm a", "HH:mm", "dd.MM.yyyy HH:mm ss SSS"])
    func refusesMoment(pattern: String) {
        #expect(throws: DatePatternError.self) { try DatePattern(pattern, hasTime: true) }
    }

    @Test("every day from 1900 to 2100 is written and read back, in step with the count of days")
    func roundTrip() throws {
        let pattern = try DatePattern("yyyy-MM-dd")
        var days: Int?
        for year in 1900...2100 {
            for month in 1...12 {
                for day in 1...31 {
                    guard let date = CalendarDate(year: year, month: month, day: day) else { continue }
                    #expect(pattern.date(from: date.description) == date)
                    #expect(CalendarDate(iso: date.description) == date)
                    if let last = days { #expect(date.daysSince1970 == last + 1) }
                    days = date.daysSince1970
                }
            }
        }
        #expect(CalendarDate(year: 1970, month: 1, day: 1)?.daysSince1970 == 0)
    }
}
