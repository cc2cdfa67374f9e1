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
        arguments: ["MMM-yy", "dd-MM", "dd-MM-yyy", "EEE dd-MM-yy", "dd-MM-yy 'x"])
    func refusesPattern(pattern: String) {
        #expect(throws: DatePatternError.self) { try DatePattern(pattern) }
    }

    @Test("every day from 1900 to 2100 is written and read back, in step with the count of days")
    func roundTrip() throws {
        let pattern = try DatePattern("yyyy-MM-dd")
        var days: Int?
        for year in 1900...2100 {
            for month in 1...12 {
                for day in 1...31 {
                    guard let date = CalendarDate(year: year, month: month, day: day) else { continue }
                    #expect(pattern.date(from: date.description) == date && CalendarDate(iso: date.description) == date)
                    if let last = days { #expect(date.daysSince1970 == last + 1) }
                    days = date.daysSince1970
                }
            }
        }
        #expect(CalendarDate(year: 1970, month: 1, day: 1)?.daysSince1970 == 0)
    }
}
