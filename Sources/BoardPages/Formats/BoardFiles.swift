import Boards
import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import NIOCore
import Records
package import Serving
import Storage
import Watching

/// `/boards/<name>.json`, `.csv`, `.atom` and `/boards/<name>/feed.json`: a board for other programs.
///
/// The first two have all its records (`RecordStream`). The others have its changes, newest first; `?before=` gets older ones. `?set.…`
/// sets a board's parameters; on a board with an asked field, that field's name selects the changes of one number.
package struct BoardFiles: Sendable {
    private let boards: KnownBoards
    private let board: Board
    private let context: PageContext
    private static let changesInFeed = 50

    package init(_ boards: KnownBoards, _ context: PageContext) throws {
        self.boards = boards
        self.context = context
        board = try boards.board(context.parameters.get("board"))
    }

    /// The choice in the query, and its feeds.
    private func shown(for request: Request) async throws -> (BoardChoice, ShownFeeds) {
        let choice = try boards.choice(request.query, of: board, .english)
        return (choice, try await boards.feeds(of: board, choice, for: context))
    }

    // MARK: Records

    package func json(for request: Request) async throws -> Response {
        let (_, shown) = try await shown(for: request)
        var head = JSONLine()
        head.add("board", board.name)
        head.add("title", board.title)
        head.add("about", board.about)
        head.add("source", shown.url)
        head.add("updated", shown.updated?.description)
        head.add("fields", board.schema.fields.map(BoardsAPI.line))
        let schema = board.schema
        return RecordStream(
            boards: boards, board: board, shown: shown, type: "application/json", opening: head.text + #","records":[\#n"#,
            closing: "\n]}\n",
            separator: ",\n"
        ) { $0.json(schema).closed }.response(to: request)
    }

    /// `?raw=true` turns off the protection against formulas.
    package func csv(for request: Request) async throws -> Response {
        let (_, shown) = try await shown(for: request)
        let isRaw = request.uri.queryParameters["raw"] == "true"
        var head = CSVLine(isRaw: isRaw)
        for field in board.schema.fields { head.add(field.name) }
        var response = RecordStream(
            boards: boards, board: board, shown: shown, type: "text/csv; charset=utf-8; header=present", opening: head.closed
        ) { record in
            var line = CSVLine(isRaw: isRaw)
            for value in record.values { line.add(value) }
            return line.closed
        }.response(to: request)
        response.headers[.contentDisposition] = #"attachment; filename="\#(board.name).csv""#
        return response
    }

    // MARK: Changes

    package func atom(for request: Request) async throws -> Response {
        let (choice, shown, page, query) = try await changes(for: request)
        let changes = page.changes
        let origin = WebOrigin(of: request, boards.site)
        let paths = BoardPaths(board.name, choice)
        let atom = AtomFeed(
            id: origin.tag("boards/\(board.name)" + query), title: Words.english.title(of: board, choice), subtitle: board.about,
            address: origin.address(request.uri.string), page: origin.address(paths.page),
            next: page.isCut ? changes.last.map { origin.address(paths.atom(before: $0.id)) } : nil,
            updated: shown.updated ?? Timestamp(milliseconds: 0),
            entries: changes.map { stored in
                let summary = ChangeSummary(stored.change, board.schema)
                return AtomFeed.Entry(
                    id: origin.tag("changes/\(stored.id)"), title: summary.headline, updated: stored.seen,
                    link: origin.address(self.page(of: stored, paths)), content: summary.content)
            })
        return APIAnswer(text: atom.document.description, type: AtomFeed.type).response(to: request)
    }

    /// JSON Feed 1.1 (https://jsonfeed.org/version/1.1).
    package func jsonFeed(for request: Request) async throws -> Response {
        let (choice, _, page, _) = try await changes(for: request)
        let origin = WebOrigin(of: request, boards.site)
        let paths = BoardPaths(board.name, choice)
        var line = JSONLine()
        line.add("version", "https://jsonfeed.org/version/1.1")
        line.add("title", Words.english.title(of: board, choice))
        line.add("description", board.about)
        line.add("home_page_url", origin.address(paths.page))
        line.add("feed_url", origin.address(request.uri.string))
        line.add(
            "items",
            page.changes.map { stored in
                let summary = ChangeSummary(stored.change, board.schema)
                var line = JSONLine()
                line.add("id", origin.tag("changes/\(stored.id)"))
                line.add("url", origin.address(self.page(of: stored, paths)))
                line.add("title", summary.headline)
                line.add("content_text", summary.text)
                line.add("date_published", stored.seen.description)
                return line
            })
        return APIAnswer(text: line.closed, type: "application/feed+json").response(to: request)
    }

    /// The feeds, the requested changes, and the part of the query that identifies the feed.
    private func changes(for request: Request) async throws -> (BoardChoice, ShownFeeds, ChangePage, String) {
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
        return (choice, shown, try await boards.store.feeds.changePage(of: shown.feeds, board.schema, query), own)
    }

    private func page(of stored: StoredChange, _ paths: BoardPaths) -> String {
        guard let field = board.schema.asked, let index = board.schema.index(of: field.name),
            let needle = (stored.change.after ?? stored.change.before)?.values[index]
        else { return paths.page }
        return paths.page(where: field, is: needle.text)
    }
}
