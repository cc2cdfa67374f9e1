import BoardPages
import Boards
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/boards/<name>` of a guide.
struct GuidePage: Sendable {
    let shown: ShownBoard
    let lineUp: GuideLineUp
    private let wantsJSON: Bool

    /// The maximum number of programmes read.
    private static let limit = 20_000

    init(_ visit: BoardVisit) throws {
        shown = try visit.shown
        lineUp = visit.lineUp
        wantsJSON = visit.request.wantsJSON
    }

    func page(_ kind: PageKind) async throws -> Response {
        let feeds = try await shown.feeds()
        var response: Response = try await wantsJSON ? .json(now(of: feeds).json.closed) : page(of: feeds, kind)
        response.headers[.vary] = "Accept"
        return response
    }

    /// `/boards/<name>/now`, a version for small screens.
    func glance(_ kind: PageKind) async throws -> Response {
        let now = try await now(of: shown.feeds())
        let glance = GuideGlance(shown: shown, paths: BoardPaths(shown.board.name, shown.choice))
        var response: Response = wantsJSON ? .json(now.json.closed) : .page(glance.page(now, kind: kind))
        response.headers[.vary] = "Accept"
        return response
    }

    private func page(of feeds: ShownFeeds, _ kind: PageKind) async throws -> Response {
        let frame = try await shown.frame(of: feeds, rowLimit: .max)
        let known = try await channels(of: feeds)
        let now = try await now(of: feeds, known)
        let around = BoardFrameView(frame, shown.reader)
        let isEmpty = feeds.recordCount == 0
        let inside: HTML = isEmpty ? "\(around.nothing(total: 0, query: "", all: ""))\(firstStart(feeds))" : view(frame.paths).html(now)
        let ways = GuideWays(words: shown.words, paths: frame.paths, isPerson: shown.context.person != nil)
        let groups = isEmpty ? nil : ways.groups(lineUp, of: known) { frame.paths.guideNow(group: $0) }
        let chips: HTML? = isEmpty ? nil : "\(ways.html(.now))\(groups)"
        // Live events cover all channels. The channels of a group change with its programmes.
        let id = lineUp.group == nil ? GuideNowView.region : "\(GuideNowView.region)-group"
        let foot = isEmpty ? nil : GuideFoot(words: shown.words, paths: frame.paths, notices: try await shown.notices(of: feeds.feeds)).html
        let region: HTML = #"\#(chips)<guide-now><div class="region" id="\#(id)">\#(inside)</div></guide-now>\#(foot)"#
        return .page(around.page(region, query: "", kind: kind, assets: shown.boards.assets.prefix))
    }

    /// Instructions for a guide without a source; nil otherwise.
    private func firstStart(_ feeds: ShownFeeds) -> HTML? {
        guard NotSetUp.holds(for: shown.board, feeds.feeds) else { return nil }
        let words = shown.words
        let command = "tidings serve --demo"
        let demo = "<code>\(command)</code>" as HTML
        let settings: HTML? =
            shown.context.person?.role == .administrator
            ? #"<p><a class="button" href="\#(MainWays.setUp(shown.board.name))">\#(words("Choose a source"))</a></p>"# : nil
        return """
            <div class="guide-first"><p>\
            \(words("A guide reads XMLTV or Radio Times listings, compressed or not, from an address that you choose."))</p>\(settings)\
            <p>\(words.html("To look around first, start a server with a sample guide: \(demo)."))</p></div>
            """
    }

    func now(of feeds: ShownFeeds) async throws -> GuideNow { try await now(of: feeds, channels(of: feeds)) }

    private func now(of feeds: ShownFeeds, _ known: [GuideChannel]) async throws -> GuideNow {
        let (schema, now) = (shown.board.schema, Timestamp.system())
        guard let fields = GuideFields(schema) else { return GuideNow([], schema, lineUp, at: now) }
        let query = SlotQuery(
            GuideNow.window(at: now), fields: GuideFields.shown.union(GuideFields.ofChannel), limit: Self.limit)
        return GuideNow(try await shown.programmes(of: feeds.feeds, query, fields), schema, lineUp, known: known, at: now)
    }

    private func channels(of feeds: ShownFeeds) async throws -> [GuideChannel] {
        guard let fields = GuideFields(shown.board.schema) else { return [] }
        return try await shown.channels(of: feeds.feeds, fields)
    }

    /// The current programme on the first favourite channel, or on the guide's first one; nil if there is none.
    func news(of feed: Feed) async throws -> HomeNews? {
        let (schema, now) = (shown.board.schema, Timestamp.system())
        let query = SlotQuery(
            now..<(now + .milliseconds(1)), channels: Array(lineUp.settings.channels.prefix(1)), fields: GuideFields.shown,
            limit: Self.limit)
        let records = try await shown.boards.store.feeds.records(of: [feed], schema, query)
        guard let on = GuideNow(records, schema, lineUp, at: now).channels.first, let programme = on.now.first else { return nil }
        let times = "\(shown.words.timeOfDay(programme.start))–\(shown.words.timeOfDay(programme.stop))"
        return .now("<bdi>\(programme.title)</bdi>", note: "<bdi>\(on.channel.name)</bdi> · \(times)")
    }

    func view(_ paths: BoardPaths) -> GuideNowView { GuideNowView(words: shown.words, paths: paths) }
}

/// A guide on open pages, reloaded after each read of its source.
struct LiveGuide: LiveRegion {
    let page: GuidePage
    let feeds: [Feed]
    var shown: ShownBoard { page.shown }
    var own: [String] { page.lineUp.marks + LivePicture.rights(shown.mayChange) }
    let region = GuideNowView.region

    func html(of now: ShownFeeds, _ paths: BoardPaths) async throws -> HTML? {
        now.recordCount > 0 ? page.view(paths).html(try await page.now(of: now)) : nil
    }
}
