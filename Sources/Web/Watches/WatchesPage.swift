import Boards
import Hummingbird
import Localisation
import Records
import Storage
import Watching

/// `/watches`: what a person is told of. A post makes a watch with one tap: the fields that are to equal a value, told as usual.
struct WatchesPage: Sendable {
    private let site: Site
    private let context: PageContext
    private let person: Person

    init(_ site: Site, _ context: PageContext) throws {
        self.site = site
        self.context = context
        person = try context.knownPerson()
    }

    func page() async throws -> Response {
        let told = try await site.store.lastTold(of: person)
        let boards = site.boards.map { $0.translated(for: context.words) }
        let feeds = try await site.store.watchedFeeds(of: person)
        let lines = try await site.store.watches(of: person).map { watch in
            let board = boards.first { $0.name == watch.board }
            return WatchLine(watch: watch, board: board, feed: feeds[watch.feed], told: told[watch.id])
        }
        let model = WatchesModel(lines: lines, alerts: try await alerts(boards), boards: boards, token: context.formTokenField)
        return .page(WatchesView.page(model, context.reader, assets: site.assets.prefix))
    }

    private func alerts(_ boards: [Board]) async throws -> AlertCards {
        let told = try await site.store.lastToldByAlerts(of: person)
        let lines = try await site.store.alerts(of: person).map { alert in
            AlertLine(alert: alert, board: boards.first { $0.name == alert.board }, told: told[alert.id])
        }
        return AlertCards(
            lines: lines, boards: boards.filter { $0.stations != nil }, token: context.formTokenField, words: context.words)
    }

    /// The same is not watched twice.
    func add(_ request: Request) async throws -> Response {
        let posted = try await request.form()
        let board = try site.board(posted["board"])
        let tests = board.schema.fields.compactMap { field in
            posted["equals-\(field.name)"].map { Condition.field(field.name, .equals($0)) }
        }
        guard let first = tests.first else { throw Refusal(.badRequest, "There is nothing to be told of.") }
        let condition = tests.count == 1 ? first : Condition.all(tests)
        do { _ = try condition.bound(to: board.schema) } catch {
            throw HTTPError(.unprocessableContent, message: error.description.asSentence)
        }
        let choice = try site.choice(posted, of: board, context.words)
        guard let feed = try await site.feeds(of: board, choice, for: context).feeds.first else { throw HTTPError(.internalServerError) }
        if try await site.store.watch(of: person, on: feed, for: condition) == nil {
            let channels = try await WatchDefaults(site.store, person).channels()
            _ = try await site.store.addWatch(of: person, on: feed, Watch.Settings(condition, channels: channels), at: .system())
        }
        return .on(to: Self.back(posted["back"]))
    }

    func mute(_ request: Request, _ id: String?) async throws -> Response {
        let posted = try await request.form()
        if var watch = try await site.store.watch(id, of: person) {
            watch.settings.isMuted = posted["muted"] == "on"
            _ = try await site.store.update(watch)
        }
        return .on(to: Self.back(posted["back"]))
    }

    func remove(_ request: Request, _ id: String?) async throws -> Response {
        let posted = try await request.form()
        if let watch = try await site.store.watch(id, of: person) { _ = try await site.store.remove(watch) }
        return .on(to: Self.back(posted["back"]))
    }

    /// A page of ours that the person came from.
    private static func back(_ address: String?) -> String {
        guard let path = address.flatMap({ LocalPath($0) }), path.text.hasPrefix("/boards/") else { return WatchPaths.list }
        return path.text
    }
}

extension Store {
    /// The person's watch of just this; nil if there is none.
    func watch(of person: Person, on feed: Feed, for condition: Condition) async throws -> Watch? {
        try await watches(of: person).first { $0.feed == feed.id && $0.settings.condition == condition }
    }
}
