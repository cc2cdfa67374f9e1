package import BoardPages
package import Boards
package import Hummingbird
package import Localisation
package import Records
package import Serving
import Storage

/// The view `lookup`: people look up their own row.
package struct LookupBoards: BoardView {
    package init() {}

    package static let form = ViewForm("lookup") { $0.schema.asked == nil ? "a field with ask: true, the one people are asked for" : nil }
    package static let kind = PageKind.lookup
    package let hasRecordPages = false

    package func page(_ visit: BoardVisit) async throws -> Response { try await lookup(visit).page(for: visit.request) }
    package func post(_ visit: BoardVisit) async throws -> Response { try await lookup(visit).ask(visit.request) }
    package func events(_ visit: BoardVisit) async throws -> Response { try await visit.live.events(of: lookup(visit), for: visit.request) }

    package func symbol(of board: Board) -> HTML { BoardSymbols.lookup }

    /// The number of changes; for a visitor, who can't watch anything, the result of this browser's last lookup. A signed-in person's news
    /// is the same on all their devices.
    package func news(_ visit: BoardVisit, _ feed: Feed) async throws -> HomeNews? {
        let (boards, board) = (visit.boards, visit.board)
        let needle = visit.context.person == nil ? try await boards.lastNeedle(of: visit.request, on: board) : nil
        if let needle, let field = board.schema.asked, let value = try? board.needle(needle) {
            let rows = try await boards.store.feeds.records(of: feed, board.schema, where: [(field.name, value)])
            return .mine(needle: value.text, rows: rows.map(\.record), schema: board.schema)
        }
        guard let changed = feed.lastChange else { return nil }
        return .changes(count: try await boards.store.feeds.changeCount(of: feed, since: changed), at: changed)
    }

    /// The first word that the board could look up.
    package func offers(of shared: SharedText, on board: Board, _ words: Words) -> [ShareOffer] {
        guard let field = board.schema.asked, let needle = shared.words.lazy.compactMap({ try? board.needle($0) }).first else { return [] }
        return [
            ShareOffer(
                address: BoardPaths(board.name).page(where: field, is: needle.text),
                text: words("Look for \(needle.text) in “\(board.title)”"), isAnswer: true)
        ]
    }

    package func place(of record: Record, at change: PlacedChange) async throws -> String? {
        let schema = change.board.schema
        guard let field = schema.asked, let index = schema.index(of: field.name), let value = record.values[at: index] else { return nil }
        return change.paths.page(where: field, is: value.text)
    }

    private func lookup(_ visit: BoardVisit) throws -> LookupPage {
        try LookupPage(visit.boards, visit.board, visit.context, visit.request)
    }
}

extension PageKind {
    static let lookup = PageKind("lookup", styles: ["lookup", "watches"], scripts: ["live-lookup", "pull-to-refresh"])
}
