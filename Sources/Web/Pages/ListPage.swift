import Boards
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Storage
import Watching

/// `/boards/<name>` of a list: all that is stored, `?q=` of it, from `?from=` on, in `?order=`; a POST has the source read now.
struct ListPage: Sendable {
    let site: Site
    let board: Board
    let context: PageContext
    let choice: BoardChoice
    var reader: Reader { context.reader }
    var words: Words { context.words }

    /// The board as its file has it; it is shown in the language of whoever asks.
    init(_ site: Site, _ board: Board, _ context: PageContext, _ request: Request) throws {
        self.site = site
        self.board = board.translated(for: context.words)
        self.context = context
        choice = try site.choice(request.query, of: self.board, context.words)
    }

    /// The feeds that are shown together.
    func shown() async throws -> ShownFeeds { try await site.feeds(of: board, choice, for: context) }

    /// GET: the page, or for a script its rows alone.
    func page(for request: Request) async throws -> Response {
        var response: Response
        if request.wantsJSON {
            response = .json(rows(try await model(for: request)))
        } else {
            response = .page(ListView(reader: reader).page(try await model(for: request), assets: site.assets.prefix))
        }
        response.headers[.vary] = "Accept"
        return response
    }

    /// POST: a browser's form is sent back to the page; a script is told that it is under way.
    func refresh(_ request: Request) async throws -> Response {
        guard request.isFromOurPages() else { throw Refusal(.forbidden, "This form was sent from another site.") }
        let shown = try await shown()
        await shown.refresh(by: site.watcher, board, for: "page")
        guard request.wantsJSON else { return .on(to: BoardPaths(board.name, choice).page) }
        var answer = JSONLine()
        answer.add("running", await shown.progress(by: site.watcher) != nil)
        return .json(answer.closed)
    }

    func model(for request: Request) async throws -> ListModel {
        // As forms write it, a blank as a plus.
        let query = (try? URLEncodedFormDecoder().decode([String: String].self, from: request.uri.query ?? "")) ?? [:]
        let order = query["order"].flatMap { ListOrder(rawValue: $0) } ?? .name
        let size = request.wantsJSON ? query["rows"].flatMap { Int($0) } ?? Listing.pageSize : Listing.pageSize
        let text = (query["q"] ?? "").trimmingWhitespace()
        return try await model { records, shape in
            Listing(
                records, shape, query: String(text.prefix(200)), order: order, from: query["from"].flatMap { Int($0) } ?? 0,
                size: max(1, size))
        }
    }

    func model(_ listing: ([StoredRecord], RecordShape) -> Listing) async throws -> ListModel {
        let shown = try await shown()
        let shape = RecordShape(board.schema)
        // First the change and then the records: one that comes between is told once more.
        let lastChange = try await site.store.lastChangeID(of: shown.feeds)
        let records = try await shown.records(in: site.store, board.schema, limit: Listing.limit)
        return ListModel(
            boardName: board.name, choice: choice, title: board.title, about: board.about, pictureField: shape.pictureField,
            listing: listing(records, shape), isCut: shown.recordCount > Listing.limit, hasCards: CardFiles.areOffered(by: board),
            status: try await status(of: shown),
            source: SourceNote(url: shown.url, every: board.source.every, next: shown.next, recordCount: shown.recordCount),
            lastChange: lastChange, canWatch: context.person != nil)
    }

    func status(of shown: ShownFeeds) async throws -> ReadingStatus {
        let progress = await shown.progress(by: site.watcher)
        return ReadingStatus(
            isRunning: progress != nil, progress: progress, failure: shown.failure, updated: shown.updated,
            troubles: try await shown.troubles(board.schema, in: site.store, words))
    }

    private func rows(_ model: ListModel) -> String {
        let listing = model.listing
        var answer = JSONLine()
        answer.add("rows", ListView(reader: reader).rows(model, isForScript: true).description)
        answer.add("count", ListView(reader: reader).count(listing).description)
        answer.add("updated", ListView(reader: reader).updated(model.status).description)
        answer.add(
            "next", listing.next.map { BasePath.address(BoardPaths(board.name, choice).page(listing.query, listing.order, from: $0)) })
        return answer.closed
    }
}
