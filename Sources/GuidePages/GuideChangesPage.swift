import BoardPages
import Boards
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/boards/<name>/changed?since=2026-11-24`: the changes since the start of a day, by default yesterday, of programmes that aren't over;
/// as JSON for scripts. Of the chosen channels if there are any; with `channels=all` of all that aren't hidden.
struct GuideChangesPage: Sendable {
    /// The number of days to choose from, including today.
    private static let days = 8

    private let shown: ShownBoard
    private let fields: GuideFields
    private let request: Request
    private let lineUp: GuideLineUp
    private var words: Words { shown.words }

    /// Throws for boards without programmes.
    init(_ visit: BoardVisit) throws {
        shown = try visit.shown
        fields = try visit.guideFields
        request = visit.request
        lineUp = visit.lineUp
    }

    func page(_ kind: PageKind) async throws -> Response {
        let (feeds, now) = (try await shown.feeds().feeds, Timestamp.system())
        let today = GuideDay(of: now, in: words.zone).date
        let days = (0..<Self.days).compactMap { CalendarDate(daysSince1970: today.daysSince1970 - $0) }
        let since = try GuideDay(request.query["since"].map(day) ?? days[1], in: words.zone)
        let chosen = Set(lineUp.settings.channels)
        let isOfAll = chosen.isEmpty || request.query["channels"] == "all"
        let channels = lineUp.channels(of: try await shown.channels(of: feeds, fields)).filter { isOfAll || chosen.contains($0.id) }
        let found = try await shown.changes(of: feeds, on: channels, fields, since: since.window.lowerBound, at: now)
        var response: Response
        if request.wantsJSON {
            response = .json(found.changes.json(since: since.window.lowerBound, isCut: found.isCut).closed)
        } else {
            let view = GuideChangesView(
                shown: shown, paths: BoardPaths(shown.board.name, shown.choice), days: days, since: since.date, isOfAll: isOfAll,
                hasChosen: !chosen.isEmpty, now: now)
            response = .page(view.page(found.changes, isCut: found.isCut, kind: kind))
        }
        response.headers[.vary] = "Accept"
        return response
    }

    private func day(_ text: String) throws -> CalendarDate {
        guard let date = CalendarDate(iso: text) else { throw Refusal(.badRequest, "Enter a day like 2026-11-24.") }
        return date
    }
}

extension GuideChanges {
    /// `{"since", "changes": [{"kind", "channel", "name", "seen", "programme", "former"}]}`, times in milliseconds; `cut` if there are
    /// more.
    func json(since: Timestamp, isCut: Bool) -> JSONLine {
        var line = JSONLine()
        line.add("since", Int(since.milliseconds))
        if isCut { line.add("cut", true) }
        line.add(
            "changes",
            entries.map { entry in
                var line = JSONLine()
                line.add("kind", entry.kind.rawValue)
                line.add("channel", entry.channel.id)
                line.add("name", entry.channel.name)
                line.add("seen", Int(entry.seen.milliseconds))
                if entry.kind != .dropped { line.add("programme", entry.programme.json) }
                if let former = entry.former { line.add("former", former.former) }
                return line
            })
        return line
    }
}

extension GuideProgramme {
    /// A former version, which has no id.
    fileprivate var former: JSONLine {
        var line = JSONLine()
        line.add("start", Int(start.milliseconds))
        line.add("stop", Int(stop.milliseconds))
        line.add("title", title)
        if let subtitle { line.add("subtitle", subtitle) }
        return line
    }
}
