import BoardPages
import Boards
import Localisation
import Records
import Serving

/// The changes in a guide, one line per programme: current time and title, and the former ones.
struct GuideChangesView {
    private static let limit = 200

    let shown: ShownBoard
    let paths: BoardPaths
    /// The days to choose from, today first.
    let days: [CalendarDate]
    let since: CalendarDate
    let isOfAll: Bool
    /// Whether the person has chosen channels.
    let hasChosen: Bool
    let now: Timestamp
    private var words: Words { shown.words }

    func page(_ changes: GuideChanges, isCut: Bool, kind: PageKind) -> HTML {
        let title = since == days[1] && !isPastMidnight ? words("Changed since yesterday") : words("Changed since \(words.longDay(since))")
        let shell = PageShell(title: title, assets: shown.boards.assets.prefix, kind: kind, reader: shown.reader)
        let lines = GuideLines(words: words, paths: paths)
        let entries = changes.entries.prefix(Self.limit).map { entry in
            lines.line(entry.programme, on: entry.channel, at: now, note: note(entry), isGone: entry.kind == .dropped)
        }
        let nothing = words(
            "No changes to upcoming programmes. Programmes that are moved, added, dropped or renamed appear here.")
        let list: HTML =
            entries.isEmpty
            ? EmptyState.html(nothing)
            : #"<ol class="guide-day is-found">\#(entries)</ol>"#
        let isLong = isCut || changes.entries.count > Self.limit
        let cut: HTML? =
            isLong
            ? #"<p class="updated">\#(words("There are more changes than fit here. Choose a later day, or your channels."))</p>"# : nil
        return shell.page(
            """
            <div class="list">\(BackLink.html(shown.board.title, to: paths.page))
            \(PageHeading.html(title))
            \(GuideWays(words: words, paths: paths, isPerson: shown.context.person != nil).html(.changed))\(channels)\(daysNav)
            \(list)\(cut)
            <p><a href="\(paths.changesPage)">\(words("All changes"))</a></p></div>
            """)
    }

    /// The former version, or what happened to the programme.
    private func note(_ entry: GuideChanges.Entry) -> HTML? {
        guard let former = entry.former else { return "\(words("New in the guide"))" }
        switch entry.kind {
        case .moved:
            let isSame = words.day(of: former.start) == words.day(of: entry.programme.start)
            return "\(words("Originally scheduled for \(isSame ? words.timeOfDay(former.start) : words.moment(former.start))"))"
        case .replaced: return instead(of: former.title)
        case .dropped: return "\(words("No longer in the guide"))"
        case .new: return "\(words("New in the guide"))"
        case .altered:
            let end: HTML? =
                former.stop == entry.programme.stop
                ? nil : "\(words("Ends at \(words.timeOfDay(entry.programme.stop)) instead of \(words.timeOfDay(former.stop))"))"
            let episode = entry.programme.isRepeat(of: former) ? nil : former.subtitle.map(instead)
            return [end, episode].compactMap { $0 }.joined(by: " · ")
        }
    }

    private func instead(of title: String) -> HTML { words.html("Instead of “\("<bdi>\(title)</bdi>" as HTML)”") }

    /// Switches between chosen and all channels; nil if none are chosen.
    private var channels: HTML? {
        guard hasChosen else { return nil }
        func link(_ all: Bool, _ label: String) -> HTML {
            Chips.link(label, to: address(since, all), all == isOfAll ? .chosen : nil)
        }
        return Chips.nav(
            words("Channels", sense: "of a guide"), name: "guide-days",
            "\(link(false, words("My channels")))\(link(true, words("All channels")))")
    }

    private func address(_ day: CalendarDate, _ all: Bool) -> String {
        paths.guideChanged(since: day == days[1] ? nil : day, isOfAll: all)
    }

    /// Whether the guide's today is yesterday by the calendar; then days have only their dates.
    private var isPastMidnight: Bool { words.day(of: now) != days[0] }

    private func label(of day: CalendarDate) -> String {
        guard !isPastMidnight else { return words.shortDay(day) }
        return day == days[0] ? words("Today") : day == days[1] ? words("Yesterday") : words.shortDay(day)
    }

    private var daysNav: HTML {
        let links = days.map { day in
            Chips.link(label(of: day), to: address(day, hasChosen && isOfAll), day == since ? .date : nil)
        }
        return Chips.nav(words("Since"), name: "guide-days", "\(links)")
    }
}
