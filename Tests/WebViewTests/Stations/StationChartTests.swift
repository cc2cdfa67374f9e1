import Foundation
import Localisation
import Records
import Testing

@testable import Boards
@testable import Serving
@testable import StationPages
@testable import Web

@Suite("Charts of prices by day")
struct StationChartTests {
    /// 2024-11-18, a Monday.
    private static let monday = 20_045

    private func days(_ amounts: [Double?]) throws -> [PriceHistory.Day] {
        try amounts.enumerated().compactMap { day, amount in
            guard let amount else { return nil }
            return PriceHistory.Day(
                date: try #require(CalendarDate(daysSince1970: Self.monday + day)), mean: amount, least: amount - 4, count: 3)
        }
    }

    private func html(_ days: [PriceHistory.Day], isOfMany: Bool = false, _ words: Words = .english) -> String {
        StationChartView(
            title: "Prices", days: days, isOfMany: isOfMany, amounts: StationAmounts(Pumps.plan, Pumps.plan.fuels[0], words), words: words
        ).html.description
    }

    @Test("a line has a step for each day and is broken where one is not known")
    func line() throws {
        let html = html(try days([150, 160, nil, 155]))
        let line = try #require(html.firstMatch(of: #/class="chart-line" d="([^"]*)"/#)?.output.1)
        #expect(line.count { $0 == "M" } == 2)
        #expect(line.count { $0 == "H" } == 3)
        #expect(line.count { $0 == "V" } == 1)
        #expect(html.contains("aria-label=\"Between 150.0\u{A0}c/L and 160.0\u{A0}c/L, last 155.0\u{A0}c/L\""))
    }

    @Test("is a table as well, the newest day first")
    func table() throws {
        let html = html(try days([150, 160]), isOfMany: true)
        #expect(
            html.contains(
                "<tr><th scope=\"row\">Tue, 19 Nov 2024</th><td class=\"figures\">160.0\u{A0}c/L</td><td class=\"figures\">156.0\u{A0}c/L</td></tr><tr>"
            ))
        #expect(html.contains("class=\"chart-line is-second\""))
        #expect(html.contains("Cheapest station"))
    }

    @Test("of one day there is a sentence, of none nothing")
    func few() throws {
        #expect(html(try days([150])).contains("Only one day so far."))
        #expect(html([]).isEmpty)
    }

    @Test("the week has a verdict only when there are weeks enough")
    func week() throws {
        let week: [Double?] = [140, 170, 165, 160, 155, 150, 145]
        #expect(!html(try days(Array(week.prefix(6)))).contains("Over the week"))
        #expect(html(try days(week + week)).contains("Too few weeks"))
        let sure = html(try days((0..<6).flatMap { _ in week }))
        #expect(sure.contains("<strong>Usually cheapest: Monday</strong> · Usually most expensive: Tuesday"))
        #expect(sure.contains("Whole weeks: 6"))
        #expect(sure.contains("\u{2212}15.0"))
        let still = html(try days(Array(repeating: 150, count: 49)))
        #expect(still.contains("No day of the week is usually cheapest."))
    }

    @Test("weekdays are named in the reader's language, from the day on which weeks begin there")
    func languages() throws {
        let week: [Double?] = [140, 170, 165, 160, 155, 150, 145]
        let german = html(try days((0..<6).flatMap { _ in week }), Words(language: "de"))
        #expect(german.contains("Meist am günstigsten: Montag"))
        let arabic = html(try days((0..<6).flatMap { _ in week }), Words(language: "ar"))
        let bars = try #require(arabic.range(of: "chart-bar"))
        let (saturday, sunday) = (
            try #require(arabic.range(of: "سبت", range: bars.upperBound..<arabic.endIndex)),
            try #require(arabic.range(of: "أحد", range: bars.upperBound..<arabic.endIndex))
        )
        #expect(saturday.lowerBound < sunday.lowerBound)
    }
}
