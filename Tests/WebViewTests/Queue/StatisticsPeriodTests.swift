import Foundation
import Localisation
import Records
import Testing

@testable import QueuePages
@testable import Serving
@testable import Web

@Suite("The days that statistics are about")
struct StatisticsPeriodTests {
    /// 2026-11-22
    private static let today = 20_779

    @Test(
        "what cannot be read is the last seven days, and more than a year is a year",
        arguments: [
            ("", "2026-11-16", "2026-11-22"), ("days=1", "2026-11-22", "2026-11-22"), ("days=many", "2026-11-16", "2026-11-22"),
            ("from=2026-11-01&to=2026-11-03", "2026-11-01", "2026-11-03"), ("from=2026-11-03&to=2026-11-01", "2026-11-16", "2026-11-22"),
            ("from=1999-01-01&to=2026-11-22", "2025-11-22", "2026-11-22"), ("days=99999999999", "2025-11-22", "2026-11-22"),
        ])
    func reading(query: String, from: String, to: String) {
        let pairs = query.split(separator: "&").map { $0.split(separator: "=") }.map { (String($0[0]), String($0[1])) }
        let period = StatisticsPeriod(Dictionary(pairs) { first, _ in first }, today: Self.today)
        #expect(period.query == "from=\(from)&to=\(to)")
    }

    @Test("a day on which the clocks are put back has 25 hours")
    func autumn() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let day = StatisticsPeriod(["from": "2026-10-25", "to": "2026-10-25"], today: Self.today).moments(in: berlin)
        #expect(day.lowerBound.description == "2026-10-24T22:00:00Z")
        #expect(day.upperBound - day.lowerBound == .seconds(25 * 3600))
        #expect(StatisticsPeriod.today(in: berlin, at: day.lowerBound) == 20_751)
    }

    @Test("bars are as high as their numbers, and one without is none")
    func bars() {
        let chart = StatisticsChart(
            title: "Numbers", bars: [.init(label: "9", lower: 5, upper: 10), .init(label: "10", lower: 0, upper: 0)], lower: "Served",
            upper: "Taken", words: .english)
        let html = chart.html.description
        #expect(html.components(separatedBy: "<rect").count == 3)
        #expect(html.contains("aria-label=\"Numbers. Most: 10 (9)\""))
    }
}
