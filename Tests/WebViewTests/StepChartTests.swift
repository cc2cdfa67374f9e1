import Foundation
import Localisation
import Records
import Testing

@testable import BoardPages
@testable import Serving
@testable import Web

@Suite("The chart of a number")
struct StepChartTests {
    private let schema = Schema(
        fields: [
            Field(name: "name", kind: .text),
            {
                var price = Field(name: "price", kind: .number, label: "Price")
                price.unit = "ct/l"
                return price
            }(),
        ])

    private func time(_ hour: Int64) -> Timestamp { Timestamp(milliseconds: 1_331_114_520_000 + hour * 3_600_000) }
    private func record(_ price: Double?) -> Record { Record([.text("Shell"), price.map(Value.number)]) }

    private var changes: [HistoryEntry] {
        [
            HistoryEntry(change: .appeared(record(150)), seen: time(0)),
            HistoryEntry(change: .altered(before: record(150), after: record(152.5)), seen: time(10)),
            HistoryEntry(change: .altered(before: record(152.5), after: record(149)), seen: time(20)),
        ]
    }

    @Test("holds each value until the next change, and the last until the end")
    func points() throws {
        let chart = try #require(StepChart.charts(of: changes, schema, until: time(30)).first)
        #expect(chart.field.name == "price")
        #expect(chart.points.map(\.height) == [150, 152.5, 149])
        #expect(chart.points.map(\.time) == [time(0), time(10), time(20)])
        #expect(chart.end == time(30))
        #expect(chart.ticks == [149, 150, 151, 152, 153])
    }

    @Test("what it was before the first known change stands before it")
    func before() throws {
        let chart = try #require(StepChart.charts(of: Array(changes.dropFirst()), schema, until: time(30)).first)
        #expect(chart.points.map(\.height) == [150, 152.5, 149])
        #expect(chart.points[0].time < time(10))
    }

    @Test("a number that never moved, and one that is gone, have none")
    func none() {
        #expect(StepChart.charts(of: Array(changes.prefix(1)), schema, until: nil).isEmpty)
        #expect(StepChart.charts(of: [], schema, until: time(1)).isEmpty)
        #expect(StepChart.charts(of: [HistoryEntry(change: .gone(record(nil)), seen: time(0))], schema, until: nil).isEmpty)
    }

    @Test(
        "ticks are round numbers around all values",
        arguments: [(0.0, 1.0), (149.0, 152.5), (-3.0, 17.0), (5.0, 5.0), (0.001, 0.002), (1e9, 4e9)])
    func ticks(low: Double, high: Double) throws {
        let ticks = StepChart.ticks(low, high)
        #expect((2...9).contains(ticks.count))
        #expect(try #require(ticks.first) <= low + 1e-9)
        #expect(try #require(ticks.last) >= high - 1e-9)
    }

    @Test("is said in one sentence and as a table to those who do not see it")
    func words() throws {
        let chart = try #require(StepChart.charts(of: changes, schema, until: time(30)).first)
        let html = StepChartView(chart: chart, words: .english).html.description
        #expect(html.contains("role=\"img\" aria-label=\"Price: 2 changes between 149\u{A0}ct/l and 152.5\u{A0}ct/l, now 149\u{A0}ct/l\""))
        #expect(html.components(separatedBy: "<tr><td>").count == 4)
        #expect(!html.contains("style="))
    }
}
