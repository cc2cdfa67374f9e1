package import Boards
package import HTTPTypes
package import Hummingbird
package import Localisation
package import Records
package import Serving

/// A kind of board page: its requirements for a board file, its pages and live events, and the facts that the rest of the app needs about
/// such boards.
///
/// A view is a folder with one conforming type, and a line in `Views.installed`. The defaults suit a board whose records have pages of
/// their own.
package protocol BoardView: Sendable {
    /// Its name in a board file, and its requirements for the board.
    static var form: ViewForm { get }
    /// The style sheets and modules of its pages.
    static var kind: PageKind { get }
    /// Its routes below the board's, in addition to those of every board.
    var routes: [BoardRoute] { get }
    /// Whether records have pages of their own: `/boards/<name>/records/<id>`.
    var hasRecordPages: Bool { get }
    /// The style sheets and modules of record pages.
    var recordKind: PageKind { get }

    /// `GET /boards/<name>`.
    func page(_ visit: BoardVisit) async throws -> Response
    /// `POST /boards/<name>`: starts a reading of the source, or answers the form.
    func post(_ visit: BoardVisit) async throws -> Response
    /// `GET /live/boards/<name>`: server-sent events.
    func events(_ visit: BoardVisit) async throws -> Response

    /// The drawing for a board on the home page.
    func symbol(of board: Board) -> HTML
    /// The news on the board's tile on the home page; nil: none. `feed` has been read at least once.
    func news(_ visit: BoardVisit, _ feed: Feed) async throws -> HomeNews?
    /// The board's offers for content shared from another app. The board is in the reader's language.
    func offers(of shared: SharedText, on board: Board, _ words: Words) -> [ShareOffer]
    /// The page that shows a changed record now; nil: none.
    func place(of record: Record, at change: PlacedChange) async throws -> String?
    /// The top of a record's page, below its name; nil: its `Face`, and a line for every field.
    func opening(of stored: StoredRecord, on board: Board, _ words: Words) -> RecordOpening?
    /// The reader's actions on a record, below the top part; nil: only those of every record.
    func tools(of stored: StoredRecord, _ feed: Feed, _ visit: BoardVisit) async throws -> HTML?
    /// Whether such a board lists people or similar entries, with vCards.
    func hasCards(_ board: Board) -> Bool
}

extension BoardView {
    package var form: ViewForm { Self.form }
    package var kind: PageKind { Self.kind }
    package var routes: [BoardRoute] { [] }
    package var hasRecordPages: Bool { true }
    package var recordKind: PageKind { .list }
    package func symbol(of board: Board) -> HTML { hasCards(board) ? BoardSymbols.people : BoardSymbols.table }
    package func news(_ visit: BoardVisit, _ feed: Feed) async throws -> HomeNews? { nil }
    package func offers(of shared: SharedText, on board: Board, _ words: Words) -> [ShareOffer] { [] }
    package func opening(of stored: StoredRecord, on board: Board, _ words: Words) -> RecordOpening? { nil }
    package func tools(of stored: StoredRecord, _ feed: Feed, _ visit: BoardVisit) async throws -> HTML? { nil }
    package func hasCards(_ board: Board) -> Bool { false }

    package func place(of record: Record, at change: PlacedChange) async throws -> String? { try await change.recordPage(record) }
}

/// The top of a record's page, and the fields that it shows.
package struct RecordOpening: Sendable {
    package let html: HTML
    package let fields: Set<String>

    package init(html: HTML, fields: Set<String>) {
        self.html = html
        self.fields = fields
    }
}

/// A route below a board's, `/boards/<name>/<path>`, and its access rule.
package struct BoardRoute: Sendable {
    package let method: HTTPRequest.Method
    /// Such as `stations/:station`.
    package let path: String
    package let access: Access
    package let answer: @Sendable (BoardVisit) async throws -> Response

    package init(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access = .readers,
        _ answer: @Sendable @escaping (BoardVisit) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.answer = answer
    }

    /// In the syntax of the router and the access rules.
    package var address: String { "/boards/:board/\(path)" }
}

/// A request about a board.
package struct BoardVisit: Sendable {
    package let boards: KnownBoards
    /// The board as in its file, not translated.
    package let board: Board
    package let context: PageContext
    package let request: Request

    package init(_ boards: KnownBoards, _ board: Board, _ context: PageContext, _ request: Request) {
        self.boards = boards
        self.board = board
        self.context = context
        self.request = request
    }

    /// The board named in the path. Throws if there is none.
    package init(_ boards: KnownBoards, _ context: PageContext, _ request: Request) throws {
        self.init(boards, try boards.board(context.parameters.get("board")), context, request)
    }

    package var view: any BoardView { boards.views.of(board) }

    /// A parameter of the path.
    package func parameter(_ name: String) -> String? { context.parameters.get(name) }
}

/// The views of a server.
package struct Views: Sendable {
    package let all: [any BoardView]
    /// The routes of views below a board's, without duplicates: views may share one.
    package let routes: [BoardRoute]
    private let byName: [Board.View: any BoardView]
    private let plain: any BoardView

    /// `plain` shows boards that were read without `forms` and so name no view.
    package init(_ all: [any BoardView], plain: any BoardView) {
        self.all = all
        self.plain = plain
        byName = Dictionary(all.map { ($0.form.view, $0) }) { first, _ in first }
        var known: Set<String> = []
        routes = all.flatMap { $0.routes }.filter { known.insert("\($0.method.rawValue) \($0.path)").inserted }
    }

    package func of(_ board: Board) -> any BoardView { byName[board.view] ?? plain }
}
