import Boards
import Foundation
import Localisation
import Records
import Serving

/// How far each weekday is above or below the mean of its week: bars from a base line, and a conclusion in words.
struct StationWeekView {
    let cycle: WeeklyCycle
    let amounts: StationAmounts
    let words: Words

    private static let (width, middle, reach) = (640.0, 92.0, 50.0)

    var html: HTML {
        """
        <figure class="chart price-chart week-chart"><figcaption>\(words("Over the week"))</figcaption>
        <p class="chart-note">\(verdict)</p>
        <svg viewBox="0 0 640 204" role="img" aria-label="\(summary)">\(bars)\
        <line class="chart-zero" x1="0" x2="640" y1="\(text(Self.middle))" y2="\(text(Self.middle))"/></svg>
        <p class="chart-note">\(words("Above or below the week’s average, in \(amounts.unit). Whole weeks: \(words.number(cycle.weeks))"))\
        </p></figure>
        """
    }

    /// Only conclusions that the weeks support.
    private var verdict: HTML {
        guard cycle.weeks >= WeeklyCycle.leastWeeks else { return "\(words("Too few weeks to tell which day is usually cheapest."))" }
        guard let cheapest = cycle.cheapest else { return "\(words("No day of the week is usually cheapest."))" }
        let text = words("Usually cheapest: \(words.weekday(cheapest))")
        guard let dearest = cycle.dearest, dearest != cheapest else { return "<strong>\(text)</strong>" }
        return "<strong>\(text)</strong> · \(words("Usually most expensive: \(words.weekday(dearest))"))"
    }

    private var summary: String {
        words.list(days.map { "\(words.weekday($0)) \(signed(cycle.deviations[$0]))" })
    }

    /// In the reader's order of weekdays.
    private var days: [Int] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = words.locale
        // Calendars count from 1 for Sunday.
        let first = (calendar.firstWeekday + 5) % 7
        return (0..<7).map { (first + $0) % 7 }
    }

    private var bars: [HTML] {
        let largest = max(cycle.deviations.map { abs($0) }.max() ?? 0, 1e-9)
        let step = Self.width / 7
        return days.enumerated().map { place, weekday in
            let deviation = cycle.deviations[weekday]
            let length = abs(deviation) / largest * Self.reach
            let (left, centre) = (Double(place) * step + step * 0.22, Double(place) * step + step / 2)
            let top = deviation > 0 ? Self.middle - length : Self.middle
            let figure = deviation > 0 ? top - 8 : top + length + 20
            return """
                <rect class="chart-bar\(weekday == cycle.cheapest ? " is-least" : "")" x="\(text(left))" y="\(text(top))" \
                width="\(text(step * 0.56))" \
                height="\(text(length))" rx="3"/><text class="is-middle" x="\(text(centre))" y="\(text(figure))">\(signed(deviation))\
                </text>\
                <text class="is-middle" x="\(text(centre))" y="198">\(words.shortWeekday(weekday))</text>
                """
        }
    }

    private func signed(_ deviation: Double) -> String {
        let rounded = amounts.price(abs(deviation))
        return deviation == 0 || rounded == amounts.price(0) ? amounts.price(0) : deviation > 0 ? "+\(rounded)" : "\u{2212}\(rounded)"
    }

    private func text(_ coordinate: Double) -> String { Value.number((coordinate * 10).rounded() / 10).text }
}
