import Boards
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import NIOCore
import Records
import Storage
import Watching

/// `/boards/<name>.json`, `.csv`, `.atom` and `/boards/<name>/feed.json`: a board for other programs.
///
/// The first two are all its records, sent as they are read from the store: memory is a page of them. If the records are replaced
/// meanwhile, the answer breaks off, since a list cut short must not look like a whole one. The others are its changes, newest first, with
/// `?before=` the older ones. `?set.…` chooses of a board with parameters; on a board that asks, with its field those of one number.
struct BoardFiles: Sendable {
    private let site: Site
    private let board: Board
    private let context: PageContext
    private static let pageSize = 1000
    private static let changesInFeed = 50

    init(_ site: Site, _ context: PageContext) throws {
        self.site = site
        self.context = context
        board = try site.board(context.parameters.get("board"))
    }

    /// What the address chooses, and the feeds of it.
    private func shown(for request: Request) async throws -> (BoardChoice, ShownFeeds) {
        let choice = try site.choice(request.query, of: board, .english)
        return (choice, try await site.feeds(of: board, choice, for: context))
    }

    // MARK: Records

    func json(for request: Request) async throws -> Response {
        let (_, shown) = try await shown(for: request)
        var head = JSONLine()
        head.add("board", board.name)
        head.add("title", board.title)
        head.add("about", board.about)
        head.add("source", shown.url)
        head.add("updated", shown.updated?.description)
        head.add("fields", board.schema.fields.map(BoardsAPI.line))
        let schema = board.schema
        return records(
            of: shown, for: request, type: "application/json", opening: head.text + ",\"records\":[\n", closing: "\n]}\n",
            separator: ",\n"
        ) { $0.json(schema).closed }
    }

    /// Without the guard against formulas with `?raw=true`.
    func csv(for request: Request) async throws -> Response {
        let (_, shown) = try await shown(for: request)
        let isRaw = request.uri.queryParameters["raw"] == "true"
        var head = CSVLine(isRaw: isRaw)
        for field in board.schema.fields { head.add(field.name) }
        var response = records(of: shown, for: request, type: "text/csv; charset=utf-8; header=present", opening: head.closed) { record in
            var line = CSVLine(isRaw: isRaw)
            for value in record.values { line.add(value) }
            return line.closed
        }
        response.headers[.contentDisposition] = "attachment; filename=\"\(board.name).csv\""
        return response
    }

    private func records(
        of shown: ShownFeeds, for request: Request, type: String, opening: String, closing: String = "", separator: String = "",
        _ text: @escaping @Sendable (Record) -> String
    ) -> Response {
        // The records are replaced with a fetch and at no other time.
        let fetches = shown.feeds.map { "\($0.id) \($0.lastSuccess?.milliseconds ?? 0) \($0.recordCount) " }.joined()
        let version = "\(board.name) \(fetches)\(opening)"
        let headers: HTTPFields = [.eTag: "\"\(Fingerprint(version.utf8))\"", .cacheControl: "no-cache, private"]
        if let unchanged = request.unchanged(headers) { return unchanged }
        let body = ResponseBody { [site, board] writer in
            try await writer.write(ByteBuffer(string: opening))
            var query = RecordQuery(limit: Self.pageSize)
            var isFirst = true
            repeat {
                let page = try await site.store.records(of: shown.feeds, board.schema, query)
                var buffer = ByteBuffer()
                for stored in page.records {
                    if !isFirst { buffer.writeString(separator) }
                    isFirst = false
                    buffer.writeString(text(stored.record))
                }
                for feed in shown.feeds {
                    guard try await site.store.feed(feed.id)?.lastSuccess == feed.lastSuccess else { throw RecordsReplaced() }
                }
                try await writer.write(buffer)
                query.after = page.next
            } while query.after != nil
            try await writer.write(ByteBuffer(string: closing))
            try await writer.finish(nil)
        }
        var response = Response(status: .ok, headers: headers, body: body)
        response.headers[.contentType] = type
        return response
    }

    private struct RecordsReplaced: Error {}

    // MARK: Changes

    func atom(for request: Request) async throws -> Response {
        let (choice, shown, changes, query) = try await changes(for: request)
        let origin = WebOrigin(of: request, site)
        let paths = BoardPaths(board.name, choice)
        let atom = AtomFeed(
            id: origin.tag("boards/\(board.name)" + query), title: Words.english.title(of: board, choice), subtitle: board.about,
            address: origin.address(request.uri.string), page: origin.address(paths.page),
            next: changes.count < Self.changesInFeed ? nil : changes.last.map { origin.address(paths.atom(before: $0.id)) },
            updated: shown.updated ?? Timestamp(milliseconds: 0),
            entries: changes.map { stored in
                let summary = ChangeSummary(stored.change, board.schema)
                return AtomFeed.Entry(
                    id: origin.tag("changes/\(stored.id)"), title: summary.headline, updated: stored.seen,
                    link: origin.address(page(of: stored, paths)), content: summary.content)
            })
        return APIAnswer(text: atom.document.description, type: AtomFeed.type).response(to: request)
    }

    /// JSON Feed 1.1 (https://jsonfeed.org/version/1.1).
    func jsonFeed(for request: Request) async throws -> Response {
        let (choice, _, changes, _) = try await changes(for: request)
        let origin = WebOrigin(of: request, site)
        let paths = BoardPaths(board.name, choice)
        var line = JSONLine()
        line.add("version", "https://jsonfeed.org/version/1.1")
        line.add("title", Words.english.title(of: board, choice))
        line.add("description", board.about)
        line.add("home_page_url", origin.address(paths.page))
        line.add("feed_url", origin.address(request.uri.string))
        line.add(
            "items",
            changes.map { stored in
                let summary = ChangeSummary(stored.change, board.schema)
                var line = JSONLine()
                line.add("id", origin.tag("changes/\(stored.id)"))
                line.add("url", origin.address(page(of: stored, paths)))
                line.add("title", summary.headline)
                line.add("content_text", summary.text)
                line.add("date_published", stored.seen.description)
                return line
            })
        return APIAnswer(text: line.closed, type: "application/feed+json").response(to: request)
    }

    /// The feed, its changes as the address asks for them, and what of the query makes it a feed of its own.
    private func changes(for request: Request) async throws -> (BoardChoice, ShownFeeds, [StoredChange], String) {
        let (choice, shown) = try await shown(for: request)
        var query = ChangeQuery(limit: Self.changesInFeed)
        for (name, value) in try Percent.form(request.uri.query ?? "") {
            if name.hasPrefix(BoardChoice.mark) { continue }
            if name == "before" {
                guard let id = Int64(value), id > 0 else { throw APICall.misfit("before", "is a number from 1") }
                query.before = id
            } else {
                query.needle = try BoardsAPI.equals([name: value], board).first?.value.text
                guard board.schema[name]?.isAsked == true else { throw APICall.unknown(name, ["before"]) }
            }
        }
        let own = (choice.query.isEmpty ? "" : "/\(choice.query)") + (query.needle.map { "/\(Percent.encoded($0))" } ?? "")
        return (choice, shown, try await site.store.changes(of: shown.feeds, board.schema, query), own)
    }

    private func page(of stored: StoredChange, _ paths: BoardPaths) -> String {
        guard let field = board.schema.asked, let index = board.schema.index(of: field.name),
            let needle = (stored.change.after ?? stored.change.before)?.values[index]
        else { return paths.page }
        return paths.page(where: field, is: needle.text)
    }
}

extension Request {
    /// The answer to whom the present version is known; nil if it is not.
    func unchanged(_ headers: HTTPFields) -> Response? {
        guard let tag = headers[.eTag], let known = self.headers[.ifNoneMatch], known == "*" || known.etags.contains(tag) else {
            return nil
        }
        return Response(status: .notModified, headers: headers)
    }
}
