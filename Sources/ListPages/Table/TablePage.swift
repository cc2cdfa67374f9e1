import BoardPages
import Boards
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/boards/<name>` of a table: the records, those matching `?q=`, sorted by column `?sort=` (`-price`: descending), from `?from=` on.
struct TablePage: Sendable {
    private let shown: ShownBoard

    init(_ shown: ShownBoard) { self.shown = shown }

    /// GET: the page, or for a script only the parts that depend on search, order and page.
    func page(for request: Request) async throws -> Response {
        let view = TableView(try await model(for: request), shown.reader)
        var response: Response = request.wantsJSON ? .json(parts(view)) : .page(view.page(assets: shown.boards.assets.prefix))
        response.headers[.vary] = "Accept"
        return response
    }

    private func model(for request: Request) async throws -> TableModel {
        let (query, store) = (request.query, shown.boards.store)
        let sort = try sort(query["sort"] ?? "")
        let feeds = try await shown.feeds()
        let frame = try await shown.frame(of: feeds, rowLimit: RecordPage.lookLimit)
        let shape = shown.board.shape
        let search = SearchText(request.searchedFor)
        let filter = RecordFilter(lookingAt: shape.searchedFields) { search.matches(shape.searchedText($0), drawing: &$1) }
        let from = query["from"].flatMap { Int($0) } ?? 0
        let read = { @Sendable in
            try await store.feeds.page(
                of: feeds.feeds, shape.schema, sort: sort, from: from, limit: TableModel.pageSize,
                matching: search.words.isEmpty ? nil : filter)
        }
        let page = try await Self.isLong(request) ? shown.boards.queries.run(for: shown.context, read) : read()
        return TableModel(
            frame: frame, shape: shape, query: request.searchedFor, sort: sort, page: page, changes: try await changes(page, feeds))
    }

    /// Whether it scans more records than it shows.
    private static func isLong(_ request: Request) -> Bool { request.query["sort"] != nil || !request.searchedFor.isEmpty }

    private func sort(_ text: String) throws -> RecordSort? {
        guard !text.isEmpty else { return nil }
        let sort = RecordSort(text: text)
        guard let field = shown.board.schema[sort.field], RecordSort.isPossible(by: field.kind) else {
            let name = String(sort.field.prefix(100))
            throw Refusal(.badRequest, "This board has no column “\(name)” to sort by.")
        }
        return sort
    }

    /// The last changes of recently changed rows, if they are still stored and match the current values.
    private func changes(_ page: RecordPage, _ feeds: ShownFeeds) async throws -> [Int64: Change] {
        let schema = shown.board.schema
        let news = page.rows.filter(\.isNews).map(\.stored)
        guard !news.isEmpty, let since = feeds.feeds.compactMap(\.lastChange).min() else { return [:] }
        var query = ChangeQuery(limit: 10 * TableModel.pageSize)
        query.keys = Set(news.map { schema.key(of: $0.record) }).sorted()
        query.since = since
        let newest = try await shown.boards.store.feeds.changes(of: feeds.feeds, schema, query).compactMap { stored in
            stored.change.after.map { (schema.withoutQuiet($0), stored.change) }
        }
        let byRecord = Dictionary(newest) { first, _ in first }
        var changes: [Int64: Change] = [:]
        for stored in news { changes[stored.id] = byRecord[schema.withoutQuiet(stored.record)] }
        return changes
    }

    private func parts(_ view: TableView) -> String {
        var answer = JSONLine()
        answer.add("table", view.table.description)
        answer.add("pager", view.pager.description)
        answer.add("facts", view.facts.description)
        answer.add("updated", view.updated.description)
        return answer.closed
    }
}
