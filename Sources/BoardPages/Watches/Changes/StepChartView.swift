import Foundation
package import Localisation
import Records
package import Serving

/// A step chart as SVG, drawn by the server, with a table of its values for screen readers.
///
/// Drawn in a scalable frame of 640 × 220 units; the style sheet sets colours and widths. Time runs from left to right in every language,
/// as usual for charts.
package struct StepChartView {
    let chart: StepChart
    let words: Words

    package init(chart: StepChart, words: Words) {
        self.chart = chart
        self.words = words
    }

    private static let (width, height) = (640.0, 220.0)
    private static let (left, right, top, bottom) = (64.0, 16.0, 12.0, 34.0)

    package var html: HTML {
        let title = words("\(chart.field.label) over time")
        let rows = chart.points.map { point -> HTML in
            "<tr><td>\(time(point.time))</td><td>\(ValueView(words).html(point.value, of: chart.field))</td></tr>"
        }
        return """
            <figure class="chart"><figcaption>\(title)</figcaption>
            <svg viewBox="0 0 640 220" role="img" aria-label="\(summary)">\(ticks)\(days)\
            <path class="chart-area" d="\(line)V\(text(y(chart.ticks.first ?? 0)))H\(text(x(chart.points[0].time)))Z"/>\
            <path class="chart-line" d="\(line)"/>\(dots)</svg>
            <details><summary>\(words("As a table"))</summary><table class="change-table"><thead><tr><th scope="col">\(words("Since"))</th>\
            <th scope="col">\(chart.field.label)</th></tr></thead><tbody>\(rows)</tbody></table></details></figure>
            """
    }

    /// The chart in one sentence.
    private var summary: String {
        func shown(_ value: Value) -> String { words.text(value, of: chart.field) }
        let low = chart.points.min { $0.height < $1.height } ?? chart.points[0]
        let high = chart.points.max { $0.height < $1.height } ?? chart.points[0]
        let last = chart.points[chart.points.count - 1]
        let changes: Int = chart.points.count - 1
        return words(
            "\(chart.field.label): \(changes) changes between \(shown(low.value)) and \(shown(high.value)), now \(shown(last.value))"
        )
    }

    private var line: String {
        var path = "M\(text(x(chart.points[0].time))) \(text(y(chart.points[0].height)))"
        for point in chart.points.dropFirst() { path += "H\(text(x(point.time)))V\(text(y(point.height)))" }
        return path + "H\(text(x(chart.end)))"
    }

    private var dots: [HTML] {
        guard chart.points.count <= 60 else { return [] }
        return chart.points.dropFirst().map { #"<circle cx="\#(text(x($0.time)))" cy="\#(text(y($0.height)))" r="3.5"/>"# }
    }

    private var ticks: [HTML] {
        chart.ticks.map { tick in
            """
            <line x1="\(text(Self.left))" x2="\(text(Self.width - Self.right))" y1="\(text(y(tick)))" y2="\(text(y(tick)))"/>\
            <text class="is-value" x="\(text(Self.left - 8))" y="\(text(y(tick) + 4))">\(label(tick))</text>
            """
        }
    }

    private var days: [HTML] {
        let y = Self.height - 10
        return [
            #"<text x="\#(text(Self.left))" y="\#(text(y))">\#(day(chart.points[0].time))</text>"#,
            #"<text class="is-end" x="\#(text(Self.width - Self.right))" y="\#(text(y))">\#(day(chart.end))</text>"#,
        ]
    }

    private func label(_ tick: Double) -> String {
        guard chart.field.kind == .duration else { return Value.number(tick.rounded(toDigits: 12)).text }
        return words.duration(.milliseconds(Int64(clamping: tick)))
    }

    private func x(_ time: Timestamp) -> Double {
        let (from, to) = (Double(chart.points[0].time.milliseconds), Double(chart.end.milliseconds))
        let share = to > from ? (Double(time.milliseconds) - from) / (to - from) : 0
        return Self.left + share * (Self.width - Self.left - Self.right)
    }

    private func y(_ height: Double) -> Double {
        let (low, high) = (chart.ticks.first ?? 0, chart.ticks.last ?? 1)
        let share = high > low ? (height - low) / (high - low) : 0.5
        return Self.height - Self.bottom - share * (Self.height - Self.top - Self.bottom)
    }

    /// Only the time of day, if all points are within a day.
    private func day(_ time: Timestamp) -> String {
        chart.end - chart.points[0].time < .seconds(86_400) ? words.timeOfDay(time) : words.date(time)
    }

    private func time(_ time: Timestamp) -> HTML { ValueView(words).time(time) }

    /// Rounded to a tenth of a unit.
    private func text(_ coordinate: Double) -> String { Value.number((coordinate * 10).rounded() / 10).text }
}
