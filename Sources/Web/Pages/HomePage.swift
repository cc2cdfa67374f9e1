import BoardPages
import Boards
import Following
import Hummingbird
import Localisation
import QueuePages
import Queueing
import Records
import Serving
import Storage
import Watching

/// `/`: what the person watches, with its value now, and below it the boards with their news. A visitor, who can't watch anything, sees what
/// this browser last looked up.
struct HomePage: Sendable {
    private let feature: HomeFeature
    private let context: PageContext
    private var words: Words { context.words }

    init(_ feature: HomeFeature, _ context: PageContext) {
        self.feature = feature
        self.context = context
    }

    func page(for request: Request) async throws -> Response {
        // Passers-by use queues, and they come only after the installation is set up.
        if feature.boards.all(for: context).isEmpty, context.person == nil {
            let isSetUp = try await feature.accounts.setupPath() == nil
            if feature.queues.queueBoards(for: context).isEmpty || !isSetUp { return .on(to: LoginPath.page(next: nil)) }
        }
        let watched = try await feature.following.watched(for: context)
        var model = HomeModel(cards: try await cards(for: request, watched), watched: watched)
        model.more = feature.features?.all.compactMap { $0.homeTile(for: context) } ?? []
        let isNew = model.cards.allSatisfy { $0.health == .notSetUp || $0.health == nil }
        model.isFirstStart = isNew && !Demo.isOn && context.person?.role == .administrator && feature.hasSettings
        model.addsBoards = feature.addsBoards && context.person != nil
        return .page(HomeView(reader: context.reader).page(model, assets: feature.assets.prefix))
    }

    /// In the reader's own order.
    func cards(for request: Request) async throws -> [HomeCard] {
        try await cards(for: request, try await feature.following.watched(for: context))
    }

    private func cards(for request: Request, _ watched: WatchedThings) async throws -> [HomeCard] {
        let queueBoards = feature.queues.queueBoards(for: context).map { $0.translated(to: words.catalogue.language.code) }
        var cards: [HomeCard] = []
        for board in feature.boards.all(for: context) { cards.append(try await card(board, request)) }
        let states = queueBoards.isEmpty ? [] : try await feature.queues.queues.states()
        cards += queueBoards.map { card($0, states) }
        return HomeOrder.sorted(
            cards, own: context.person?.settings.boards ?? [], unread: watched.boardsWithNews, watched: watched.boards)
    }

    private func card(_ board: Board, _ request: Request) async throws -> HomeCard {
        let board = board.translated(for: words)
        let feed = try await feature.boards.watcher.feed(of: board)
        let isRunning = await feature.boards.watcher.progress(of: feed) != nil
        let health: BoardHealth =
            if isRunning { .running } else if NotSetUp.holds(for: board, [feed]) { .notSetUp } else if feed.failure != nil {
                .failing(since: feed.lastSuccess ?? feed.lastAttempt ?? .system())
            } else { feed.lastSuccess.map { .fresh(updated: $0) } ?? .neverRead }
        var card = HomeCard(
            name: board.name, title: board.title, about: board.about, news: try await news(of: board, feed, request),
            health: health)
        card.symbol = feature.boards.views.of(board).symbol(of: board)
        card.changed = feed.lastChange
        return card
    }

    /// `states` are those of all queues, which were requested once.
    private func card(_ board: QueueBoard, _ states: [QueueState]) -> HomeCard {
        var card = HomeCard(
            name: board.name, title: board.title, about: board.about, news: .queues(states.filter { $0.plan.board == board.name }),
            health: nil)
        card.symbol = BoardSymbols.ticket
        return card
    }

    private func news(of board: Board, _ feed: Feed, _ request: Request) async throws -> HomeNews? {
        guard feed.lastSuccess != nil else { return nil }
        return try await feature.boards.views.of(board).news(BoardVisit(feature.boards, board, context, request), feed)
    }
}
