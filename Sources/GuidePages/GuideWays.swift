import BoardPages
import Foundation
import Localisation
import Records
import Serving

/// Navigation between the pages and days of a guide.
struct GuideWays {
    enum Page { case now, grid, channels, changed, reminders, offline }

    let words: Words
    let paths: BoardPaths
    /// Whether to show reminders, for which people must be signed in.
    var isPerson = false

    func html(_ here: Page?, query: String = "") -> HTML {
        func way(_ page: Page, _ address: String, _ label: String) -> HTML {
            Chips.link(label, to: address, page == here ? .page : nil)
        }
        let ways: HTML = """
            \(way(.now, paths.page, words("Now and next")))\
            \(way(.grid, paths.guideGrid(), words("All channels")))\(way(.channels, paths.guideChannels, words("My channels")))\
            \(way(.changed, paths.guideChanged(), words("Changes")))\
            \(isPerson ? way(.reminders, paths.reminders, words("Reminders")) : nil)\
            \(way(.offline, paths.guideOffline, words("Keep offline")))
            """
        return """
            <div class="guide-ways">\(Chips.nav(words("Pages of the guide"), ways))\
            \(SearchForm.html(words("Search"), to: paths.guideSearch, paths.fields, id: "guide-query", value: query, words))</div>
            """
    }

    /// Links to groups of channels; nil if there are none.
    func groups(_ lineUp: GuideLineUp, of all: [GuideChannel], _ address: (String?) -> String) -> HTML? {
        let groups = lineUp.groups(of: all)
        guard !groups.isEmpty || lineUp.group != nil else { return nil }
        func link(_ group: String?, _ label: HTML) -> HTML {
            Chips.link(markup: label, to: address(group), group == lineUp.group ? .chosen : nil)
        }
        let links = groups.map { link($0, "<bdi>\($0)</bdi>") }
        return Chips.nav(words("Groups"), name: "guide-days", "\(link(nil, "\(words("All", sense: "channels"))"))\(links)")
    }

    /// Links to the covered days. A guide usually has two weeks; for longer ones, the days around the shown one.
    func days(_ days: GuideDays, _ address: (CalendarDate) -> String) -> HTML {
        let links = days.around.map { day in
            Chips.link(days.label(of: day, words), to: address(day), day == days.shown.date ? .date : nil)
        }
        return Chips.nav(words("Day"), name: "guide-days", "\(links)")
    }
}

extension GuideLineUp.Absence {
    func sentence(_ words: Words) -> String {
        switch self {
        case .unread: words("No channels yet. They appear here after the first check of the guide.")
        case .hidden: words("You’ve hidden all channels. Show some of them under “My channels”.")
        case .group: words("No channels in this group. Choose another group, or show hidden channels under “My channels”.")
        }
    }
}

/// The footer of a guide: links to its sources and the small-screen page, and the publishers' notices.
struct GuideFoot {
    let words: Words
    let paths: BoardPaths
    let notices: [String]

    var html: HTML {
        let shown = notices.map { #"<p class="guide-notice" dir="auto">\#($0)</p>"# as HTML }
        return
            """
            <footer class="guide-foot">\(shown)<p><a href="\(paths.guideSources)">\(words("Sources of this guide"))</a> · \
            <a href="\(paths.guideGlance)">\(words("For small screens"))</a></p></footer>
            """
    }
}

/// The shown day, and the other days available.
struct GuideDays: Sendable {
    private static let limit = 10

    let shown: GuideDay
    let today: CalendarDate
    /// In order, including the shown day and today.
    let around: [CalendarDate]
    private let now: Timestamp

    /// The day after the shown one; nil if the guide doesn't cover it.
    var next: CalendarDate? { around.first { $0.daysSince1970 == shown.date.daysSince1970 + 1 } }

    /// After midnight, today is yesterday by the calendar, so its label says when it ends.
    func label(of day: CalendarDate, _ words: Words) -> String {
        guard day == today else { return words.shortDay(day) }
        guard words.day(of: now) != today else { return words("Today") }
        let end: String = words.timeOfDay(GuideDay(today, in: words.zone).window.upperBound)
        return words("Today until \(end)")
    }

    /// `coverage` is the guide's time range. The default day is today.
    init(_ asked: CalendarDate?, coverage: Range<Timestamp>?, at now: Timestamp, in zone: TimeZone) {
        let today = GuideDay(of: now, in: zone)
        let shown = asked.map { GuideDay($0, in: zone) } ?? today
        var days: Set = [today.date.daysSince1970, shown.date.daysSince1970]
        if let coverage {
            let (first, last) = (
                GuideDay(of: coverage.lowerBound, in: zone), GuideDay(of: coverage.upperBound + .milliseconds(-1), in: zone)
            )
            let near = shown.date.daysSince1970
            let from = max(first.date.daysSince1970, near - Self.limit), to = min(last.date.daysSince1970, near + 2 * Self.limit)
            if from <= to { days.formUnion(from...to) }
        }
        (self.shown, self.today, self.now) = (shown, today.date, now)
        around = days.sorted().compactMap { CalendarDate(daysSince1970: $0) }
    }
}
