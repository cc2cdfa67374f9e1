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

/// `/`: the boards with their news. If a visitor has looked something up on a board, its card shows that first.
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
        let new = try await newForYou()
        var model = HomeModel(cards: try await cards(for: request, new), new: new)
        model.more = feature.features?.all.compactMap { $0.homeCard(for: context) } ?? []
        let isNew = model.cards.allSatisfy { $0.health == .notSetUp || $0.health == nil }
        model.isFirstStart = isNew && !Demo.isOn && context.person?.role == .administrator && feature.hasSettings
        model.addsBoards = feature.addsBoards && context.person?.role == .administrator
        return .page(HomeView(reader: context.reader).page(model, assets: feature.assets.prefix))
    }

    /// In the reader's own order.
    func cards(for request: Request) async throws -> [HomeCard] { try await cards(for: request, try await newForYou()) }

    private func cards(for request: Request, _ new: NewForYou) async throws -> [HomeCard] {
        let queueBoards = feature.queues.queueBoards(for: context).map { $0.translated(to: words.catalogue.language.code) }
        var cards: [HomeCard] = []
        for board in feature.boards.all(for: context) { cards.append(try await card(board, request)) }
        let states = queueBoards.isEmpty ? [] : try await feature.queues.queues.states()
        cards += queueBoards.map { card($0, states) }
        let pages = new.notices.compactMap { $0.boardPage?.prefix { $0 != "?" } }
        return HomeOrder.sorted(
            cards, own: context.person?.settings.boards ?? [],
            unread: Set(cards.map(\.name).filter { pages.contains(BoardPaths($0).page[...]) }),
            watched: Set(new.watches.map(\.watch.board)))
    }

    private func newForYou() async throws -> NewForYou {
        guard let person = context.person else { return NewForYou() }
        let (notices, unread) = try await NoticesPage(feature.following, context).unread(limit: NewForYou.noticesShown)
        let told = try await feature.store.following.lastTold(of: person)
        let feeds = try await feature.store.following.watchedFeeds(of: person)
        // The watches with the latest notices first.
        var watches = try await feature.store.following.watches(of: person).map { watch in
            WatchLine(
                watch: watch, board: feature.boards.all.first { $0.name == watch.board }?.translated(for: words), feed: feeds[watch.feed],
                told: told[watch.id])
        }.sorted { ($0.told ?? $0.watch.created) > ($1.told ?? $1.watch.created) }
        for index in watches.indices.prefix(NewForYou.watchesShown) {
            watches[index].record = try await feature.following.recordName(
                of: watches[index].watch, watches[index].board, watches[index].feed, words)
        }
        return NewForYou(notices: notices, unread: unread, watches: watches, words: words)
    }

    private func card(_ board: Board, _ request: Request) async throws -> HomeCard {
        let board = board.translated(for: words)
        let feed = try await feature.boards.watcher.feed(of: board)
        let isRunning = await feature.boards.watcher.progress(of: feed) != nil
        let health: BoardHealth =
            if isRunning { .running } else if NotSetUp.holds(for: board, [feed]) { .notSetUp } else if feed.failure != nil {
                .failing(since: feed.lastSuccess ?? feed.lastAttempt ?? .system())
            } else { feed.lastSuccess.map { .fresh(updated: $0) } ?? .neverRead }
        return HomeCard(
            name: board.name, title: board.title, about: board.about, news: try await news(of: board, feed, request),
            health: health)
    }

    /// `states` are those of all queues, which were requested once.
    private func card(_ board: QueueBoard, _ states: [QueueState]) -> HomeCard {
        HomeCard(
            name: board.name, title: board.title, about: board.about, news: .queues(states.filter { $0.plan.board == board.name }),
            health: nil)
    }

    private func news(of board: Board, _ feed: Feed, _ request: Request) async throws -> HomeNews? {
        guard feed.lastSuccess != nil else { return nil }
        return try await feature.boards.views.of(board).news(BoardVisit(feature.boards, board, context, request), feed)
    }
}
