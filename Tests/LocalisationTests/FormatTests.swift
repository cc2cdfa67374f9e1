import Foundation
import Localisation
import Records
import Testing

@Suite("Formats") struct FormatTests {
    private let english = Words.english
    private let morning = Timestamp(milliseconds: 1_331_114_520_000)

    @Test(
        "bytes are written in powers of ten, and never as a thousand of the smaller unit",
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"),
            (1_249_999, "1.2 MB"), (99_949_999, "99.9 MB"), (100_000_000, "100 MB"), (1_250_000, "1.3 MB"), (999_950_000, "1.0 GB"),
            (-5, "0 bytes"),
        ])
    func bytes(count: Int, text: String) {
        #expect(english.bytes(count) == text)
    }

    @Test("a rate is an amount a second", arguments: [(410_000, "410 kB/s"), (1_500_000, "1.5 MB/s"), (1, "1 B/s"), (12, "12 B/s")])
    func rates(rate: Int, text: String) {
        #expect(english.rate(bytesPerSecond: rate) == text)
    }

    @Test(
        "numbers have their thousands apart",
        arguments: [(0, "0"), (999, "999"), (31_204, "31,204"), (1_000_000, "1,000,000"), (-1234, "−1,234")])
    func numbers(count: Int, text: String) {
        #expect(english.number(count) == text)
    }

    @Test("a date is day, month and year; a time whose reader's zone is not known says that it is UTC")
    func times() throws {
        #expect(english.date(try #require(CalendarDate(year: 2012, month: 3, day: 7))) == "7 Mar 2012")
        #expect(english.dateTime(morning) == "7 Mar 2012, 10:02 UTC")
        #expect(english.dateTime(Timestamp(milliseconds: -1)) == "31 Dec 1969, 23:59 UTC")
        #expect(english.timeOfDay(try #require(TimeOfDay(hour: 6, minute: 5))) == "06:05")
    }

    @Test(
        "a moment is written beside the present, in each language",
        arguments: [
            ("en", "today 11:02|tomorrow 11:02|yesterday 11:02|Wed 7 Mar, 11:02|7 Mar 2012, 11:02|Today 11:02"),
            ("de", "heute 11:02|morgen 11:02|gestern 11:02|Mi. 7. März, 11:02|7. März 2012, 11:02|Heute 11:02"),
            ("fr", "aujourd’hui 11:02|demain 11:02|hier 11:02|mer. 7 mars, 11:02|7 mars 2012, 11:02|Aujourd’hui 11:02"),
            ("es", "hoy 11:02|mañana 11:02|ayer 11:02|mié, 7 mar, 11:02|7 mar 2012, 11:02|Hoy 11:02"),
            ("pl", "dzisiaj 11:02|jutro 11:02|wczoraj 11:02|śr., 7 mar, 11:02|7 mar 2012, 11:02|Dzisiaj 11:02"),
            ("ar", "اليوم 11:02 ص|غدًا 11:02 ص|أمس 11:02 ص|أربعاء، 7 مارس، 11:02 ص|7 مارس، 2012، 11:02 ص|اليوم 11:02 ص"),
            ("ja", "今日11:02|明日11:02|昨日11:02|3月7日(水) 11:02|2012年3月7日 11:02|今日11:02"),
        ])
    func moments(_ tag: String, _ expected: String) throws {
        let words = Words(language: tag, zone: TimeZone(identifier: "Europe/Berlin"))
        let day = Duration.seconds(86_400)
        let offsets: [Duration] = [.zero, .zero - day, day, day * -3, day * 366]
        let said = offsets.map { words.moment(morning, at: morning + $0) }
        #expect(plain((said + [words.asLabel(said[0])]).joined(separator: "|")) == expected)
    }

    @Test("a time is by the reader's clock without a zone, and by another place's with it")
    func zones() throws {
        let (perth, berlin) = (try #require(TimeZone(identifier: "Australia/Perth")), try #require(TimeZone(identifier: "Europe/Berlin")))
        #expect(plain(Words(zone: berlin).timeOfDay(morning)) == "11:02")
        #expect(plain(Words(zone: berlin).at(perth).timeOfDay(morning)) == "18:02 GMT+8")
        #expect(plain(Words(zone: berlin).at(perth).moment(morning, at: morning)) == "today 18:02 GMT+8")
        #expect(plain(Words(zone: perth).at(perth).timeOfDay(morning)) == "18:02")
        // Where the reader is isn't known: most likely at the place.
        #expect(plain(english.at(perth).timeOfDay(morning)) == "18:02")
        #expect(plain(english.timeOfDay(morning)) == "10:02 UTC")
        // UTC is a reader's zone like any other.
        #expect(plain(Words(zone: .gmt).timeOfDay(morning)) == "10:02")
        #expect(plain(Words(zone: .gmt).at(perth).timeOfDay(morning)) == "18:02 GMT+8")
        #expect(plain(Words(zone: perth).at(.gmt).timeOfDay(morning)) == "10:02 UTC")
    }

    @Test(
        "how often is said in the largest unit that fits",
        arguments: [
            (3600, "every hour"), (1800, "every 30 minutes"), (5400, "every 90 minutes"), (90, "every 90 seconds"), (86_400, "every day"),
            (172_800, "every 2 days"), (604_800, "every week"),
        ])
    func often(seconds: Int, text: String) {
        #expect(english.every(.seconds(seconds)) == text)
    }

    @Test("lengths are short beside values, and words of the two largest units in sentences")
    func lengths() {
        #expect(english.duration(.seconds(5400)) == "1 h 30 min")
        #expect(english.duration(.zero) == "0 s")
        #expect(english.length(.seconds(-95_400)) == "1 day 2 hours")
        #expect(english.length(.zero) == "0 seconds")
        #expect(english.length(.seconds(86_400 + 60)) == "1 day")
    }

    @Test(
        "everything is written as the language has it, in the reader's zone",
        arguments: [
            ("en", "31,204 1,234.5 −2.5% €1,234.50 7 Mar 2012 7 Mar 2012, 11:02 1.3 MB 1.1 km a, b and c every 2 hours 2 hours ago"),
            (
                "en-US",
                "31,204 1,234.5 −2.5% €1,234.50 Mar 7, 2012 Mar 7, 2012, 11:02 AM 1.3 MB 1.1 km a, b, and c every 2 hours 2 hours ago"
            ),
            (
                "de",
                "31.204 1.234,5 −2,5 % 1.234,50 € 7. März 2012 7. März 2012, 11:02 1,3 MB 1,1 km a, b und c alle 2 Stunden vor 2 Stunden"
            ),
            (
                "de-CH",
                "31’204 1’234.5 −2.5% EUR 1’234.50 7. März 2012 7. März 2012, 11:02 1.3 MB 1.1 km a, b und c alle 2 Stunden vor 2 Stunden"
            ),
            (
                "fr",
                "31 204 1 234,5 −2,5 % 1 234,50 € 7 mars 2012 7 mars 2012, 11:02 1,3 Mo 1,1 km a, b et c toutes les 2 heures il y a 2 heures"
            ),
            ("es", "31.204 1234,5 −2,5 % 1234,50 € 7 mar 2012 7 mar 2012, 11:02 1,3 MB 1,1 km a, b y c cada 2 horas hace 2 horas"),
            ("pl", "31 204 1234,5 −2,5% 1234,50 € 7 mar 2012 7 mar 2012, 11:02 1,3 MB 1,1 km a, b i c co 2 godziny 2 godziny temu"),
            ("ar", "31,204 1,234.5 −2.5% 1,234.50 € 7 مارس، 2012 7 مارس، 2012، 11:02 ص 1.3 م.بايت 1.1 كم a وb وc كل ساعتين قبل ساعتين"),
            ("ja", "31,204 1,234.5 −2.5% €1,234.50 2012年3月7日 2012年3月7日 11:02 1.3 MB 1.1 km a、b、c 2時間ごと 2 時間前"),
            (
                "en-XA",
                "31,204 1,234.5 −2.5% €1,234.50 7 Mar 2012 [7 Mar 2012, 11:02 one] [1.3 ṀƁ one] [1.1 ķɱ one] a, b and c [éṽéŕý 2 ĥöûŕš one two] 2 hours ago"
            ),
        ])
    func languages(_ tag: String, _ expected: String) throws {
        let words = Words(language: tag, zone: TimeZone(identifier: "Europe/Berlin"))
        let day = try #require(CalendarDate(year: 2012, month: 3, day: 7))
        let fee = try #require(Money(units: 123_450, scale: 2, currency: "EUR"))
        let said = [
            words.number(31_204), words.number(1234.5), words.percent(-2.5), words.money(fee), words.date(day), words.dateTime(morning),
            words.bytes(1_250_000), words.distance(metres: 1_100), words.list(["a", "b", "c"]), words.every(.seconds(7200)),
            words.relative(morning, to: morning + .seconds(7200)),
        ].joined(separator: " ")
        #expect(plain(said) == expected)
    }

    /// Treats no-break spaces as spaces and removes direction marks.
    private func plain(_ text: String) -> String {
        let marks: Set<Unicode.Scalar> = ["\u{200E}", "\u{200F}", "\u{2067}", "\u{2068}", "\u{2069}"]
        let plain = text.unicodeScalars.filter { !marks.contains($0) }.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 }
        return String(String.UnicodeScalarView(plain))
    }
}
