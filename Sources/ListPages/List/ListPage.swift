import BoardPages
import Boards
import HTTPTypes
import Hummingbird
import Records
import Serving
import Storage

/// `/boards/<name>` of a list: all records, or those matching `?q=`, from `?from=` on, in `?order=`. With `details`, a search also requests
/// the records' details from the board's service and searches them.
struct ListPage: Sendable {
    private let shown: ShownBoard
    private var view: ListView { ListView(reader: shown.reader) }

    init(_ shown: ShownBoard) { self.shown = shown }

    /// GET: the page, or only its rows for a script.
    func page(for request: Request) async throws -> Response {
        var response: Response
        if request.wantsJSON {
            response = .json(rows(try await model(for: request)))
        } else {
            response = .page(view.page(try await model(for: request), assets: shown.boards.assets.prefix))
        }
        response.headers[.vary] = "Accept"
        return response
    }

    private func model(for request: Request) async throws -> ListModel {
        let (query, schema) = (request.query, shown.board.schema)
        let feeds = try await shown.feeds()
        var frame = try await shown.frame(of: feeds, rowLimit: Listing.limit)
        let shape = RecordShape(schema)
        let size = request.wantsJSON ? query["rows"].flatMap { Int($0) } ?? Listing.pageSize : Listing.pageSize
        let searched = request.searchedFor
        let wantsDetails = query["details"] != nil && !searched.isEmpty && shown.board.detail != nil
        if wantsDetails {
            let records = try await feeds.records(
                in: shown.boards.store, schema, limit: DetailTexts.readLimit, byteLimit: Listing.byteLimit)
            try await shown.boards.details.read(records.map(\.record), of: shown.board, by: shown.boards.services, for: shown.context)
        }
        let read = { @Sendable [shown] in
            let records = try await feeds.records(
                in: shown.boards.store, schema, limit: Listing.limit, byteLimit: Listing.byteLimit)
            let details = shown.boards.details.texts(of: records, on: shown.board)
            let listing = Listing(
                records, shape, query: searched, order: query["order"].flatMap { ListOrder(rawValue: $0) } ?? .name,
                from: query["from"].flatMap { Int($0) } ?? 0, size: max(1, size), details: details)
            return (listing, details.count)
        }
        let (listing, known) = try await searched.isEmpty ? read() : shown.boards.queries.run(for: shown.context, read)
        if listing.total < min(feeds.recordCount, Listing.limit) { frame.shownLimit = listing.total }
        var model = ListModel(frame: frame, pictureField: shape.pictureField, listing: listing)
        if shown.board.detail != nil { model.details = wantsDetails || known >= listing.total ? .searched(known) : .offered }
        return model
    }

    private func rows(_ model: ListModel) -> String {
        let listing = model.listing
        var answer = JSONLine()
        answer.add("rows", view.rows(model, isForScript: true).description)
        answer.add("count", view.count(model).description)
        answer.add("updated", BoardFrameView(model.frame, shown.reader).updated.description)
        answer.add(
            "next", listing.next.map { BasePath.address(model.frame.paths.page(listing.query, listing.order, from: $0)) })
        return answer.closed
    }
}
