import BoardPages
package import Boards
package import Hummingbird
package import Localisation
package import Records
package import Serving
import Storage
import Watching

extension FollowingFeature {
    /// The name of the watched record; nil if there are several, or if the condition contains it.
    package func recordName(of watch: Watch, _ board: Board?, _ feed: Feed?, _ words: Words) async throws -> String? {
        guard let board, let feed, let key = watch.settings.condition.recordKey(board.schema) else { return nil }
        return try await store.feeds.records(of: feed, board.schema, where: key, limit: 1).first.map {
            words.name(of: $0.record, board.schema)
        }
    }
}

/// `/watches`: a person's watches, price alerts and reminders. A post creates a watch with one tap and default options: by field values,
/// otherwise for a record, otherwise for a search, which without words covers every change of the board.
package struct WatchesPage: Sendable {
    private let feature: FollowingFeature
    private let context: PageContext
    private let person: Person

    package init(_ feature: FollowingFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    package func page() async throws -> Response {
        let told = try await feature.store.following.lastTold(of: person)
        let boards = feature.boards.all(for: context).map { $0.translated(for: context.words) }
        let feeds = try await feature.store.following.watchedFeeds(of: person)
        var lines: [WatchLine] = []
        for watch in try await feature.store.following.watches(of: person) {
            let board = boards.first { $0.name == watch.board }
            var line = WatchLine(watch: watch, board: board, feed: feeds[watch.feed], told: told[watch.id])
            line.record = try await feature.recordName(of: watch, board, line.feed, context.words)
            lines.append(line)
        }
        let model = WatchesModel(
            lines: lines, alerts: try await alerts(boards), reminders: try await feature.store.reminders.all(of: person), boards: boards,
            hasChannels: try await feature.boards.hasChannels(person), token: context.formTokenField)
        return .page(WatchesView.page(model, context.reader, assets: feature.assets.prefix))
    }

    private func alerts(_ boards: [Board]) async throws -> [AlertLine] {
        let told = try await feature.store.following.lastToldByAlerts(of: person)
        return try await feature.store.following.alerts(of: person).map { alert in
            AlertLine(alert: alert, board: boards.first { $0.name == alert.board }, told: told[alert.id])
        }
    }

    /// Duplicates aren't created.
    package func add(_ request: Request) async throws -> Response {
        let posted = try await request.form()
        let board = try feature.boards.board(posted["board"])
        let tests = board.schema.fields.compactMap { field in
            posted["equals-\(field.name)"].map { Condition.field(field.name, .equals($0)) }
        }
        let condition: Condition
        switch (tests.count, posted["q"]) {
        case (0, _) where posted["record"] != nil:
            condition = .isRecord(try await feature.boards.record(posted["record"], of: board).1.record, board.schema)
        case (0, let search?): condition = .finds(search, board.schema)
        case (0, nil): throw Refusal(.badRequest, "This watch needs something to watch for.")
        case (1, _): condition = tests[0]
        default: condition = .all(tests)
        }
        do { _ = try condition.bound(to: board.schema) } catch {
            throw Refusal(.unprocessableContent, text: error.description.asSentence)
        }
        let choice = try feature.boards.choice(posted, of: board, context.words)
        guard let feed = try await feature.boards.feeds(of: board, choice, for: context).feeds.first else {
            throw Refusal(.internalServerError)
        }
        if try await feature.store.following.watch(of: person, on: feed, for: condition) == nil {
            let channels = try await WatchDefaults(feature.store, person).channels()
            _ = try await feature.store.following.addWatch(
                of: person, on: feed, Watch.Settings(condition, channels: channels), at: .system())
        }
        return .on(to: Self.back(posted["back"]))
    }

    package func mute(_ request: Request, _ id: String?) async throws -> Response {
        let posted = try await request.form()
        let isMuted = posted["muted"] == "on"
        if let watch = try await feature.store.following.watch(id, of: person) {
            _ = try await feature.store.following.update(watch.id) { $0.isMuted = isMuted }
        }
        return .on(to: Self.back(posted["back"]))
    }

    package func remove(_ request: Request, _ id: String?) async throws -> Response {
        let posted = try await request.form()
        if let watch = try await feature.store.following.watch(id, of: person) { _ = try await feature.store.following.remove(watch) }
        return .on(to: Self.back(posted["back"]))
    }

    /// Our page that the person came from.
    private static func back(_ address: String?) -> String {
        guard let path = address.flatMap({ LocalPath($0) }), path.text == "/" || path.text.hasPrefix("/boards/") else {
            return WatchPaths.list
        }
        return path.text
    }
}
