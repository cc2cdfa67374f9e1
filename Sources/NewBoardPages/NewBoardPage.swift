import BoardPages
import Boards
import Drafting
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Operating
import Records
import Serving
import Watching

/// `/new-board`: takes an address, shows the detected lists, and makes a board from one.
struct NewBoardPage: Sendable {
    private let feature: NewBoardFeature
    private let context: PageContext
    private let person: Person
    private var words: Words { context.words }

    static let addressLength = 2000
    static let titleLength = 80

    init(_ feature: NewBoardFeature, _ context: PageContext) throws {
        guard feature.boards.own != nil else { throw Refusal(.notFound) }
        (self.feature, self.context) = (feature, context)
        person = try context.knownPerson()
    }

    /// Nothing is fetched until the form is submitted. With `found`, shows the lists of an earlier search.
    func form(for request: Request) -> Response {
        let address = String((request.query["address"] ?? "").prefix(Self.addressLength))
        guard let number = request.query["found"] else {
            var model = NewBoardModel(address: address)
            if request.query["browser"] != nil, !person.isBounded, feature.boards.fetcher.canRender {
                (model.problem, model.mayNeedBrowser) = (words("Tidings found no list there."), true)
            }
            return answer(model)
        }
        guard let found = feature.shelf.found(Int(number), for: person.id) else {
            return answer(.expired(address, words), .unprocessableContent)
        }
        return answer(NewBoardModel(found))
    }

    // MARK: Searching

    func look(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        let text = form["address"].trimmingWhitespace()
        // A shared board's link isn't searched as a page.
        if let code = BoardLink.code(in: text) { return .on(to: BoardLink.path(to: code)) }
        var model = NewBoardModel(address: String(text.prefix(Self.addressLength)))
        guard text.utf8.count <= Self.addressLength, let address = TypedAddress(text) else {
            model.problem = words("Enter a web address like https://example.org/list.pdf.")
            return answer(model, .unprocessableContent)
        }
        do {
            let look = try await feature.look(at: address, inBrowser: form["browser"] == "yes", for: person, request.body)
            // The results have an address of their own, so that Back and reloading show them again.
            if let found = look.found { return .on(to: NewBoardPaths.found(found.number, at: found.address)) }
            if look.mayNeedBrowser { return .on(to: NewBoardPaths.browser(for: model.address)) }
            model.problem =
                feature.boards.fetcher.canRender
                ? words("Tidings found no list there.")
                : words("Tidings found no list there. Pages that load their content with scripts or ask for a password can’t be read yet.")
        } catch let error as FetchError {
            let failure = SourceFailure(error, isBounded: person.isBounded)
            (model.problem, model.isForSettings) = (words.text(failure).asSentence, failure.kind == .privateHost)
        } catch is FairSemaphore.Refused {
            model.problem = words("The server is busy. Try again in a few seconds.")
        }
        return answer(model, .unprocessableContent)
    }

    // MARK: Making a board

    func take(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        guard let found = feature.shelf.found(Int(form["found"]), for: person.id), var draft = found.draft(Int(form["list"])) else {
            return answer(.expired(form["address"], words), .unprocessableContent)
        }
        guard person.mayHave(rows: found.rowCount(Int(form["list"]))) else {
            var model = NewBoardModel(found)
            model.problem = words.tooManyRows
            return answer(model, .unprocessableContent)
        }
        let title = form["title"].trimmingWhitespace()
        if !title.isEmpty { draft.title = String(title.prefix(Self.titleLength)) }
        do {
            let name = try await feature.add(draft.yaml, titled: draft.title, by: person, from: context)
            return .on(to: BoardPaths(name).page)
        } catch let error as OwnBoards.Refusal {
            var model = NewBoardModel(found)
            model.problem = words.sentence(for: error)
            return answer(model, error.status)
        }
    }

    private func answer(_ model: NewBoardModel, _ status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.page(NewBoardView(words: words).page(model, context.reader, feature.assets.prefix), status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension Words {
    /// Why a board wasn't added.
    func sentence(for error: OwnBoards.Refusal) -> String {
        switch error {
        case .full: self("This server has reached its limit of boards. Remove one to add another.")
        case .tooMany: self("You have \(number(OwnBoard.Limits.boards)) boards, the most a member can have. Remove one to add another.")
        case .tooManyKept:
            self("You have removed many boards, and their rows are kept for a while. Ask an administrator to add this one.")
        case .unwritable: self("The board can’t be saved: the data folder can’t be written to.")
        }
    }

    /// For a list that is too long for a member's board.
    var tooManyRows: String {
        let limit = number(OwnBoard.Limits.rows)
        return self("A member’s board can have \(limit) rows. Choose a shorter list, or ask an administrator to add this one.")
    }
}

extension OwnBoards.Refusal {
    var status: HTTPResponse.Status {
        switch self {
        case .full, .unwritable: .insufficientStorage
        case .tooMany, .tooManyKept: .conflict
        }
    }
}

extension Person {
    /// Whether the person's boards have the limits of members.
    var isBounded: Bool { role != .administrator }

    /// Whether the person's boards may have this many rows.
    func mayHave(rows: Int) -> Bool { !isBounded || rows <= OwnBoard.Limits.rows }
}

extension OwnBoard {
    /// The owner of a board that a person is about to add.
    static func next(of person: Person) -> OwnBoard {
        OwnBoard(board: "", person: person.id, isShared: false, isBounded: person.isBounded, rests: false)
    }
}
