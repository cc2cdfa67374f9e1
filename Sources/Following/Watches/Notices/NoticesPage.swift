import BoardPages
import Boards
import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Records
package import Serving
import Storage
import Watching

/// `/notices`: a person's notices, newest first, fifty at a time (`?before=<id>` for the next page). `/notices/<id>`: an explanation.
///
/// A post by the page's script or its button marks the list as seen; fetching the page doesn't.
package struct NoticesPage: Sendable {
    private let feature: FollowingFeature
    private let context: PageContext
    private let person: Person
    /// Translated for the reader.
    private let boards: [Board]
    private static let pageSize = 50
    private static let linesShown = 3

    package init(_ feature: FollowingFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
        boards = feature.boards.all.map { $0.translated(for: context.words) }
    }

    package func list(for request: Request) async throws -> Response {
        let before = request.query["before"].flatMap { Int64($0) }
        let notices = try await feature.store.following.notices(of: person, before: before, limit: Self.pageSize + 1)
        let lines = try await lines(of: Array(notices.prefix(Self.pageSize)))
        let model = NoticesModel(
            lines: lines, next: notices.count > Self.pageSize ? lines.last?.notice.id : nil, isFirst: before == nil,
            hasWatches: try await !feature.store.following.watches(of: person).isEmpty, token: context.formTokenField)
        return .page(NoticesView(model: model, words: context.words).page(context.reader, assets: feature.assets.prefix))
    }

    /// The newest of a person's notices, for other pages.
    package func unread(limit: Int) async throws -> (lines: [NoticeLine], count: Int) {
        let count = try await feature.store.following.unreadCount(of: person)
        guard count > 0 else { return ([], 0) }
        return (try await lines(of: try await feature.store.following.notices(of: person, limit: min(count, limit))), count)
    }

    package func markSeen(_ request: Request) async throws -> Response {
        let form = try await request.form()
        try await feature.store.following.markSeen(by: person, upTo: form["notice"].flatMap { Int64($0) }, at: .system())
        if request.wantsJSON { return Response(status: .noContent) }
        return .on(to: WatchPaths.notices)
    }

    package func why(_ id: String?) async throws -> Response {
        guard let id = id.flatMap({ Int64($0) }), let notice = try await feature.store.following.notice(id, of: person) else {
            throw Refusal(.notFound, "This notice has been removed.")
        }
        return .page(WhyView(model: try await model(of: notice), words: context.words).page(context.reader, assets: feature.assets.prefix))
    }

    private func lines(of notices: [StoredNotice]) async throws -> [NoticeLine] {
        let seen = try await feature.store.following.seenMark(of: person)?.notice ?? 0
        var lines: [NoticeLine] = []
        for notice in notices { lines.append(try await line(of: notice, isUnread: notice.id > seen)) }
        return lines
    }

    private func line(of notice: StoredNotice, isUnread: Bool) async throws -> NoticeLine {
        let words = context.words
        switch notice.subject {
        case .health(let stored):
            let board = try await board(of: notice.feed)
            let news = FeedHealth.News(stored: stored)
            return try await NoticeLine(
                notice: notice, board: board?.title, boardPage: board?.page, title: news?.sentence(words) ?? stored, lines: [], more: 0,
                isUnread: isUnread, repair: news?.mayBeRepaired == true ? changeable(notice.feed) : nil)
        case .prices(let stored):
            let news = PriceNews(stored: stored)
            let board = boards.first { $0.name == news?.board }
            let writer = PriceWriter(board, fuel: news?.fuel, words)
            let lines = news.map { writer.lines(of: $0, naming: Self.linesShown) } ?? []
            return NoticeLine(
                notice: notice, board: board?.title, boardPage: board.map { BoardPaths($0.name).page },
                title: news.map(writer.title) ?? stored, lines: lines, more: 0,
                isUnread: isUnread)
        case .programme(let stored):
            let (news, writer) = (ReminderNews(stored: stored), ReminderWriter(words))
            let board = boards.first { $0.name == news?.board }
            return NoticeLine(
                notice: notice, board: board?.title, boardPage: board.map { BoardPaths($0.name).page },
                title: news.map(writer.title) ?? words("Reminder"), lines: news.map(writer.lines) ?? [], more: 0, isUnread: isUnread)
        case .changes(let count):
            let told = try await changes(of: notice, limit: Self.linesShown)
            let line = ChangeLine(words: words)
            let board = try await board(of: told.first?.change.feed)
            let known = told.compactMap { told in schema(told.board).map { (change: told.change.change, schema: $0) } }
            return NoticeLine(
                notice: notice, board: board?.title, boardPage: board?.page,
                title: known.first.map { line.title($0.change, $0.schema) } ?? words("A change on a board that has been removed"),
                detail: known.first.flatMap { line.detail($0.change, $0.schema) },
                lines: known.dropFirst().map { line.text($0.change, $0.schema) }, more: max(0, count - max(1, known.count)),
                isUnread: isUnread)
        }
    }

    private func model(of notice: StoredNotice) async throws -> NoticeModel {
        let line = try await line(of: notice, isUnread: false)
        let told = try await changes(of: notice, limit: NoticeModel.changeLimit)
        var feed: Feed?
        if let id = told.first?.change.feed ?? notice.feed { feed = try await feature.store.feeds.feed(id) }
        var changes: [ToldWhy] = []
        for change in told { if let why = try await why(change) { changes.append(why) } }
        var count = 0
        if case .changes(let all) = notice.subject { count = all }
        let (prices, board) = try await prices(of: notice)
        let programme = if case .programme(let stored) = notice.subject { ReminderNews(stored: stored) } else { nil as ReminderNews? }
        return NoticeModel(
            notice: notice, title: line.title, boardTitle: line.board, boardName: board ?? programme?.board ?? feed?.board,
            choice: feed.flatMap { feed in boards.first { $0.name == feed.board }.map { BoardChoice(of: feed, on: $0) } } ?? .standard,
            changes: changes,
            more: max(0, count - told.count), deliveries: try await feature.store.following.deliveries(of: notice), address: feed?.url,
            prices: prices, repair: line.repair,
            programme: programme)
    }

    private func prices(of notice: StoredNotice) async throws -> (told: PricesTold?, board: String?) {
        guard case .prices(let stored) = notice.subject, let news = PriceNews(stored: stored) else { return (nil, nil) }
        let board = boards.first { $0.name == news.board }
        let alert = try await feature.store.following.alert(notice.alert.map { String($0) }, of: person)
        let sentence = alert.map { PriceWriter(board, fuel: $0.settings.fuel, context.words).sentence(of: $0.settings) }
        let lines = PriceWriter(board, fuel: news.fuel, context.words).lines(of: news)
        return (PricesTold(lines: lines, alert: alert?.id, sentence: sentence ?? ""), news.board)
    }

    private func why(_ told: ToldChange) async throws -> ToldWhy? {
        guard let board = boards.first(where: { $0.name == told.board }) else { return nil }
        let schema = board.schema
        let watch = (try? await feature.store.following.watch(told.watch)) ?? nil
        let moment = Moment(now: told.change.seen, zone: context.words.zone)
        let outcomes = watch.map { TestOutcome.of($0.settings.condition, told.change.change, schema, moment, context.words) } ?? []
        return ToldWhy(
            change: told.change, schema: schema, watch: watch, outcomes: outcomes,
            fetch: try await feature.store.feeds.fetch(told.change.fetch),
            page: try await RecordPlace(feature.boards, board).page(of: told.change))
    }

    private func changes(of notice: StoredNotice, limit: Int) async throws -> [ToldChange] {
        let schemas = Dictionary(boards.map { ($0.name, $0.schema) }) { first, _ in first }
        return try await feature.store.following.changes(of: notice, limit: limit) { schemas[$0] }
    }

    private func schema(_ board: String) -> Schema? { boards.first { $0.name == board }?.schema }

    /// A feed's board, if the person may change it.
    private func changeable(_ feed: Feed.ID?) async throws -> String? {
        guard let feed, let feed = try await feature.store.feeds.feed(feed), let board = boards.first(where: { $0.name == feed.board })
        else {
            return nil
        }
        return feature.boards.mayChange(board, person) ? board.name : nil
    }

    /// The feed's board and parameters.
    private func board(of feed: Feed.ID?) async throws -> (title: String, page: String)? {
        guard let feed, let feed = try await feature.store.feeds.feed(feed), let board = boards.first(where: { $0.name == feed.board })
        else {
            return nil
        }
        let choice = BoardChoice(of: feed, on: board)
        return (context.words.title(of: board, choice), BoardPaths(board.name, choice).page)
    }
}
