import Foundation
import Localisation
import Records

extension BoardPaths {
    var guideSearch: String { address("\(root)/search") }
    var guideChannels: String { address("\(root)/channels") }
    /// What a person is reminded of.
    var reminders: String { address("\(root)/reminders") }

    func guideSearch(_ text: String) -> String { address("\(root)/search", "q=\(Percent.encoded(text))") }

    func guideGrid(_ day: CalendarDate? = nil) -> String { address("\(root)/grid", day.map { "day=\($0)" }) }

    /// The day of one channel, by the source's id for it.
    func guideChannel(_ id: String, _ day: CalendarDate? = nil) -> String {
        address("\(root)/channel", "id=\(Percent.encoded(id))", day.map { "day=\($0)" })
    }
}

/// From one page of a guide to the others, and from day to day.
struct GuideWays {
    enum Page { case now, grid, channels, reminders }

    let words: Words
    let paths: BoardPaths
    /// Reminders are of people who are signed in.
    var isPerson = false

    func html(_ here: Page?, query: String = "") -> HTML {
        func way(_ page: Page, _ address: String, _ label: String) -> HTML {
            let current: HTML? = page == here ? " aria-current=\"page\"" : nil
            return "<a class=\"chip-link\" href=\"\(address)\"\(current)>\(label)</a>"
        }
        return """
            <div class="guide-ways"><nav class="chips" aria-label="\(words("Pages of the guide"))">\(way(.now, paths.page, words("Now and next")))\
            \(way(.grid, paths.guideGrid(), words("All channels")))\(way(.channels, paths.guideChannels, words("My channels")))\
            \(isPerson ? way(.reminders, paths.reminders, words("Reminders")) : nil)</nav>\
            <form class="list-search" role="search" method="get" action="\(paths.guideSearch)"><label class="unseen" for="guide-query">\(words("Search"))</label>\
            \(Symbols.lens)<input class="field-input" id="guide-query" type="search" name="q" value="\(query)" placeholder="\(words("Search"))" maxlength="200" \
            autocomplete="off" enterkeyhint="search"><button class="unseen" type="submit">\(words("Search"))</button></form></div>
            """
    }

    /// The days that are covered, a link each. What a guide has is two weeks; of a longer one the days around.
    func days(_ days: GuideDays, _ address: (CalendarDate) -> String) -> HTML {
        let links = days.around.map { day -> HTML in
            let current: HTML? = day == days.shown.date ? " aria-current=\"date\"" : nil
            let label = day == days.today ? words("Today") : words.shortDay(day)
            return "<a class=\"chip-link\" href=\"\(address(day))\"\(current)>\(label)</a>"
        }
        return "<nav class=\"guide-days\" aria-label=\"\(words("Day"))\">\(links)</nav>"
    }
}

/// Which day is shown, and which others there are.
struct GuideDays: Sendable {
    private static let most = 10

    let shown: GuideDay
    let today: CalendarDate
    /// In their order, with the shown one and today.
    let around: [CalendarDate]

    /// `coverage` is what the guide has. A day that isn't asked for is today.
    init(_ asked: CalendarDate?, coverage: Range<Timestamp>?, at now: Timestamp, in zone: TimeZone) {
        let today = GuideDay(of: now, in: zone)
        let shown = asked.map { GuideDay($0, in: zone) } ?? today
        var days: Set = [today.date.daysSince1970, shown.date.daysSince1970]
        if let coverage {
            let (first, last) = (
                GuideDay(of: coverage.lowerBound, in: zone), GuideDay(of: coverage.upperBound + .milliseconds(-1), in: zone)
            )
            let near = shown.date.daysSince1970
            let from = max(first.date.daysSince1970, near - Self.most), to = min(last.date.daysSince1970, near + 2 * Self.most)
            if from <= to { days.formUnion(from...to) }
        }
        (self.shown, self.today) = (shown, today.date)
        around = days.sorted().compactMap { CalendarDate(daysSince1970: $0) }
    }
}
