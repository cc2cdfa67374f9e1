import Records
import Testing

@testable import Web

@Suite("Wording")
struct WordingTests {
    @Test(
        "bytes are written in powers of ten, and never as a thousand of the smaller unit",
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"),
            (1_249_999, "1.2 MB"), (1_250_000, "1.3 MB"), (999_950_000, "1.0 GB"), (-5, "0 bytes"),
        ])
    func bytes(count: Int, text: String) {
        #expect(Wording.bytes(count) == text)
    }

    @Test("a rate is an amount a second", arguments: [(410_000, "410 kB/s"), (1_500_000, "1.5 MB/s"), (1, "1 B/s"), (12, "12 B/s")])
    func rates(rate: Int, text: String) {
        #expect(Wording.rate(bytesPerSecond: rate) == text)
    }

    @Test(
        "numbers have their thousands apart",
        arguments: [(0, "0"), (999, "999"), (31_204, "31,204"), (1_000_000, "1,000,000"), (-1234, "−1,234")])
    func numbers(count: Int, text: String) {
        #expect(Wording.number(count) == text)
    }

    @Test("one is singular and the rest is plural")
    func plurals() {
        #expect([0, 1, 2].map { Wording.plural($0, "row", "rows") } == ["0 rows", "1 row", "2 rows"])
    }

    @Test("a date is day, month and year; a time says its zone")
    func times() throws {
        #expect(Wording.date(try #require(CalendarDate(year: 2012, month: 3, day: 7))) == "7 Mar 2012")
        #expect(Wording.dateTime(Samples.morning) == "7 Mar 2012, 10:02 UTC")
        #expect(Wording.dateTime(Timestamp(milliseconds: -1)) == "31 Dec 1969, 23:59 UTC")
    }

    @Test("the date is left out for a time of the same day")
    func sameDay() {
        #expect(Wording.time(Samples.morning, on: Samples.morning + .seconds(3600)) == "10:02 UTC")
        #expect(Wording.time(Samples.morning, on: Samples.morning + .seconds(86_400)) == "7 Mar 2012, 10:02 UTC")
    }

    @Test(
        "how often is said in the largest unit that fits",
        arguments: [
            (3600, "every hour"), (1800, "every 30 minutes"), (5400, "every 90 minutes"), (90, "every 90 seconds"), (86_400, "every day"),
            (172_800, "every 2 days"), (604_800, "every week"),
        ])
    func durations(seconds: Int, text: String) {
        #expect(Wording.every(.seconds(seconds)) == text)
    }
}

@Suite("Field inputs")
struct FieldInputTests {
    @Test(
        "a pattern of digits asks for the number pad and leaves room for pasted blanks",
        arguments: ["^2[0-9]{10}$", "^2[0-8]\\d{9}$", "^[0-9]{8,11}$"])
    func digits(pattern: String) throws {
        var field = Samples.batch
        field.pattern = try Pattern(pattern)
        #expect(FieldInput(field).keyboard == .numeric)
        #expect(FieldInput(field).maximumLength == 20)
    }

    @Test("nothing is promised for any other pattern", arguments: ["^[A-Z]{2}[0-9]{6}$", "[0-9]+", "^2.*$"])
    func others(pattern: String) throws {
        var field = Samples.batch
        field.pattern = try Pattern(pattern)
        #expect(FieldInput(field).keyboard == .text)
        #expect(FieldInput(field).maximumLength == 200)
    }
}
