import Localisation
import Records
import Serving

/// `/queue/<name>/statistics`: a summary of a period, two charts, and the tables below them.
struct StatisticsView {
    let reader: Reader
    let model: StatisticsModel
    private var words: Words { reader.words }
    private var paths: StaffPaths { StaffPaths(model.plan.name) }

    func page(assets: String) -> HTML {
        PageShell(title: words("\(model.plan.label): statistics"), assets: assets, kind: .staff, reader: reader).page(
            """
            <div class="queue-figures">
            \(PageHeading.html(
                markup: "\(words("Statistics"))", back: BackLink.html(words("Console"), to: paths.console),
                lead: "<bdi>\(model.plan.label)</bdi>"))
            \(choice)\(summary)\(model.statistics.total.taken == 0 ? nil : "\(charts)\(tables)" as HTML)\(files)</div>
            """)
    }

    // MARK: Period

    private var choice: HTML {
        let offered = StatisticsPeriod.offered.map { count -> HTML in
            let period = StatisticsPeriod(["days": "\(count)"], today: model.today)
            let label = count == 1 ? words("Today") : words("\(count) days")
            let link = Chips.link(label, to: "\(paths.statistics)?days=\(count)", period == model.period ? .chosen : nil)
            return "<li>\(link)</li>"
        }
        func field(_ name: String, _ label: String, _ day: Int) -> HTML {
            """
            <label class="form-field"><span class="field-label">\(label)</span>\
            <input class="field-input" type="date" name="\(name)" \
            value="\(StatisticsPeriod.text(day))" max="\(StatisticsPeriod.text(model.today))" required></label>
            """
        }
        let form: HTML = """
            <form class="period-form" method="get" action="\(paths.statistics)">\
            \(field("from", words("From", sense: "day"), model.period.days.lowerBound))\
            \(field("to", words("To", sense: "day"), model.period.days.upperBound))\
            <button class="desk-button" type="submit">\(words("Show"))</button></form>
            """
        return """
            <nav class="period" aria-label="\(words("Days"))"><ul>\(offered)</ul>\
            \(Disclosure.html(words("Other days"), isOpen: !isOffered, form))</nav>

            """
    }

    private var isOffered: Bool {
        StatisticsPeriod.offered.contains { StatisticsPeriod(["days": "\($0)"], today: model.today) == model.period }
    }

    // MARK: Summary

    private var summary: HTML {
        let total = model.statistics.total
        if total.taken == 0 { return EmptyState.html(words("No tickets on these days.")) }
        func tile(_ name: String, _ value: String, _ note: String? = nil) -> HTML {
            """
            <div class="figure-tile"><dt>\(name)</dt><dd>\(value)</dd>\(note.map { #"<dd class="figure-note">\#($0)</dd>"# } as HTML?)</div>
            """
        }
        func share(_ count: Int) -> String { words.percent(Double(count) * 100 / Double(max(1, total.taken)), digits: 0) }
        return """
            <dl class="figure-tiles">\(tile(words("Taken"), words.number(total.taken)))\
            \(tile(words("Served"), words.number(total.served), share(total.served)))\
            \(tile(words("No-shows"), words.number(total.noShows), share(total.noShows)))\
            \(tile(words("Left"), words.number(total.left), share(total.left)))\
            \(total.waits.map { tile(words("Wait"), text($0.median), words("90% within \(text($0.ninetieth))")) })\
            \(total.services.map { tile(words("Service time"), text($0.median), words("90% within \(text($0.ninetieth))")) })</dl>

            """
    }

    // MARK: Charts

    private var charts: HTML {
        let isDay = model.period.days.count == 1
        let buckets: [(label: String, figures: QueueStatistics.Figures)] =
            isDay ? hours.map { (words.number($0.hour), $0.figures) } : days.map { (words.dayAndMonth($0.day), $0.figures) }
        let came = StatisticsChart(
            title: isDay ? words("Tickets by hour") : words("Tickets by day"),
            bars: buckets.map { .init(label: $0.label, lower: Double($0.figures.served), upper: Double($0.figures.taken)) },
            lower: words("Served"), upper: words("Taken"), words: words)
        let waited = StatisticsChart(
            title: words("Wait in minutes"),
            bars: buckets.map { bucket in
                let waits = bucket.figures.waits
                return .init(label: bucket.label, lower: minutes(waits?.median), upper: minutes(waits?.ninetieth))
            }, lower: words("Median"), upper: words("90% within"), words: words)
        return #"<div class="figure-charts">\#(came.html)\#(waited.html)</div>"#
    }

    /// Every day of the period, including days without guests.
    private var days: [(day: Int, figures: QueueStatistics.Figures)] {
        let known = Dictionary(model.statistics.days.map { ($0.day, $0.figures) }) { first, _ in first }
        return model.period.days.map { ($0, known[$0] ?? .init()) }
    }

    /// From the first to the last hour with guests.
    private var hours: [(hour: Int, figures: QueueStatistics.Figures)] {
        let known = Dictionary(model.statistics.hours.map { ($0.hour, $0.figures) }) { first, _ in first }
        guard let first = known.keys.min(), let last = known.keys.max() else { return [] }
        return (first...last).map { ($0, known[$0] ?? .init()) }
    }

    // MARK: Tables

    private var tables: HTML {
        let statistics = model.statistics
        let byDay = statistics.days.reversed().map { row(words.weekdayAndDate(CalendarDate(daysSince1970: $0.day)), $0.figures) }
        let byHour = statistics.hours.map { row(words("\(words.number($0.hour))–\(words.number($0.hour + 1)) h"), $0.figures) }
        let byCounter = statistics.counters.map { servedRow($0.name, $0.figures) }
        let byClerk = statistics.clerks.map { servedRow(model.names[$0.person] ?? words("A removed person"), $0.figures) }
        return """
            <div class="figure-pairs">\(servedTable(words("By counter"), words("Counter"), byCounter))\
            \(byClerk.isEmpty ? nil : servedTable(words("By staff member"), words("Staff member"), byClerk))</div>\
            \(table(words("By hour of the day"), words("Hour"), byHour))\
            \(model.period.days.count > 1 ? table(words("By day"), words("Day"), byDay) : nil)
            """
    }

    private func table(_ title: String, _ first: String, _ rows: [HTML]) -> HTML {
        wide(
            title,
            [
                first, words("Taken"), words("Served"), words("No-shows"), words("Left"), words("Wait"), words("90% within"),
                words("Service time"),
            ], rows)
    }

    private func servedTable(_ title: String, _ first: String, _ rows: [HTML]) -> HTML {
        wide(title, [first, words("Services"), words("No-shows"), words("Service time"), words("90% within")], rows)
    }

    /// Wider than a phone screen, so it scrolls horizontally, also by keyboard.
    private func wide(_ title: String, _ columns: [String], _ rows: [HTML]) -> HTML {
        let heads = columns.map { #"<th scope="col">\#($0)</th>"# as HTML }
        return """
            <section class="figure-table"><h2>\(title)</h2><div class="figure-scroll" tabindex="0" role="region" aria-label="\(title)">\
            <table><thead><tr>\(heads)</tr></thead><tbody>\(rows)</tbody></table></div></section>

            """
    }

    private func row(_ name: String, _ figures: QueueStatistics.Figures) -> HTML {
        let cells = [
            words.number(figures.taken), words.number(figures.served), words.number(figures.noShows), words.number(figures.left),
            text(figures.waits?.median), text(figures.waits?.ninetieth), text(figures.services?.median),
        ]
        return #"<tr><th scope="row">\#(name)</th>\#(cells.map(cell))</tr>"#
    }

    private func servedRow(_ name: String, _ figures: QueueStatistics.Figures) -> HTML {
        let cells = [
            words.number(figures.served), words.number(figures.noShows), text(figures.services?.median), text(figures.services?.ninetieth),
        ]
        return #"<tr><th scope="row"><bdi>\#(name)</bdi></th>\#(cells.map(cell))</tr>"#
    }

    private func cell(_ text: String) -> HTML { #"<td class="figures">\#(text)</td>"# }

    // MARK: Files

    private var files: HTML {
        let personal: HTML? =
            model.isAdministrator && !model.plan.asks.isEmpty
            ? #"<li><a href="\#(paths.tickets(model.period, isPersonal: true))">\#(words("Tickets with guest details (CSV)"))</a></li>"#
            : nil
        return """
            <ul class="figure-files"><li><a href="\(paths.tickets(model.period))">\(words("Tickets (CSV)"))</a></li>\(personal)\
            <li><a href="\(paths.audit)">\(words("Audit trail"))</a></li></ul>
            """
    }

    private func text(_ duration: Duration?) -> String { duration.map { words.duration($0.wholeSeconds) } ?? "–" }
    private func minutes(_ duration: Duration?) -> Double { duration.map { Double($0.wholeMilliseconds) / 60_000 } ?? 0 }
}

extension Words {
    fileprivate func weekdayAndDate(_ date: CalendarDate?) -> String { date.map { weekdayAndDate($0) } ?? "–" }
}
