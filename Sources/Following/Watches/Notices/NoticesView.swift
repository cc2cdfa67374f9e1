import BoardPages
import Foundation
import Localisation
import Records
import Serving

struct NoticesModel: Sendable {
    var lines: [NoticeLine]
    /// The notice before which the next page starts; nil on the last page.
    var next: Int64?
    var isFirst: Bool
    var hasWatches: Bool
    var token: HTML
}

/// `/notices`: a line for each notice, grouped by day; new ones are marked.
struct NoticesView {
    let model: NoticesModel
    let words: Words

    func page(_ reader: Reader, assets: String) -> HTML {
        let title = words("Notices")
        let days = days.map { day -> HTML in
            """
            <section class="notice-day"><h2>\(words.date(day.date))</h2><ul class="notices">\(day.lines.map { Self.line($0, words) })\
            </ul></section>
            """
        }
        return PageShell(title: title, assets: assets, kind: .watches, reader: reader).page(
            """
            <div class="watch-page">
            <header class="intro"><h1>\(title)</h1>\
            <p class="notice-ways"><a href="\(WatchPaths.list)">\(words("Your watches"))</a><a href="\(WatchPaths.channels)">\
            \(words("Channels"))</a></p></header>
            \(seen)
            \(days.isEmpty ? empty : "\(days)")
            \(OlderLink(model.next.map { "\(WatchPaths.notices)?before=\($0)" }, words)?.html)
            </div>
            """)
    }

    /// The headline is the change; the record comes below. A line links to the notice's explanation.
    static func line(_ line: NoticeLine, _ words: Words) -> HTML {
        let more = line.lines.map { #"<span class="notice-more"><bdi>\#($0)</bdi></span>"# as HTML }
        let rest = line.more > 0 ? #"<span class="notice-more">\#(words("and \(line.more) more"))</span>"# as HTML : nil
        let repair = line.repair.map { board -> HTML in
            #"<p><a class="quiet-link" href="\#(NewBoardPaths.repair(board))">\#(words("Find it on the new page"))</a></p>"#
        }
        let new = line.isUnread ? #"<span class="notice-new">\#(words("New", sense: "a notice"))</span>"# as HTML : nil
        return """
            <li class="notice-line\(line.isUnread ? " is-unread" : nil as HTML?)"><a href="\(WatchPaths.notice(line.notice.id))">\
            <span class="notice-title"><bdi>\(line.detail ?? line.title)</bdi></span></a>\
            \(line.detail == nil ? nil : #"<span class="notice-more"><bdi>\#(line.title)</bdi></span>"# as HTML?)\(more)\(rest)\(repair)\
            <p class="watch-facts">\(new)\(board(of: line))\
            <span>\(ValueView(words).time(line.notice.created))</span></p></li>

            """
    }

    private static func board(of line: NoticeLine) -> HTML? {
        guard let board = line.board else { return nil }
        guard let page = line.boardPage else { return "<span>\(board)</span>" }
        return #"<span><a class="notice-board" href="\#(page)">\#(board)</a></span>"#
    }

    /// Lets the page mark the notices as seen.
    private var seen: HTML {
        guard model.isFirst, let newest = model.lines.first, newest.isUnread else { return "" }
        let form = ButtonForm.html(
            markup: "\(words("Mark all as read"))", to: WatchPaths.seen, model.token, FormView.hidden("notice", "\(newest.notice.id)"),
            attributes: " data-script-hides")
        return "<notices-seen>\(form)</notices-seen>"
    }

    private var empty: HTML {
        let way: HTML =
            model.hasWatches
            ? "<p>\(words("Notices appear here when something you watch changes."))</p>"
            : """
            <p>\(words("Choose what you want to hear about."))</p><p><a class="button" href="\(WatchPaths.list)">\
            \(words("Your watches"))</a></p>
            """
        return #"<div class="empty watch-empty"><h2>\#(words("No notices yet"))</h2>\#(way)</div>"#
    }

    /// The lines grouped by the reader's days, in order.
    private var days: [(date: CalendarDate, lines: [NoticeLine])] {
        var days: [(date: CalendarDate, lines: [NoticeLine])] = []
        for line in model.lines {
            let local = line.notice.created + .seconds(words.zone.secondsFromGMT(for: line.notice.created.date))
            guard let date = CalendarDate(iso: String(local.description.prefix(10))) else { continue }
            if days.last?.date != date { days.append((date, [])) }
            days[days.count - 1].lines.append(line)
        }
        return days
    }
}
