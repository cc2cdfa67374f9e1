import BoardPages
import Boards
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Operating
import Records
import Serving
import Watching

/// `/new-board/own/steps`: the steps of a browser before it reads a board's page, such as signing in. The steps can be tried, with a
/// screenshot, and are saved in the board's file.
///
/// For administrators who may change the board: a step decides where the operator's secrets are sent (decision 57). No page shows a secret,
/// and none is entered here.
struct StepsPage: Sendable {
    private let feature: NewBoardFeature
    private let context: PageContext
    private let person: Person
    private let own: OwnBoards
    private let board: Board
    private var words: Words { context.words }

    /// For the whole fetch, while the person waits.
    private static let time = Duration.seconds(120)

    init(_ feature: NewBoardFeature, _ context: PageContext, _ request: Request) throws {
        person = try context.knownPerson()
        guard let own = feature.boards.own, let name = request.query["name"], own.has(name), let board = feature.boards.evenHidden(name),
            feature.boards.mayChange(board, person)
        else { throw Refusal(.notFound, "This board doesn’t exist.") }
        guard person.role == .administrator else { throw Refusal.below(.administrator) }
        (self.feature, self.context, self.own, self.board) = (feature, context, own, board)
    }

    /// Nothing is fetched until the form is submitted.
    func form() -> Response { answer(StepsModel((board.source.render?.steps ?? []).map { TypedStep($0) })) }

    /// Performs the action of the form's button.
    func send(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        var model = StepsModel(form)
        switch form["do"] {
        case "add": model.add()
        case "try": return try await attempt(&model, request.body)
        case "save": return try await save(&model)
        case let act:
            guard model.change(act) else { throw Refusal(.badRequest, "Tidings can’t read this form.") }
        }
        return answer(model)
    }

    private func attempt(_ model: inout StepsModel, _ body: RequestBody) async throws -> Response {
        guard let edited = edited(&model) else { return answer(model, .unprocessableContent) }
        let picture = PagePicture()
        do {
            let found = try await feature.looks.run(for: "person \(person.id)") {
                try await body.whileClientWaits { [self] in
                    // The settings may replace the address in the file.
                    try await feature.boards.watcher.trial(of: edited.board, at: board.source.url).found(
                        by: feature.boards.fetcher, within: Self.time, picture: picture)
                }
            }
            model.found = .init(schema: board.schema, records: found.records)
        } catch let error as RefreshError {
            (model.problem, model.isForSettings) = (words.text(error.failure).asSentence, error.failure.kind == .privateHost)
        } catch let missing as MissingSecret {
            let name: String = missing.name
            model.problem = words("The secret “\(name)” isn’t set yet. Save the steps, then enter it where you set up the board.")
        } catch is FairSemaphore.Refused {
            model.problem = words("The server is busy. Try again in a few seconds.")
        }
        model.picture = picture.bytes
        return answer(model, model.problem == nil ? .ok : .unprocessableContent)
    }

    private func save(_ model: inout StepsModel) async throws -> Response {
        guard let edited = edited(&model) else { return answer(model, .unprocessableContent) }
        do {
            try await feature.confirm("steps", of: board, by: person, from: context)
            try await feature.replace(board, with: edited.file, by: person)
        } catch let error as OwnBoards.Refusal {
            model.problem = words.sentence(for: error)
            return answer(model, .insufficientStorage)
        }
        // A secret that the steps need and that isn't set is entered on that page.
        let needsSecret = edited.board.source.render.map { (try? feature.boards.watcher.filled($0)) == nil } ?? false
        return .on(to: needsSecret ? MainWays.setUp(board.name) : BoardPaths(board.name).page)
    }

    /// The board's file with the steps, and its board; nil: the model has the errors.
    private func edited(_ model: inout StepsModel) -> (file: String, board: Board)? {
        guard let steps = model.read(words) else {
            model.problem = words("Check the marked fields.")
            return nil
        }
        var order = board.source.render ?? RenderOrder()
        order.steps = steps
        guard let file = own.contents(of: board.name),
            let edited = board.source.render == nil && steps.isEmpty ? file : BoardFileEdit.file(file, render: order)
        else {
            model.problem = words("This board’s file can’t be changed here. Correct the board, or edit its file.")
            return nil
        }
        do {
            let declaration = try BoardFile.declaration(of: edited)
            return (edited, try Board(declaration, name: board.name, folder: board.folder, views: feature.forms))
        } catch {
            let detail = "\(error)"
            model.problem = words("It can’t be read: \(detail)")
            return nil
        }
    }

    private func answer(_ model: StepsModel, _ status: HTTPResponse.Status = .ok) -> Response {
        let view = StepsView(board: board.translated(for: words), model: model, words: words)
        var response = Response.page(view.page(context.reader, feature.assets.prefix), status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
