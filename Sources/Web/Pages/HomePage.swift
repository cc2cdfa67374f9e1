import Boards
import Hummingbird
import Localisation
import Queueing
import Records
import Storage
import Watching

/// `/`: the boards with their news. A board that a visitor has asked something shows that first.
struct HomePage: Sendable {
    private let site: Site
    private let context: PageContext
    private var words: Words { context.words }

    init(_ site: Site, _ context: PageContext) {
        self.site = site
        self.context = context
    }

    func page(for request: Request) async throws -> Response {
        let boards = site.boards(for: context)
        let queueBoards = site.queueBoards(for: context).map { $0.translated(to: words.catalogue.language.code) }
        // Queues are for passers-by, who come when somebody has set all up.
        if boards.isEmpty, context.person == nil {
            let isSetUp = try await site.accounts.setupPath() == nil
            if queueBoards.isEmpty || !isSetUp { return .on(to: LoginPage.path(next: nil)) }
        }
        let visitor = Visitor(of: request)
        var cards: [HomeCard] = []
        for board in boards { cards.append(try await card(board, visitor, request)) }
        let states = queueBoards.isEmpty ? [] : try await site.queues.states()
        cards += queueBoards.map { card($0, states) }
        return .page(HomeView(reader: context.reader).page(HomeModel(cards: cards, new: try await newForYou()), assets: site.assets.prefix))
    }

    private func newForYou() async throws -> NewForYou {
        guard let person = context.person else { return NewForYou() }
        let (notices, unread) = try await NoticesPage(site, context).unread(limit: NewForYou.noticesShown)
        let told = try await site.store.lastTold(of: person)
        let feeds = try await site.store.watchedFeeds(of: person)
        // Those that spoke last stand first.
        let watches = try await site.store.watches(of: person).map { watch in
            WatchLine(
                watch: watch, board: site.boards.first { $0.name == watch.board }?.translated(for: words), feed: feeds[watch.feed],
                told: told[watch.id])
        }.sorted { ($0.told ?? $0.watch.created) > ($1.told ?? $1.watch.created) }
        return NewForYou(notices: notices, unread: unread, watches: watches, words: words)
    }

    private func card(_ board: Board, _ visitor: Visitor, _ request: Request) async throws -> HomeCard {
        let board = board.translated(for: words)
        let feed = try await site.watcher.feed(of: board)
        let isRunning = await site.watcher.progress(of: feed) != nil
        let health: BoardHealth =
            if isRunning { .running } else if feed.failure != nil {
                .failing(since: feed.lastSuccess ?? feed.lastAttempt ?? .system())
            } else { feed.lastSuccess.map { .fresh(updated: $0) } ?? .neverRead }
        return HomeCard(
            name: board.name, title: board.title, about: board.about, news: try await news(of: board, feed, visitor, request),
            health: health)
    }

    /// `states` are those of all queues, which the desk was asked for once.
    private func card(_ board: QueueBoard, _ states: [QueueState]) -> HomeCard {
        HomeCard(
            name: board.name, title: board.title, about: board.about, news: .queues(states.filter { $0.plan.board == board.name }),
            health: nil)
    }

    private func news(of board: Board, _ feed: Feed, _ visitor: Visitor, _ request: Request) async throws -> HomeNews? {
        guard feed.lastSuccess != nil else { return nil }
        if board.view == .map { return try await StationsPage(site, board, context).news(for: request) }
        if board.view != .lookup { return .entries(count: feed.recordCount) }
        let needle = visitor.isNew ? nil : try await site.store.lastNeedle(of: visitor.name, on: board.name)
        if let needle, let field = board.schema.asked, let value = try? board.needle(needle) {
            let rows = try await site.store.records(of: feed, board.schema, where: [(field.name, value)])
            return .mine(needle: value.text, rows: rows.map(\.record), schema: board.schema)
        }
        guard let changed = feed.lastChange else { return nil }
        return .changes(count: try await site.store.changeCount(of: feed, since: changed), at: changed)
    }
}
