package import Boards
package import Hummingbird
import Localisation
import Records
package import Serving
package import Storage
import Watching

/// `/boards/<name>/changes`: a board's changes, newest first, thirty at a time (`?before=<id>`). With `?key=`, the history of the records
/// with that key, and charts of their numbers.
package struct ChangesPage: Sendable {
    private let boards: KnownBoards
    private let context: PageContext
    private let board: Board
    private static let pageSize = 30

    package init(_ boards: KnownBoards, _ context: PageContext) throws {
        self.boards = boards
        self.context = context
        board = try boards.board(context.parameters.get("board")).translated(for: context.words)
    }

    package func page(for request: Request) async throws -> Response {
        let query = request.query
        let (key, before) = (query["key"], query["before"].flatMap { Int64($0) })
        let choice = try boards.choice(query, of: board, context.words)
        let shown = try await boards.feeds(of: board, choice, for: context)
        let changes = try await boards.store.feeds.changes(
            of: shown.feeds, board.schema, key: key, before: before, limit: Self.pageSize + 1)
        var entries: [ChangeEntry] = []
        let place = RecordPlace(boards, board)
        for change in changes.prefix(Self.pageSize) {
            entries.append(
                ChangeEntry(change: change, page: try await place.page(of: change), fetch: try await boards.store.feeds.fetch(change.fetch))
            )
        }
        let model = ChangesModel(
            boardName: board.name, choice: choice, boardTitle: context.words.title(of: board, choice), schema: board.schema, key: key,
            entries: entries,
            next: changes.count > Self.pageSize ? entries.last?.change.id : nil, isFirst: before == nil,
            charts: try await RecordHistory.charts(of: key, board, shown, in: boards.store), began: shown.updated)
        return .page(ChangesView(model: model, words: context.words).page(context.reader, assets: boards.assets.prefix))
    }
}

/// The past of one record, from the stored changes.
package enum RecordHistory {
    /// The most changes that are read.
    package static let limit = 500

    /// A chart for each number, amount and duration of the record with that key that has changed at least once.
    package static func charts(of key: String?, _ board: Board, _ shown: ShownFeeds, in store: Store) async throws -> [StepChart] {
        guard let key else { return [] }
        let changes = try await store.feeds.changes(of: shown.feeds, board.schema, key: key, before: nil, limit: limit)
        return StepChart.charts(
            of: changes.reversed().map { HistoryEntry(change: $0.change, seen: $0.seen) }, board.schema, until: shown.updated)
    }
}
