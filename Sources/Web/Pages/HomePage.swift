import BoardPages
import Following
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/`: the person's watches with their current values, then the boards with their news, up to a limit. A visitor, who can't watch
/// anything, sees this browser's last lookup instead.
struct HomePage: Sendable {
    private let feature: HomeFeature
    private let context: PageContext

    init(_ feature: HomeFeature, _ context: PageContext) {
        self.feature = feature
        self.context = context
    }

    func page(for request: Request) async throws -> Response {
        let all = feature.listed(for: context)
        if context.person == nil, let login = try await feature.loginPath(instead: all) { return .on(to: login) }
        let watched = try await feature.following.watched(for: context)
        var model = HomeModel(cards: try await cards(of: all, for: request, watched), total: all.count, watched: watched)
        model.more = feature.features?.all.compactMap { $0.homeTile(for: context) } ?? []
        let isNew = model.cards.allSatisfy { $0.health == .notSetUp || $0.health == nil }
        model.isFirstStart = isNew && !Demo.isOn && context.person?.role == .administrator && feature.hasSettings
        model.addsBoards = feature.addsBoards && context.person != nil
        return .page(HomeView(reader: context.reader).page(model, assets: feature.assets.prefix))
    }

    /// The boards that the page shows, in the reader's own order.
    func cards(of all: [ListedBoard], for request: Request) async throws -> [HomeCard] {
        try await cards(of: all, for: request, try await feature.following.watched(for: context))
    }

    private func cards(of all: [ListedBoard], for request: Request, _ watched: WatchedThings) async throws -> [HomeCard] {
        var order = HomeOrder(own: context.person?.settings.boards ?? [], unread: watched.boardsWithNews, watched: watched.boards)
        var shown = all
        if all.count > HomeOrder.shown {
            order.latest = try await feature.store.feeds.lastChanged(limit: HomeOrder.latestLimit)
            shown = order.chosen(of: all, for: context.person?.id)
        }
        return order.sorted(try await feature.cards(of: shown, context, newsFor: request))
    }
}

extension HomeFeature {
    /// The sign-in path for a visitor who may see no boards; nil: they can stay. A visitor who sees only queues, which are for passers-by,
    /// can stay once the installation is set up.
    func loginPath(instead all: [ListedBoard]) async throws -> String? {
        let hasBoard = all.contains { if case .board = $0 { true } else { false } }
        guard !hasBoard else { return nil }
        let isSetUp = try await accounts.setupPath() == nil
        return all.isEmpty || !isSetUp ? LoginPath.page(next: nil) : nil
    }
}
