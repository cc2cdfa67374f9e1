import Boards
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Storage

/// `/boards/<name>` of a guide.
struct GuidePage: Sendable {
    let shown: ShownBoard
    /// Channels that come first.
    let chosen: [String]

    /// Programmes that are looked at in all.
    private static let limit = 20_000

    init(_ visit: BoardVisit) throws {
        shown = try visit.shown
        chosen = visit.guideSettings.channels
    }

    func page(_ kind: PageKind) async throws -> Response {
        let feeds = try await shown.feeds()
        let frame = try await shown.frame(of: feeds, rowLimit: .max)
        let now = try await now(of: feeds)
        let around = BoardFrameView(frame, shown.reader)
        let isEmpty = feeds.recordCount == 0
        let inside: HTML = isEmpty ? around.nothing(total: 0, query: "", all: "") : view(frame.paths).html(now)
        let ways: HTML? =
            isEmpty ? nil : GuideWays(words: shown.words, paths: frame.paths, isPerson: shown.context.person != nil).html(.now)
        let region: HTML = "\(ways)<guide-now><div class=\"region\" id=\"\(GuideNowView.region)\">\(inside)</div></guide-now>"
        return .page(around.page(region, query: "", kind: kind, assets: shown.engine.assets.prefix))
    }

    func now(of feeds: ShownFeeds) async throws -> GuideNow {
        let (schema, now) = (shown.board.schema, Timestamp.system())
        let query = SlotQuery(GuideNow.window(at: now), fields: GuideFields.shown, limit: Self.limit)
        return GuideNow(try await shown.engine.store.records(of: feeds.feeds, schema, query), schema, first: chosen, at: now)
    }

    /// What is on now on the first of the chosen channels; of somebody who has chosen none, how many entries there are.
    func news(of feed: Feed) async throws -> HomeNews {
        let (schema, now) = (shown.board.schema, Timestamp.system())
        let query = SlotQuery(
            now..<(now + .milliseconds(1)), channels: Array(chosen.prefix(1)), fields: GuideFields.shown, limit: Self.limit)
        let records = try await shown.engine.store.records(of: [feed], schema, query)
        guard let on = GuideNow(records, schema, at: now).channels.first, let programme = on.now.first else {
            return .entries(count: feed.recordCount)
        }
        let times = "\(shown.words.timeOfDay(programme.start))–\(shown.words.timeOfDay(programme.stop))"
        return .now("<bdi>\(programme.title)</bdi>", note: "<bdi>\(on.channel.name)</bdi> · \(times)")
    }

    func view(_ paths: BoardPaths) -> GuideNowView { GuideNowView(words: shown.words, paths: paths) }
}

/// A guide as open pages show it: anew when its source has been read.
struct LiveGuide: LiveRegion {
    let page: GuidePage
    let feeds: [Feed]
    var shown: ShownBoard { page.shown }
    var own: [String] { page.chosen }
    let region = GuideNowView.region

    func html(of now: ShownFeeds, _ paths: BoardPaths) async throws -> HTML? {
        now.recordCount > 0 ? page.view(paths).html(try await page.now(of: now)) : nil
    }
}
