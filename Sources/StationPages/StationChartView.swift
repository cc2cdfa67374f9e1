import BoardPages
import Boards
import Foundation
import Localisation
import Records
import Serving

/// Prices by day as SVG, drawn by the server, and below it the usual week; both also as a table for people who can't see them.
///
/// Drawn in a scalable frame of 640 × 220 units; the style sheet sets colours and widths. Time runs from left to right in every language,
/// as usual for charts. The line has a gap for each unknown day.
struct StationChartView {
    let title: String
    /// In order.
    let days: [PriceHistory.Day]
    /// Whether it shows several stations: their mean, and also the lowest price.
    let isOfMany: Bool
    let amounts: StationAmounts
    let words: Words

    private static let (width, height) = (640.0, 220.0)
    private static let (left, right, top, bottom) = (64.0, 16.0, 12.0, 34.0)

    /// Empty if there are no days.
    var html: HTML {
        guard let first = days.first, let last = days.last else { return "" }
        guard days.count > 1 else {
            let text = words("Only one day so far. The chart starts with the next.")
            return #"<section class="price-history"><h2>\#(title)</h2><p class="chart-note">\#(text)</p></section>"#
        }
        let frame = Frame(
            from: first.date.daysSince1970, to: last.date.daysSince1970,
            StepChart.ticks(days.map(\.least).min() ?? 0, days.map(\.mean).max() ?? 0))
        return """
            <section class="price-history"><h2>\(title)</h2>
            <figure class="chart price-chart">
            <svg viewBox="0 0 640 220" role="img" aria-label="\(summary(last))">\(grid(frame))\(weeks(frame))\
            <path class="chart-line" d="\(path(frame, \.mean))"/>\
            \(isOfMany ? #"<path class="chart-line is-second" d="\#(path(frame, \.least))"/>"# as HTML : nil)</svg>
            \(key)<details><summary>\(words("As a table"))</summary>\(table)</details></figure>
            \(WeeklyCycle(days).map { StationWeekView(cycle: $0, amounts: amounts, words: words).html })
            </section>
            """
    }

    /// A summary of the chart in one sentence.
    private func summary(_ last: PriceHistory.Day) -> String {
        let (low, high) = (days.map(\.mean).min() ?? 0, days.map(\.mean).max() ?? 0)
        return words("Between \(amounts.whole(low)) and \(amounts.whole(high)), last \(amounts.whole(last.mean))")
    }

    private var key: HTML? {
        guard isOfMany else { return nil }
        return
            """
            <ul class="chart-key"><li>\(words("Average of all stations"))</li><li class="is-second">\(words("Cheapest station"))</li>\
            </ul>
            """
    }

    private var table: HTML {
        let rows = days.reversed().map { day -> HTML in
            let least = isOfMany ? #"<td class="figures">\#(amounts.whole(day.least))</td>"# as HTML : nil
            return
                """
                <tr><th scope="row">\(words.weekdayAndDate(day.date))</th><td class="figures">\(amounts.whole(day.mean))</td>\(least)\
                </tr>
                """
        }
        let least = isOfMany ? #"<th scope="col">\#(words("Cheapest station"))</th>"# as HTML : nil
        return """
            <table class="change-table"><thead><tr><th scope="col">\(words("Day"))</th>\
            <th scope="col">\(isOfMany ? words("Average of all stations") : words("Price"))</th>\(least)</tr></thead><tbody>\(rows)</tbody>\
            </table>
            """
    }

    // MARK: Drawing

    /// Converts days to units from the left, and amounts to units from the top.
    private struct Frame {
        let from: Int
        let to: Int
        let ticks: [Double]

        init(from: Int, to: Int, _ ticks: [Double]) {
            (self.from, self.to, self.ticks) = (from, to, ticks)
        }

        func x(_ day: Int) -> Double {
            StationChartView.left + Double(day - from) / Double(to + 1 - from)
                * (StationChartView.width - StationChartView.left - StationChartView.right)
        }

        func y(_ amount: Double) -> Double {
            let (low, high) = (ticks.first ?? 0, ticks.last ?? 1)
            let share = high > low ? (amount - low) / (high - low) : 0.5
            return StationChartView.height - StationChartView.bottom - share
                * (StationChartView.height - StationChartView.top - StationChartView.bottom)
        }
    }

    /// A step for each day, up to the beginning of the next.
    private func path(_ frame: Frame, _ amount: (PriceHistory.Day) -> Double) -> String {
        var path = ""
        var end: Int?
        for day in days {
            let start = day.date.daysSince1970
            let y = text(frame.y(amount(day)))
            path += end == start ? "V\(y)" : "M\(text(frame.x(start))) \(y)"
            path += "H\(text(frame.x(start + 1)))"
            end = start + 1
        }
        return path
    }

    private func grid(_ frame: Frame) -> [HTML] {
        frame.ticks.map { tick in
            """
            <line x1="\(text(Self.left))" x2="\(text(Self.width - Self.right))" y1="\(text(frame.y(tick)))" y2="\(text(frame.y(tick)))"/>\
            <text class="is-value" x="\(text(Self.left - 8))" y="\(text(frame.y(tick) + 4))">\(words.number(tick, digits: 3))</text>
            """
        }
    }

    /// A line at the beginning of each week, on Monday, with as many dates below as there is room for.
    private func weeks(_ frame: Frame) -> [HTML] {
        let mondays = (frame.from...frame.to).filter { CalendarDate(daysSince1970: $0)?.weekday == 0 }
        let step = max(1, (mondays.count + 3) / 4)
        return mondays.enumerated().map { index, monday in
            let label: HTML? =
                index % step == 0
                ? """
                <text class="is-middle" x="\(text(frame.x(monday)))" y="\(text(Self.height - 10))">\(words.dayAndMonth(monday))</text>
                """
                : nil
            return """
                <line x1="\(text(frame.x(monday)))" x2="\(text(frame.x(monday)))" y1="\(text(Self.top))" \
                y2="\(text(Self.height - Self.bottom))"/>\(label)
                """
        }
    }

    /// Rounded to a tenth of a unit.
    private func text(_ coordinate: Double) -> String { Value.number((coordinate * 10).rounded() / 10).text }
}
