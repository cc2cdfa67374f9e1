import BoardPages
import Localisation
import Records
import Serving

/// A bar chart in which each bar has a highlighted part: served of all guests, the median within the 90th percentile. Server-rendered SVG;
/// the tables below it have the same data.
///
/// Its coordinate system is 640 × 220 units and scales; the style sheet sets colours and widths. Time runs from left to right in every
/// language, as usual for charts.
struct StatisticsChart {
    struct Bar: Hashable, Sendable {
        let label: String
        /// The highlighted part, at most `upper`.
        let lower: Double
        let upper: Double
    }

    let title: String
    let bars: [Bar]
    let lower: String
    let upper: String
    let words: Words

    private static let (width, height) = (640.0, 220.0)
    private static let (left, right, top, bottom) = (44.0, 8.0, 12.0, 30.0)
    private static let widest = 44.0
    /// The most labels that fit below.
    private static let labelLimit = 8

    var html: HTML {
        """
        <figure class="chart bar-chart"><figcaption>\(title)</figcaption>
        <svg viewBox="0 0 640 220" role="img" aria-label="\(summary)">\(grid)\(columns)</svg>
        <ul class="chart-key"><li>\(lower)</li><li class="is-second">\(upper)</li></ul></figure>
        """
    }

    /// A one-sentence summary of the chart.
    private var summary: String {
        let highest = bars.max { $0.upper < $1.upper }
        return words("\(title). Most: \(words.number(highest?.upper ?? 0, digits: 0)) (\(highest?.label ?? "–"))")
    }

    private var ticks: [Double] { StepChart.ticks(0, max(1, bars.map(\.upper).max() ?? 1)) }

    private var grid: [HTML] {
        ticks.map { tick in
            """
            <line x1="\(text(Self.left))" x2="\(text(Self.width - Self.right))" y1="\(text(y(tick)))" y2="\(text(y(tick)))"/>\
            <text class="is-value" x="\(text(Self.left - 8))" y="\(text(y(tick) + 4))">\(words.number(tick, digits: 1))</text>
            """
        }
    }

    private var columns: [HTML] {
        let step = (Self.width - Self.left - Self.right) / Double(max(1, bars.count))
        let each = (bars.count + Self.labelLimit - 1) / Self.labelLimit
        return bars.enumerated().map { place, bar in
            let width = min(step * 0.7, Self.widest)
            let x = Self.left + step * (Double(place) + 0.5) - width / 2
            func part(_ name: String, _ value: Double) -> HTML? {
                guard value > 0 else { return nil }
                return """
                    <rect class="\(name)" x="\(text(x))" y="\(text(y(value)))" \
                    width="\(text(width))" height="\(text(y(0) - y(value)))" rx="\(text(min(3, width / 3)))"/>
                    """
            }
            let label: HTML? =
                place % max(1, each) == 0
                ? #"<text class="is-middle" x="\#(text(x + width / 2))" y="\#(text(Self.height - 8))">\#(bar.label)</text>"# : nil
            return "\(part("chart-bar is-whole", bar.upper))\(part("chart-bar", bar.lower))\(label)"
        }
    }

    private func y(_ value: Double) -> Double {
        let highest = ticks.last ?? 1
        return Self.height - Self.bottom - value / highest * (Self.height - Self.top - Self.bottom)
    }

    /// Rounded to a tenth of a unit.
    private func text(_ coordinate: Double) -> String { Value.number((coordinate * 10).rounded() / 10).text }
}
