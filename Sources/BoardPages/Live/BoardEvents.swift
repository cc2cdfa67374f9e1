package import Boards
import Broadcasting
import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import NIOCore
package import Records
import ServiceLifecycle
package import Serving
import Storage

/// `/live/boards/<name>`: updates for an open page of a board, as server-sent events
/// (https://html.spec.whatwg.org/multipage/server-sent-events.html).
///
/// It begins with the whole current state, so that a page that reconnects is up to date at once, and continues with differences
/// (`LiveBoards`).
package struct BoardEvents: Sendable {
    package let boards: KnownBoards
    package let context: PageContext
    /// The most feeds that one page follows.
    package static let feedLimit = 8

    /// The events of a list or a table.
    package func events(of shown: ShownBoard, for request: Request) async throws -> Response {
        let feeds = try await shown.feeds().feeds
        let screen = LiveList(boards: boards, board: shown.board, words: shown.words, feeds: feeds, mayChange: shown.mayChange)
        return try await events(of: shown, on: feeds, screen, for: request)
    }

    /// The events of a view's own screen on these feeds.
    package func events(of shown: ShownBoard, on feeds: [Feed], _ screen: any LiveScreen, for request: Request) async throws -> Response {
        try await follow(request, shown.board, shown.choice.given, feeds, screen)
    }

    package func follow(
        _ request: Request, _ board: Board, _ choice: [String: String], _ feeds: [Feed], needle: Value? = nil, asked: Int = 0,
        _ screen: any LiveScreen
    ) async throws -> Response {
        guard request.method != .head else { return .following(nil, context, request) }
        guard !boards.live.broadcaster.isFull(for: context.client) else { throw Refusal.tooManyFollow }
        let key = LiveBoards.Key(
            board: board.name, choice: choice, feeds: feeds.map(\.id), language: context.words.language,
            zone: context.words.zoneKey, needle: needle, own: screen.own)
        guard let events = await boards.live.events(of: key, feeds: feeds, asked: asked, screen) else {
            throw Refusal.tooManyFollow
        }
        // The board was changed meanwhile, and its screens were closed before this one existed: the page has to reconnect.
        guard try boards.board(board.name).edition == board.edition else { throw Refusal(.serviceUnavailable) }
        return .following(events, context, request)
    }
}

extension BoardVisit {
    package var live: BoardEvents { BoardEvents(boards: boards, context: context) }
    package var shown: ShownBoard { get throws { try ShownBoard(boards, board, context, request) } }
}

extension BoardView {
    package func post(_ visit: BoardVisit) async throws -> Response { try await visit.shown.refresh(visit.request) }
    package func events(_ visit: BoardVisit) async throws -> Response { try await visit.live.events(of: visit.shown, for: visit.request) }
}
