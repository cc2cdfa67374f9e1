import BoardPages
import Localisation
import Records
import Serving

/// The numbers of a gauge, each with its name, rate and chart.
struct GaugeView {
    static let region = "gauge-now"

    let words: Words
    private var values: ValueView { ValueView(words) }

    func html(_ readings: [GaugeReading], _ paths: BoardPaths) -> HTML { "\(readings.map { html($0, paths) })" }

    private func html(_ reading: GaugeReading, _ paths: BoardPaths) -> HTML {
        let facts = [perHour(reading), since(reading)].compactMap { $0 }
        let id = reading.stored.id
        return """
            <section class="gauge" aria-labelledby="gauge-\(id)">
            <h2 class="gauge-name" id="gauge-\(id)">\
            <a id="gauge-way-\(id)" href="\(paths.record(id))"><bdi>\(reading.name)</bdi></a></h2>
            <p class="gauge-value figures">\(value(reading))</p>
            \(facts.isEmpty ? nil : #"<p class="gauge-facts">\#(facts.joined(by: " · "))</p>"# as HTML?)
            \(reading.chart.map { StepChartView(chart: $0, words: words).html })
            </section>
            """
    }

    /// The number with its unit.
    func value(_ reading: GaugeReading) -> HTML {
        guard case .number? = reading.value, let unit = reading.field.unit else { return values.html(reading.value, of: reading.field) }
        return #"\#(values.html(reading.value, of: reading.field.withoutUnit))<span class="gauge-unit">\#u{A0}\#(unit)</span>"#
    }

    /// With the date and time, because "since" doesn't go with "2 minutes ago".
    func since(_ reading: GaugeReading) -> HTML? { reading.since.map { "\(words("since \(words.dateTime($0))", sense: "day"))" } }

    private func perHour(_ reading: GaugeReading) -> HTML? {
        // For a constant number, the time since its last change is enough.
        guard let rounded = reading.perHour?.rounded(toDigits: 3), rounded != 0 else { return nil }
        let amount = "\(rounded > 0 ? "+" : "")\(words.number(rounded))\(reading.field.unit.map { "\u{A0}\($0)" } ?? "")"
        return "\(words("\(amount) per hour"))"
    }
}
