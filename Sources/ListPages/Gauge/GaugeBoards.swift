package import BoardPages
package import Boards
package import Hummingbird
package import Records
package import Serving
import Storage

/// The view `gauge`: a single count or measurement, large, with its history.
package struct GaugeBoards: BoardView {
    package init() {}

    package static let form = ViewForm("gauge") {
        GaugeModel.place(in: $0.schema) == nil ? "a field of the type number, money or duration that isn't a key" : nil
    }
    package static let kind = PageKind(
        "gauge", styles: ["gauge", "list", "lookup", "watches", "changes"],
        scripts: ["copy-button", "list-refresh", "list-watch", "pull-to-refresh"])

    package func page(_ visit: BoardVisit) async throws -> Response { try await GaugePage(visit.shown).page(Self.kind) }

    package func events(_ visit: BoardVisit) async throws -> Response {
        let page = GaugePage(try visit.shown)
        let feeds = try await page.shown.feeds().feeds
        return try await visit.live.events(of: page.shown, on: feeds, LiveGauge(page: page, feeds: feeds), for: visit.request)
    }

    package func symbol(of board: Board) -> HTML { BoardSymbols.gauge }

    /// The first record's number, and when it last changed.
    package func news(_ visit: BoardVisit, _ feed: Feed) async throws -> HomeNews? {
        let page = GaugePage(try visit.shown)
        guard let reading = try await page.readings(of: ShownFeeds(feeds: [feed]), limit: 1).first else { return nil }
        let view = GaugeView(words: visit.context.words)
        return .now(view.value(reading), note: view.since(reading) ?? "")
    }
}
