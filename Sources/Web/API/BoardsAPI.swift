import Boards
import Hummingbird
import Records
import Storage
import Watching

/// `/api/v1/boards…`: what is stored, as JSON.
struct BoardsAPI: Sendable {
    private let site: Site
    private static let pageSize = 1000

    init(_ site: Site) { self.site = site }

    /// Those that whoever asks may read.
    func list(_ context: PageContext) async throws -> Response {
        var boards: [JSONLine] = []
        for board in site.boards(for: context) {
            let feed = try await site.watcher.feed(of: board)
            var line = JSONLine()
            line.add("name", board.name)
            line.add("title", board.title)
            line.add("about", board.about)
            line.add("asks", board.schema.asked?.name)
            line.add("records", feed.recordCount)
            line.add("updated", feed.lastSuccess?.description)
            line.add("failure", feed.failure)
            boards.append(line)
        }
        return .json(Self.envelope("boards", boards))
    }

    /// All records in pages (`after`: the place to go on from), or those whose asked field has the value given.
    func records(_ board: Board, for request: Request) async throws -> Response {
        let feed = try await site.watcher.feed(of: board)
        let needle = try needle(of: board, in: request)
        let equals = board.schema.asked.flatMap { field in needle.map { [(field: field.name, value: $0)] } } ?? []
        let after = try Self.number("after", in: request, orElse: -1)
        let limit = min(Self.pageSize, try Self.number("limit", in: request, orElse: Self.pageSize))
        let records = try await site.store.records(of: feed, board.schema, where: equals, after: after, limit: limit)
        var next: Int?
        if records.count == limit, let last = records.last { next = last.position }
        return .json(Self.envelope("records", records.map { $0.record.json(board.schema) }, updated: feed.lastSuccess, next: next))
    }

    func changes(_ board: Board, for request: Request) async throws -> Response {
        let feed = try await site.watcher.feed(of: board)
        let needle = try needle(of: board, in: request)?.text
        let limit = min(Self.pageSize, try Self.number("limit", in: request, orElse: 100))
        let changes = try await site.store.changes(of: feed, board.schema, needle: needle, limit: limit).map { stored in
            var line = JSONLine()
            line.add("seen", stored.seen.description)
            line.add("kind", stored.change.kind.rawValue)
            if let before = stored.change.before { line.add("before", before.json(board.schema)) }
            if let after = stored.change.after { line.add("after", after.json(board.schema)) }
            return line
        }
        return .json(Self.envelope("changes", changes, updated: feed.lastSuccess))
    }

    /// The value asked for; nil if the address asks for none.
    private func needle(of board: Board, in request: Request) throws -> Value? {
        guard let field = board.schema.asked, let text = request.uri.queryParameters[Substring(field.name)] else { return nil }
        do throws(NeedleError) { return try board.needle(String(text)) } catch {
            throw HTTPError(.unprocessableContent, message: error.description)
        }
    }

    static func number(_ name: String, in request: Request, orElse other: Int) throws -> Int {
        guard let text = request.uri.queryParameters[Substring(name)] else { return other }
        guard let number = Int(text), number >= 0 else { throw HTTPError(.badRequest, message: "'\(name)' is a number from 0") }
        return number
    }

    static func envelope(_ name: String, _ objects: [JSONLine], updated: Timestamp? = nil, next: Int? = nil) -> String {
        var envelope = JSONLine()
        envelope.add(name, objects)
        if let updated { envelope.add("updated", updated.description) }
        if let next { envelope.add("next", next) }
        return envelope.closed
    }
}
