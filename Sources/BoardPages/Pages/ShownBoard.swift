package import Boards
package import Hummingbird
package import Localisation
import Records
package import Serving
import Storage
import Watching

/// A board for a reader: in their language, with their choice of parameters and the state of its source. List and table pages share it.
package struct ShownBoard: Sendable {
    package let boards: KnownBoards
    /// In the reader's language.
    package let board: Board
    package let context: PageContext
    package let choice: BoardChoice
    /// The search text; empty: no search.
    package let search: String
    package var reader: Reader { context.reader }
    package var words: Words { context.words }

    /// Throws a refusal if the query has an unknown value.
    package init(_ boards: KnownBoards, _ board: Board, _ context: PageContext, _ request: Request) throws {
        self.boards = boards
        self.board = board.translated(for: context.words)
        self.context = context
        search = request.searchedFor
        choice = try boards.choice(request.query, of: self.board, context.words)
    }

    /// Whether the reader may change the board.
    package var mayChange: Bool { context.person.map { boards.mayChange(board, $0) } == true }

    /// The feeds that are shown together.
    package func feeds() async throws -> ShownFeeds { try await boards.feeds(of: board, choice, for: context) }

    /// The frame around the rows. Must be read before the rows, so that a change in between is sent again.
    package func frame(of shown: ShownFeeds, rowLimit: Int) async throws -> BoardFrame {
        var frame = BoardFrame(
            boardName: board.name, choice: choice, title: board.title, about: board.lead,
            shownLimit: shown.recordCount > rowLimit ? rowLimit : nil, hasCards: boards.views.of(board).hasCards(board),
            status: try await status(of: shown),
            source: SourceNote(url: shown.url, every: board.source.every, next: shown.next, recordCount: shown.recordCount),
            lastChange: try await boards.store.feeds.lastChangeID(of: shown.feeds), canWatch: context.person != nil)
        frame.isHidden = board.audience == .owner
        if mayChange {
            frame.repair = try await shown.repairOffer(of: board, in: boards.store, words)
            frame.moving = try await MovingOffer(of: board, shown.feeds, in: boards)
        }
        if let person = context.person, let feed = shown.feeds.first {
            let watches = try await boards.store.following.watches(of: person).filter { $0.feed == feed.id }
            let condition = Condition.finds(search, board.schema)
            frame.watch = watches.first { $0.settings.condition == condition }
            if search.isEmpty { frame.otherWatches = watches.filter { $0.settings.condition != condition } }
            if frame.watch != nil { frame.hasChannels = try await boards.hasChannels(person) }
        }
        return frame
    }

    package func status(of shown: ShownFeeds) async throws -> ReadingStatus { try await shown.status(of: board, boards, words) }

    /// POST: starts a reading of the source. A browser's form is redirected to the page; a script gets the state as JSON.
    package func refresh(_ request: Request) async throws -> Response {
        guard request.isFromOurPages() else { throw Refusal(.forbidden, "Another site sent this form.") }
        let shown = try await feeds()
        await shown.refresh(by: boards.watcher, board, for: "page")
        guard request.wantsJSON else { return .on(to: BoardPaths(board.name, choice).page) }
        var answer = JSONLine()
        answer.add("running", await shown.progress(by: boards.watcher) != nil)
        return .json(answer.closed)
    }
}

extension Request {
    /// The search text from the query's `q`, of limited length.
    package var searchedFor: String { String((query["q"] ?? "").trimmingWhitespace().prefix(200)) }
}
