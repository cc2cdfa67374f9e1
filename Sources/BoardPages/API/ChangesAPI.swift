package import Boards
import HTTPTypes
import Hummingbird
import Localisation
package import Records
package import Serving
import Storage
import Watching

/// `…/changes`: added, changed and removed records, of one board or of all.
package struct ChangesAPI: Sendable {
    let boards: KnownBoards

    private static let topic = "Changes"

    package static func endpoints(_ boards: KnownBoards) -> [Endpoint] {
        let api = Self(boards: boards)
        return [
            Endpoint(
                .get, "/api/v1/boards/{board}/changes", "boardChanges", topic: topic,
                "A board's changes: newest first, or with `after` in the order in which they were found", access: .readers,
                parameters: [
                    BoardsAPI.board, .query("before", .identifier, "Only those older than this one."),
                    .query("after", .integer(), "Only those after this one, oldest first; 0 for all."),
                    .query("limit", .integer(1...1000), "At most this many changes, 100 by default; fewer if they are very long."),
                    .choice, .rest("fields", "The field that people are asked for, and the value it must have."),
                ],
                outcomes: [
                    .init(
                        "The changes; Link leads to the next page",
                        .object([
                            .init("changes", .list(.named("Change"))), .init("updated", .optional(.moment)),
                            .init("next", .identifier, isRequired: false),
                        ]))
                ], problems: [.unprocessableContent], answer: api.ofBoard),
            Endpoint(
                .get, "/api/v1/changes", "changes", topic: topic, "Changes of all boards that the person can see, in order",
                parameters: [
                    .query("after", .integer(), "Only those after this one."),
                    .query("limit", .integer(1...10_000), "At most this many changes, 1000 by default; fewer if they are very long."),
                ],
                outcomes: [
                    .init(
                        "The changes; Link leads to the next page",
                        .object([.init("changes", .list(.named("Change"))), .init("next", .identifier, isRequired: false)]))
                ], answer: api.ofAll),
        ]
    }

    @Sendable private func ofBoard(_ call: APICall) async throws -> APIAnswer {
        let board = try boards.board(call.text("board"))
        let shown = try await call.feeds(of: board, in: boards)
        var query = ChangeQuery(limit: call.integer("limit") ?? 100)
        query.before = call.integer("before").map(Int64.init)
        query.after = call.integer("after").map(Int64.init)
        for (name, text) in call.rest {
            guard name == board.schema.asked?.name else { throw APICall.unknown(name, board.schema.asked.map { [$0.name] } ?? []) }
            query.needle = try BoardsAPI.equals([name: text], board).first?.value.text
        }
        let page = try await boards.store.feeds.changePage(of: shown.feeds, board.schema, query)
        let changes = page.changes
        var line = JSONLine()
        line.add("changes", changes.map { Self.line($0, board) })
        line.add("updated", shown.updated?.description)
        guard page.isCut, let last = changes.last else { return .json(line) }
        line.add("next", Int(last.id))
        return .json(line, headers: [.link: call.link("next", query.after == nil ? "before" : "after", String(last.id))])
    }

    @Sendable private func ofAll(_ call: APICall) async throws -> APIAnswer {
        let limit = call.integer("limit") ?? 1000
        let after = Int64(call.integer("after") ?? 0)
        let (changes, isCut) = try await boards.store.feeds.changes(after: after, limit: limit, for: call.person().id)
        var line = JSONLine()
        line.add("changes", changes.map { ChangeResource.members.line(.init($0)) })
        guard isCut, let last = changes.last else { return .json(line) }
        line.add("next", Int(last.id))
        return .json(line, headers: [.link: call.link("next", "after", String(last.id))])
    }

    package static func line(_ stored: StoredChange, _ board: Board) -> JSONLine { ChangeResource.members.line(.init(stored, board)) }
}
