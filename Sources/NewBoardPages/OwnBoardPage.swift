import BoardPages
import Boards
import Drafting
import Extraction
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import NIOCore
import Operating
import Records
import Serving
import Storage
import Watching

/// `/new-board/own`: a board that a person has added, for its owner. Finds its list again on a redesigned page, undoes that, sets who sees
/// the board, and removes it. Administrators use it for boards without an owner, and to remove other people's boards without seeing them.
struct OwnBoardPage: Sendable {
    private let feature: NewBoardFeature
    private let context: PageContext
    private let person: Person
    private let own: OwnBoards
    private let board: Board
    private let origin: WebOrigin
    /// Whether the person may change it; otherwise they may only remove it.
    private let mayChange: Bool
    private var words: Words { context.words }

    init(_ feature: NewBoardFeature, _ context: PageContext, _ request: Request) throws {
        guard let own = feature.boards.own, let name = request.query["name"], own.has(name) else {
            throw Refusal(.notFound, "This board doesn’t exist.")
        }
        (self.feature, self.context, self.own) = (feature, context, own)
        origin = WebOrigin(of: request, feature.site)
        person = try context.knownPerson()
        guard let board = feature.boards.evenHidden(name), board.isVisible(to: person.id) || person.role == .administrator else {
            throw Refusal(.notFound, "This board doesn’t exist.")
        }
        mayChange = feature.boards.mayChange(board, person)
        guard mayChange || person.role == .administrator else { throw Refusal.below(.administrator) }
        self.board = board
    }

    /// Nothing is fetched until the form is submitted. With `found`, shows a list that was found again.
    func form(for request: Request) -> Response {
        guard let number = request.query["found"] else { return answer(OwnBoardModel()) }
        return found(Int(number)).map { answer(OwnBoardModel(found: $0)) } ?? expired
    }

    private func found(_ number: Int?) -> FoundRepair? {
        feature.repairs.found(number, for: person.id).flatMap { $0.board == board.name ? $0 : nil }
    }

    private var expired: Response {
        answer(OwnBoardModel(problem: words("These results have expired. Search again.")), .unprocessableContent)
    }

    /// The board's current file, as a download.
    func file() throws -> Response {
        guard mayChange, let file = own.contents(of: board.name) else { throw Refusal(.notFound, "This board doesn’t exist.") }
        let headers: HTTPFields = [
            .contentType: "application/yaml; charset=utf-8", .contentDisposition: #"attachment; filename="\#(board.name).yaml""#,
            .cacheControl: "no-store",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: file)))
    }

    /// A link with the board, or the reason why it can't be shared.
    private var sharing: OwnBoardView.Sharing? {
        guard let file = own.contents(of: board.name) else { return nil }
        do throws(SharedBoard.Refusal) { _ = try SharedBoard(file, views: feature.forms) } catch { return .refused(error) }
        return BoardLink.code(of: file).map { .link(origin.address(BoardLink.path(to: $0))) } ?? .refused(.tooLarge)
    }

    /// Whether a browser reads the page, or could.
    private var offersSteps: Bool {
        guard mayChange, person.role == .administrator else { return false }
        let couldRender = feature.boards.fetcher.canRender && board.extractor is HTMLRows && board.source.access == nil
        return board.source.render != nil || couldRender
    }

    /// Performs the action of the form's button.
    func send(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        guard mayChange || form["do"] == "remove" else { throw Refusal(.forbidden) }
        do {
            switch form["do"] {
            case "look": return try await look(request)
            case "repair": return try await repair(Int(form["found"]))
            case "ignore", "keep": return try await decide(ignoring: form["do"] == "ignore")
            case "back":
                try await feature.confirm("former file", of: board, by: person, from: context)
                try await feature.replace(board, with: nil, by: person)
            case "remove":
                guard form["sure"] == "yes" else {
                    return answer(OwnBoardModel(problem: words("Confirm that you want to remove the board.")), .unprocessableContent)
                }
                try await feature.remove(board.name, by: person, from: context)
                return .on(to: board.isVisible(to: person.id) ? "/" : MainWays.server)
            case "share":
                try await feature.share(board, form["audience"] == Board.Audience.household.rawValue, by: person, from: context)
            default: throw Refusal(.badRequest)
            }
        } catch let error as OwnBoards.Refusal {
            return answer(OwnBoardModel(problem: words.sentence(for: error)), .insufficientStorage)
        }
        return .on(to: BoardPaths(board.name).page)
    }

    /// Searches the current page for the records of the last good reading.
    private func look(_ request: Request) async throws -> Response {
        var model = OwnBoardModel()
        do {
            guard let address = try? WebAddress(board.source.url.absoluteString) else { throw Refusal(.badRequest) }
            let order = try board.source.render.map { try feature.boards.watcher.filled($0) }
            let document = try await feature.document(at: address, rendered: order, for: person, request.body)
            let feeds = try await feature.boards.feeds(of: board, .standard, for: context).feeds
            guard let feed = feeds.first else { throw Refusal(.notFound) }
            let records = try await feature.store.feeds.records(of: feed, board.schema, limit: Repair.rows).map(\.record)
            let repair = try await feature.analysing.run(for: "person \(person.id)") { [board] in
                await BoardFinder.apart {
                    try? Repair.proposal(for: board, records, in: document.bytes, at: document.address, charset: document.charset)
                }
            }
            guard let repair else {
                model.problem = words(
                    "Tidings couldn’t find the rows of this board on the page. Look at the page, or add it as a new board.")
                return answer(model, .unprocessableContent)
            }
            let found = feature.repairs.keep(for: person.id) {
                FoundRepair(number: $0, board: board.name, document: document, repair: repair)
            }
            return .on(to: NewBoardPaths.found(found.number, of: board.name))
        } catch let error as FetchError {
            let failure = SourceFailure(error, isBounded: person.isBounded)
            (model.problem, model.isForSettings) = (words.text(failure).asSentence, failure.kind == .privateHost)
        } catch let missing as MissingSecret {
            model.problem = "\(missing)".asSentence
        } catch is FairSemaphore.Refused {
            model.problem = words("The server is busy. Try again in a few seconds.")
        }
        return answer(model, .unprocessableContent)
    }

    private func repair(_ number: Int?) async throws -> Response {
        guard let found = self.found(number) else { return expired }
        try await feature.confirm("repair", of: board, by: person, from: context)
        try await feature.replace(board, with: found.repair.draft.yaml, by: person)
        return .on(to: BoardPaths(board.name).page)
    }

    /// Sets whether differences in fields that change with each reading are ignored.
    private func decide(ignoring: Bool) async throws -> Response {
        let feeds = try await feature.boards.feeds(of: board, .standard, for: context).feeds
        guard let offer = try await MovingOffer(of: board, feeds, in: feature.boards), let file = own.contents(of: board.name) else {
            return .on(to: BoardPaths(board.name).page)
        }
        guard let edited = offer.file(file, ignoring: ignoring) else {
            let sentence = words("This board’s file can’t be changed here. Correct the board, or edit its file.")
            return answer(OwnBoardModel(problem: sentence), .unprocessableContent)
        }
        try await feature.confirm("what moves", of: board, by: person, from: context)
        try await feature.replace(board, with: edited, by: person)
        return .on(to: BoardPaths(board.name).page)
    }

    private func answer(_ model: OwnBoardModel, _ status: HTTPResponse.Status = .ok) -> Response {
        let view = OwnBoardView(
            board: board, mayChange: mayChange, hasFormer: own.hasFormer(board.name), sharing: sharing, offersSteps: offersSteps,
            words: words)
        var response = Response.page(view.page(model, context.reader, feature.assets.prefix), status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
