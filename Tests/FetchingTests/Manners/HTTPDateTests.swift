import Foundation
import Testing

@testable import Fetching

@Suite("Dates of HTTP")
struct HTTPDateTests {
    private let now = Date(timeIntervalSince1970: 1_772_447_400)

    @Test(
        "all three forms mean the same moment",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "sun, 06 NOV 1994 08:49:37 gmt",
        ])
    func forms(text: String) {
        #expect(HTTPDate.date(text, now: now) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(
        "anything else is no date",
        arguments: [
            "", "0", "-1", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
            "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 06  Nov  1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT",
            "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37", "06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
        ])
    func strict(text: String) { #expect(HTTPDate.date(text, now: now) == nil) }

    @Test("a year of two digits is at most 50 years ahead")
    func century() {
        #expect(HTTPDate.date("Friday, 01-Jan-76 00:00:00 GMT", now: now).map { HTTPDate.text($0) } == "Wed, 01 Jan 2076 00:00:00 GMT")
        #expect(HTTPDate.date("Friday, 01-Jan-77 00:00:00 GMT", now: now).map { HTTPDate.text($0) } == "Sat, 01 Jan 1977 00:00:00 GMT")
    }

    @Test("what is written can be read again, for every day of 130 years")
    func roundTrip() {
        for day in stride(from: -30_000, to: 18_000, by: 1) {
            let date = Date(timeIntervalSince1970: Double(day * 86_400 + (day & 0xFFFF) % 86_400))
            #expect(HTTPDate.date(HTTPDate.text(date), now: now) == date)
        }
    }

    @Test("leap years are those of the Gregorian calendar")
    func leap() {
        #expect(CivilDate.date(year: 2000, month: 2, day: 29, secondOfDay: 0) != nil)
        #expect(CivilDate.date(year: 1900, month: 2, day: 29, secondOfDay: 0) == nil)
        #expect(CivilDate.date(year: 2024, month: 2, day: 29, secondOfDay: 0) == Date(timeIntervalSince1970: 1_709_164_800))
    }
}
