import BoardPages
import Boards
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/boards/<name>/offline`: the days of a guide that a browser stores for offline use.
///
/// The page lists what is stored. While the server is unreachable, the service worker shows it instead of the guide's other pages, and its
/// script renders them from the stored data. With `Accept: application/json` it returns the available days, and with `day` one of them.
struct GuideOfflinePage: Sendable {
    enum Limits {
        /// The number of days from today.
        static let days = 15
        /// If no channels are chosen, all are stored as long as the guide has at most this many.
        static let channels = 30
        /// The maximum number of programmes per channel and day.
        static let programmes = 300
        /// The most bytes of a day's descriptions; further programmes have none.
        static let bytes = 8 << 20
        /// The maximum length of a description.
        static let characters = 1000
    }

    private let shown: ShownBoard
    private let fields: GuideFields
    private let request: Request
    private let lineUp: GuideLineUp
    private var words: Words { shown.words }

    /// Throws for boards without programmes.
    init(_ visit: BoardVisit) throws {
        shown = try visit.shown
        request = visit.request
        lineUp = GuideLineUp(visit.guideSettings)
        fields = try visit.guideFields
    }

    func page(_ kind: PageKind) async throws -> Response {
        let feeds = try await shown.feeds().feeds
        let chosen = lineUp.settings.channels
        let all = try await shown.channels(of: feeds, fields)
        let channels = Self.kept(of: lineUp.channels(of: all), chosen: chosen)
        var response: Response
        if !request.wantsJSON {
            let paths = BoardPaths(shown.board.name)
            let view = GuideOfflineView(
                shown: shown, paths: paths, hasChosen: !chosen.isEmpty, count: channels.count, absence: lineUp.absence(of: all))
            response = .page(view.page(kind))
        } else if let text = request.query["day"] {
            guard let date = CalendarDate(iso: text) else {
                throw Refusal(.badRequest, "Enter a day like 2026-11-24.")
            }
            response = .json(try await day(GuideDay(date, in: words.zone), channels, feeds))
        } else {
            response = .json(summary(channels, try await shown.boards.store.feeds.coverage(of: feeds, shown.board.schema), feeds))
        }
        response.headers[.vary] = "Accept"
        return response
    }

    /// The chosen channels, or all if there are few.
    static func kept(of all: [GuideChannel], chosen: [String]) -> [GuideChannel] {
        if !chosen.isEmpty { return all.filter { chosen.contains($0.id) } }
        return all.count <= Limits.channels ? all : []
    }

    /// The days available for storing. `edition` changes whenever one of them may have changed.
    private func summary(_ channels: [GuideChannel], _ coverage: Range<Timestamp>?, _ feeds: [Feed]) -> String {
        let (now, zone) = (Timestamp.system(), words.zone)
        let today = GuideDay(of: now, in: zone).date.daysSince1970
        let last = coverage.map { GuideDay(of: $0.upperBound + .milliseconds(-1), in: zone).date.daysSince1970 } ?? (today - 1)
        let days = channels.isEmpty || last < today ? [] : Array(today...min(last, today + Limits.days - 1))
        var line = JSONLine()
        line.add("edition", edition(channels, feeds))
        line.add("channels", channels.count)
        line.add("days", days.compactMap { CalendarDate(daysSince1970: $0)?.description })
        return line.closed
    }

    private func edition(_ channels: [GuideChannel], _ feeds: [Feed]) -> String {
        var print = Fingerprint()
        for feed in feeds { print.add("\(feed.id) \(feed.lastChange?.milliseconds ?? 0)\n") }
        for channel in channels { print.add("\(channel.id)\n\(channel.name)\n\(channel.group ?? "")\n") }
        for mark in lineUp.marks { print.add("\(mark)\n") }
        print.add("\(words.zone.identifier) \(words("Film"))")
        return print.description
    }

    /// The programmes of the channels on a day, in order, with all details available offline.
    private func day(_ day: GuideDay, _ channels: [GuideChannel], _ feeds: [Feed]) async throws -> String {
        let description = shown.board.schema.index(of: "description")
        var (lines, bytes): ([JSONLine], Int) = ([], 0)
        // Channel by channel, because much more data is read than stored.
        for channel in channels {
            let query = SlotQuery(
                day.window, channels: [channel.id], fields: GuideFields.inGrid.union(["description"]), limit: Limits.programmes)
            let programmes = try await shown.programmes(of: feeds, query, fields).compactMap { record in
                let about = description.flatMap { record.record.values[$0]?.text }?.limited(to: Limits.characters)
                bytes += about?.utf8.count ?? 0
                return fields.programme(record).map { Self.line($0, about: bytes > Limits.bytes ? nil : about) }
            }
            var line = JSONLine()
            line.add("id", channel.id)
            line.add("name", channel.name)
            line.add("programmes", programmes)
            lines.append(line)
        }
        var answer = JSONLine()
        answer.add("day", day.date.description)
        answer.add("name", words.longDay(day.date))
        answer.add("short", words.shortDay(day.date))
        answer.add("zone", words.zone.identifier)
        func minutes(_ time: Range<Timestamp>) -> Int { Int((time.upperBound - time.lowerBound).wholeMilliseconds / 60_000) }
        answer.add("start", Int(day.window.lowerBound.milliseconds))
        answer.add("minutes", minutes(day.window))
        // The same length as the grid. The next day contains the rest.
        answer.add("shown", minutes(day.withMorning))
        var marks = JSONLine()
        for name in GuideMarks.names { marks.add(name, GuideMarks.label(of: name, words)) }
        answer.add("marks", marks)
        var genres = JSONLine()
        for genre in GuideGenre.allCases { genres.add(genre.rawValue, genre.label(words)) }
        answer.add("genres", genres)
        answer.add("groups", groups(of: channels))
        answer.add("channels", lines)
        return answer.closed
    }

    /// Groups that contain any of the channels, as offered on the guide's pages.
    private func groups(of channels: [GuideChannel]) -> [JSONLine] {
        lineUp.groups(of: channels).compactMap { name in
            let members = channels.filter(lineUp.members(of: name)).map(\.id)
            guard !members.isEmpty else { return nil }
            var line = JSONLine()
            line.add("name", name)
            line.add("channels", members)
            return line
        }
    }

    private static func line(_ programme: GuideProgramme, about: String?) -> JSONLine {
        var line = programme.json
        if let about { line.add("about", about) }
        return line
    }
}
