import BoardPages
import Boards
import Foundation
import Localisation
import Records
import Serving

/// A day of a guide: of one channel as a list, of all as a grid. Without a script the grid is a list of links to the channels' days.
struct GuideDayView {
    let shown: ShownBoard
    let paths: BoardPaths
    let days: GuideDays
    private var words: Words { shown.words }
    private var ways: GuideWays { GuideWays(words: words, paths: paths, isPerson: shown.context.person != nil) }

    // MARK: One channel

    func page(of channel: GuideChannel, isChosen: Bool, _ programmes: [GuideProgramme], at now: Timestamp, kind: PageKind) -> HTML {
        let shell = PageShell(title: channel.name, assets: shown.boards.assets.prefix, kind: kind, reader: shown.reader)
        let listed = GuideLines(words: words, paths: paths)
        let star: HTML = """
            <form method="post" action="\(paths.guideChannels)">\(shown.reader.formField)<input type="hidden" name="back" value="channel">\
            <button class="channel-star" name="\(isChosen ? "remove" : "add")" value="\(channel.id)" \
            aria-pressed="\(isChosen ? "true" : "false")">\
            \(Symbols.star)<span>\(words("One of my channels"))</span></button></form>
            """
        let lines = programmes.sorted { ($0.start, $0.id) < ($1.start, $1.id) }.map { listed.line($0, at: now) }
        let list: HTML =
            lines.isEmpty
            ? EmptyState.html(words("The guide has nothing for this channel on this day."))
            : #"<ol class="guide-day">\#(lines)</ol>"#
        return shell.page(
            """
            <div class="list">\(BackLink.html(shown.board.title, to: paths.page))
            <header class="intro"><h1>\(GuideLogo(paths).html(channel))<bdi>\(channel.name)</bdi></h1>\(star)<p class="lead">\
            \(words.longDay(days.shown.date))</p></header>
            \(ways.html(nil))\(others(of: channel))\
            \(ways.days(days) { paths.guideChannel(channel.id, $0) })
            \(list)\(onward(of: channel))</div>
            """)
    }

    /// A link to the next day, which starts where the list ends; nil at the end.
    private func onward(of channel: GuideChannel) -> HTML? {
        guard let next = days.next else { return nil }
        return
            """
            <p><a class="quiet-button" data-next href="\(paths.guideChannel(channel.id, next))">\
            \(words("Next day: \(words.longDay(next))"))</a></p>
            """
    }

    /// Links to the same channel in HD or an hour later.
    private func others(of channel: GuideChannel) -> HTML? {
        guard !channel.others.isEmpty else { return nil }
        let links = channel.others.map { other -> HTML in
            Chips.link(markup: "<bdi>\(other.name)</bdi>", to: paths.guideChannel(other.id, days.shown.date))
        }
        return Chips.nav(words("Same channel"), name: "guide-days", "\(links)")
    }

    // MARK: All channels

    func grid(of channels: [GuideChannel], _ lineUp: GuideLineUp, _ all: [GuideChannel], kind: PageKind) -> HTML {
        let shell = PageShell(
            title: shown.board.title, heading: words("All channels"), assets: shown.boards.assets.prefix, kind: kind, reader: shown.reader)
        let lanes = channels.map { channel -> HTML in
            """
            <li data-lane="\(channel.id)"><a href="\(paths.guideChannel(channel.id, days.shown.date))">\(GuideLogo(paths).html(channel))\
            <bdi>\(channel.name)</bdi></a></li>
            """
        }
        let (day, whole) = (days.shown.window, days.shown.withMorning)
        func minutes(_ time: Range<Timestamp>) -> Int64 { (time.upperBound - time.lowerBound).wholeMilliseconds / 60_000 }
        let marks = GuideMarks.names.map { #" data-mark-\#($0)="\#(GuideMarks.label(of: $0, words))""# as HTML }
        let genres = GuideGenre.allCases.map { #" data-genre-\#($0.rawValue)="\#($0.label(words))""# as HTML }
        let inside: HTML =
            if let absence = lineUp.absence(of: all) {
                EmptyState.html(absence.sentence(words))
            } else {
                """
                <guide-grid page="\(paths.guideGrid(days.shown.date, group: lineUp.group))" data-record="\(paths.root)/records/" \
                data-start="\(day.lowerBound.milliseconds)" \
                data-minutes="\(minutes(whole))" data-day-minutes="\(minutes(day))" data-zone="\(words.zone.identifier)" \
                data-label="\(words("Programmes, \(words.longDay(days.shown.date))"))"\(marks)\(genres)><ul class="guide-lanes">\(lanes)\
                </ul></guide-grid>
                """
            }
        return shell.page(
            """
            <div class="list">\(BackLink.html(shown.board.title, to: paths.page))
            \(PageHeading.html(words("All channels"), lead: words.longDay(days.shown.date)))
            \(ways.html(.grid))\(ways.groups(lineUp, of: all) { paths.guideGrid(days.shown.date, group: $0) })\
            \(ways.days(days) { paths.guideGrid($0, group: lineUp.group) })
            \(inside)</div>
            """)
    }
}
