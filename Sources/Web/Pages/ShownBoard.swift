import Boards
import Hummingbird
import Localisation
import Records
import Storage
import Watching

/// A board as whoever asks sees it: in their language, what they have chosen of it, and how its source is doing. What pages of lists and of
/// tables have in common, whatever they show of the records.
struct ShownBoard: Sendable {
    let site: Site
    /// In the reader's language.
    let board: Board
    let context: PageContext
    let choice: BoardChoice
    var reader: Reader { context.reader }
    var words: Words { context.words }

    /// Throws what is to be answered where the address chooses what is not there.
    init(_ site: Site, _ board: Board, _ context: PageContext, _ request: Request) throws {
        self.site = site
        self.board = board.translated(for: context.words)
        self.context = context
        choice = try site.choice(request.query, of: self.board, context.words)
    }

    /// The feeds that are shown together.
    func feeds() async throws -> ShownFeeds { try await site.feeds(of: board, choice, for: context) }

    /// What stands around the rows. To be asked for before the rows are: a change that comes between is told once more.
    func frame(of shown: ShownFeeds, rowLimit: Int) async throws -> BoardFrame {
        BoardFrame(
            boardName: board.name, choice: choice, title: board.title, about: board.about,
            shownLimit: shown.recordCount > rowLimit ? rowLimit : nil, hasCards: CardFiles.areOffered(by: board),
            status: try await status(of: shown),
            source: SourceNote(url: shown.url, every: board.source.every, next: shown.next, recordCount: shown.recordCount),
            lastChange: try await site.store.lastChangeID(of: shown.feeds), canWatch: context.person != nil)
    }

    func status(of shown: ShownFeeds) async throws -> ReadingStatus {
        let progress = await shown.progress(by: site.watcher)
        return ReadingStatus(
            isRunning: progress != nil, progress: progress, failure: shown.failure, updated: shown.updated,
            troubles: try await shown.troubles(board.schema, in: site.store, words))
    }

    /// POST: has the source read now. A browser's form is sent back to the page; a script is told that it is under way.
    func refresh(_ request: Request) async throws -> Response {
        guard request.isFromOurPages() else { throw Refusal(.forbidden, "This form was sent from another site.") }
        let shown = try await feeds()
        await shown.refresh(by: site.watcher, board, for: "page")
        guard request.wantsJSON else { return .on(to: BoardPaths(board.name, choice).page) }
        var answer = JSONLine()
        answer.add("running", await shown.progress(by: site.watcher) != nil)
        return .json(answer.closed)
    }
}

extension Request {
    /// What an address searches for: its `q`, of bounded length.
    var searchedFor: String { String((query["q"] ?? "").trimmingWhitespace().prefix(200)) }
}
