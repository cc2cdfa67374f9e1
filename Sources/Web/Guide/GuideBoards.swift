import Boards
import Hummingbird
import Records

/// The view `guide`: what is on now and next on each channel.
struct GuideBoards: BoardView {
    let form = ViewForm("guide") { board in
        let wanted: [(String, Field.Kind)] = [("channel", .text), ("start", .timestamp), ("stop", .timestamp), ("title", .text)]
        let missing = wanted.first { name, kind in board.schema[name]?.kind != kind }
        return missing.map { "a field '\($0.0)' of the type \($0.1.rawValue)" }
    }
    let kind = PageKind(
        "guide", styles: ["guide", "list", "watches", "changes"], scripts: ["copy-button", "guide-now", "list-refresh", "pull-to-refresh"])

    func page(_ visit: BoardVisit) async throws -> Response { try await GuidePage(visit.shown).page(kind) }

    func events(_ visit: BoardVisit) async throws -> Response {
        let page = GuidePage(try visit.shown)
        let feeds = try await page.shown.feeds().feeds
        return try await visit.live.events(of: page.shown, on: feeds, LiveGuide(page: page, feeds: feeds), for: visit.request)
    }
}
