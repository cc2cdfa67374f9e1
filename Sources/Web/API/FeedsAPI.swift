import Boards
import Hummingbird
import Records
import Storage
import Watching

/// `/api/v1/feeds`, `/api/v1/changes`: how all feeds stand, to have them fetched now, and what has changed in any of them.
struct FeedsAPI: Sendable {
    private let site: Site
    private static let pageSize = 10_000

    init(_ site: Site) { self.site = site }

    /// All feeds, or with `running=true` those that are being fetched or wait for that.
    func list(_ request: Request) async throws -> Response {
        let running = await site.watcher.running
        let isFiltered = request.uri.queryParameters["running"] == "true"
        var lines: [JSONLine] = []
        let boards = Set(site.boards.map(\.name))
        for feed in try await site.store.feeds() where boards.contains(feed.board) {
            if isFiltered, !running.contains(feed.id) { continue }
            var line = JSONLine()
            line.add("id", Int(feed.id))
            line.add("board", feed.board)
            line.add("url", feed.url)
            line.add("records", feed.recordCount)
            line.add("updated", feed.lastSuccess?.description)
            line.add("due", feed.due?.description)
            line.add("failures", feed.failures)
            line.add("error", feed.failure)
            line.add("running", running.contains(feed.id))
            lines.append(line)
        }
        return .json(BoardsAPI.envelope("feeds", lines))
    }

    /// Fetches every feed now, but for those that are being fetched or were a moment ago.
    func check(_ request: Request) async throws -> Response {
        guard request.isFromOurPages() else { throw HTTPError(.forbidden, message: "This was sent from another site.") }
        var answer = JSONLine()
        answer.add("started", try await site.watcher.refreshAll(for: "API"))
        return .json(answer.closed, status: .accepted)
    }

    /// Changes of all boards in the order they were stored, after the one with the id `after`.
    func changes(_ request: Request) async throws -> Response {
        let after = try BoardsAPI.number("after", in: request, orElse: 0)
        let limit = min(Self.pageSize, try BoardsAPI.number("limit", in: request, orElse: 1000))
        let changes = try await site.store.changes(after: Int64(after), limit: limit)
        let lines = changes.map { change in
            var line = JSONLine()
            line.add("id", Int(change.id))
            line.add("board", change.board)
            line.add("seen", change.seen.description)
            line.add("kind", change.kind)
            if let before = change.before { line.add("before", json: before) }
            if let after = change.after { line.add("after", json: after) }
            return line
        }
        return .json(BoardsAPI.envelope("changes", lines, next: changes.count == limit ? changes.last.map { Int($0.id) } : nil))
    }
}
