package import BoardPages
package import Boards
package import Hummingbird
package import Localisation
package import Records
package import Serving

/// The view `guide`: current and next programmes of each channel, and the day schedule of one or all channels.
package struct GuideBoards: BoardView {
    let services: GuideServices

    package init(_ services: GuideServices) {
        self.services = services
    }

    package static let name = Board.View.guide
    package static let kind = PageKind(
        "guide", styles: ["guide", "guide-glance", "guide-grid", "list", "detail", "watches", "changes", "account"],
        scripts: [
            "copy-button", "guide-grid", "guide-now", "guide-offline", "guide-strips", "list-refresh", "list-watch", "pull-to-refresh",
        ])

    package var recordKind: PageKind { kind }
    package var routes: [BoardRoute] {
        [
            BoardRoute(.get, "changed") { try await GuideChangesPage($0).page(kind) },
            BoardRoute(.get, "channel") { try await GuideDayPages($0).channel(kind) },
            BoardRoute(.get, "channels") { try await GuideChannelsPage($0).page(kind) },
            BoardRoute(.post, "channels") { try await GuideChannelsPage($0).choose() },  // a visitor's choices are stored in their browser
            BoardRoute(.get, "grid") { try await GuideDayPages($0).grid(kind) },
            BoardRoute(.get, "logo") { try await GuideLogos($0, services).picture() },
            BoardRoute(.get, "now") { try await GuidePage($0).glance(kind) },
            BoardRoute(.get, "offline") { try await GuideOfflinePage($0).page(kind) },
            BoardRoute(.get, "reminders", .people) { try await RemindersPage($0, services).page(kind) },
            BoardRoute(.post, "reminders", .people) { try await RemindersPage($0, services).change() },
            BoardRoute(.get, "search") { try await GuideSearch($0, services).page(kind) },
            BoardRoute(.get, "sources") { try await GuideSourcesPage($0).page(kind) },
        ]
    }
    package static let form = ViewForm("guide") { board in
        let wanted: [(String, Field.Kind)] = [("channel", .text), ("start", .timestamp), ("stop", .timestamp), ("title", .text)]
        let missing = wanted.first { name, kind in board.schema[name]?.kind != kind }
        return missing.map { "a field '\($0.0)' of the type \($0.1.rawValue)" }
    }
    package func page(_ visit: BoardVisit) async throws -> Response { try await GuidePage(visit).page(kind) }

    package func events(_ visit: BoardVisit) async throws -> Response {
        let page = try GuidePage(visit)
        let feeds = try await page.shown.feeds().feeds
        return try await visit.live.events(of: page.shown, on: feeds, LiveGuide(page: page, feeds: feeds), for: visit.request)
    }

    package func symbol(of board: Board) -> HTML { BoardSymbols.television }
    package func news(_ visit: BoardVisit, _ feed: Feed) async throws -> HomeNews? { try await GuidePage(visit).news(of: feed) }

    /// The time, channel and description shown first.
    package func opening(of stored: StoredRecord, on board: Board, _ words: Words) -> RecordOpening? {
        ProgrammeOpening(stored, on: board, words).map { RecordOpening(html: $0.html, fields: ProgrammeOpening.fields) }
    }
}
