import Boards
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Storage

/// `/boards/<name>` of a guide.
struct GuidePage: Sendable {
    let shown: ShownBoard

    /// Programmes that are looked at in all.
    private static let limit = 20_000

    init(_ shown: ShownBoard) { self.shown = shown }

    func page(_ kind: PageKind) async throws -> Response {
        let feeds = try await shown.feeds()
        let frame = try await shown.frame(of: feeds, rowLimit: .max)
        let now = try await now(of: feeds)
        let around = BoardFrameView(frame, shown.reader)
        let inside: HTML = feeds.recordCount == 0 ? around.nothing(total: 0, query: "", all: "") : view(frame.paths).html(now)
        let region: HTML = "<guide-now><div class=\"region\" id=\"\(GuideNowView.region)\">\(inside)</div></guide-now>"
        return .page(around.page(region, query: "", kind: kind, assets: shown.engine.assets.prefix))
    }

    func now(of feeds: ShownFeeds) async throws -> GuideNow {
        let (schema, now) = (shown.board.schema, Timestamp.system())
        let query = SlotQuery(GuideNow.window(at: now), limit: Self.limit)
        return GuideNow(try await shown.engine.store.records(of: feeds.feeds, schema, query), schema, at: now)
    }

    func view(_ paths: BoardPaths) -> GuideNowView { GuideNowView(words: shown.words, paths: paths) }
}

/// A guide as open pages show it: anew when its source has been read.
struct LiveGuide: LiveScreen {
    let page: GuidePage
    let feeds: [Feed]

    var words: Words { page.shown.words }

    func picture() async throws -> LivePicture {
        let engine = page.shown.engine
        // Before the programmes: a change that comes between is told again.
        let change = try await engine.store.lastChangeID(of: feeds)
        let now = ShownFeeds(feeds: try await engine.store.current(feeds))
        let status = try await now.status(of: page.shown.board, engine, words)
        var regions = [(id: BoardFrameView.statusRegion, html: BoardFrameView.status(status, words))]
        if now.recordCount > 0 {
            let paths = BoardPaths(page.shown.board.name, page.shown.choice)
            regions.append((GuideNowView.region, page.view(paths).html(try await page.now(of: now))))
        }
        return LivePicture(regions: regions, isRunning: status.isRunning, change: change)
    }
}
