import BoardPages
import Boards
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/boards/<name>/channel?id=…&day=…`, a channel's programmes on a day, and `/boards/<name>/grid?day=…`, those of all channels.
///
/// For a script, the grid's path returns the programmes: with `Accept: application/json`, from the channel at `from` on.
struct GuideDayPages: Sendable {
    /// The maximum number of programmes read per channel and day.
    private static let programmeLimit = 2000
    /// The number of channels per response to a script.
    static let rows = 20

    private let shown: ShownBoard
    private let fields: GuideFields
    private let request: Request
    private let lineUp: GuideLineUp
    private var words: Words { shown.words }
    private var paths: BoardPaths { BoardPaths(shown.board.name, shown.choice) }

    /// Throws for boards without programmes.
    init(_ visit: BoardVisit) throws {
        shown = try visit.shown
        request = visit.request
        lineUp = visit.lineUp
        fields = try visit.guideFields
    }

    func channel(_ kind: PageKind) async throws -> Response {
        let feeds = try await shown.feeds().feeds
        let id = request.query["id"] ?? ""
        let all = try await shown.channels(of: feeds, fields)
        guard var channel = all.first(where: { $0.id == id }) else {
            throw Refusal(.notFound, "This guide doesn’t have this channel.")
        }
        channel.others = channel.alike(in: all)
        let days = try await days(of: feeds)
        let programmes = try await cells(of: [channel], days.shown.window, feeds)[channel.id] ?? []
        let view = GuideDayView(shown: shown, paths: paths, days: days)
        return .page(view.page(of: channel, isChosen: lineUp.settings.channels.contains(channel.id), programmes, at: .system(), kind: kind))
    }

    func grid(_ kind: PageKind) async throws -> Response {
        let feeds = try await shown.feeds().feeds
        let all = try await shown.channels(of: feeds, fields)
        let channels = lineUp.channels(of: all)
        var response: Response
        if request.wantsJSON {
            let from = request.query["from"].flatMap { Int($0) } ?? 0
            response = .json(try await rows(channels.dropFirst(max(0, from)).prefix(Self.rows), feeds))
        } else {
            let view = GuideDayView(shown: shown, paths: paths, days: try await days(of: feeds))
            response = .page(view.grid(of: channels, lineUp, all, kind: kind))
        }
        response.headers[.vary] = "Accept"
        return response
    }

    /// The cells of these channels on the day and the following morning, in minutes from its start.
    private func rows(_ channels: ArraySlice<GuideChannel>, _ feeds: [Feed]) async throws -> String {
        let day = try day() ?? GuideDay(of: .system(), in: words.zone)
        let window = day.withMorning
        let programmes = try await cells(of: Array(channels), window, feeds)
        var answer = JSONLine()
        answer.add(
            "rows",
            channels.map { channel in
                var row = JSONLine()
                row.add("id", channel.id)
                row.add("cells", GuideCells.lines(programmes[channel.id] ?? [], in: window))
                return row
            })
        return answer.closed
    }

    private func cells(
        of channels: [GuideChannel], _ time: Range<Timestamp>, _ feeds: [Feed]
    ) async throws -> [String: [GuideProgramme]] {
        try await shown.cells(of: feeds, on: channels.map(\.id), time, limit: max(1, channels.count) * Self.programmeLimit)
    }

    private func days(of feeds: [Feed]) async throws -> GuideDays {
        GuideDays(
            try day()?.date, coverage: try await shown.boards.store.feeds.coverage(of: feeds, shown.board.schema), at: .system(),
            in: words.zone)
    }

    private func day() throws -> GuideDay? {
        guard let text = request.query["day"] else { return nil }
        guard let date = CalendarDate(iso: text) else { throw Refusal(.badRequest, "Enter a day like 2026-11-24.") }
        return GuideDay(date, in: words.zone)
    }
}

/// The cells of a grid in the script's format.
enum GuideCells {
    static func lines(_ programmes: [GuideProgramme], in window: Range<Timestamp>) -> [JSONLine] {
        let byID = Dictionary(programmes.map { ($0.id, $0) }) { first, _ in first }
        func minutes(_ time: Timestamp) -> Int { Int((time - window.lowerBound).wholeMilliseconds / 60_000) }
        return GuideLane(programmes.map { .init($0.id, $0.start, $0.stop) }, in: window).cells.map { cell in
            var line = JSONLine()
            line.add("from", minutes(cell.start))
            line.add("to", minutes(cell.stop))
            guard let programme = cell.id.flatMap({ byID[$0] }) else { return line }
            line.add("id", Int(programme.id))
            line.add("title", programme.title)
            if let subtitle = programme.subtitle { line.add("subtitle", subtitle) }
            // A clipped cell has the programme's real times for display.
            if programme.start != cell.start { line.add("start", minutes(programme.start)) }
            if programme.stop != cell.stop { line.add("stop", minutes(programme.stop)) }
            if !programme.marks.isEmpty { line.add("marks", programme.marks) }
            if let genre = programme.genre { line.add("genre", genre.rawValue) }
            if !cell.included.isEmpty { line.add("more", cell.included.compactMap { byID[$0]?.title }) }
            return line
        }
    }
}
