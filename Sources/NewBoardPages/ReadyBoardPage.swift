import BoardPages
import Boards
import Dispatch
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/new-board/ready/board`: the parameters of a gallery board, a trial of its first rows, and the button that turns it on.
struct ReadyBoardPage: Sendable {
    private let feature: NewBoardFeature
    private let context: PageContext
    private let person: Person
    private let ready: ReadyBoard
    /// Translated for the reader.
    private let board: Board
    private var words: Words { context.words }

    private static let valueLength = 1000

    init(_ feature: NewBoardFeature, _ context: PageContext, _ request: Request) throws {
        guard feature.boards.own != nil else { throw Refusal(.notFound) }
        (self.feature, self.context) = (feature, context)
        person = try context.knownPerson()
        guard let ready = request.query["name"].flatMap({ ReadyBoards.installed[$0] }) else {
            throw Refusal(.notFound, "This board doesn’t exist.")
        }
        self.ready = ready
        board = ready.translated(to: context.words.catalogue.language.code)
    }

    /// Nothing is fetched until the form is submitted.
    func form() -> Response { answer(ReadyBoardModel(board: board)) }

    /// Fetches the document, then shows its first rows or turns the board on.
    func send(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        var model = ReadyBoardModel(board: board)
        model.title = String(form["title"].prefix(NewBoardPage.titleLength))
        for parameter in board.parameters {
            model.given[parameter.name] = String(form[TrialForm.mark + parameter.name].prefix(Self.valueLength))
        }
        let made: ReadyBoard.Made
        do throws(ParameterError) { made = try ready.made(with: model.given, titled: model.title) } catch {
            let mistakes = ready.mistakes(in: model.given)
            for mistake in mistakes.isEmpty ? [error] : mistakes { model.refused[mistake.parameter] = sentence(for: mistake, model.given) }
            return answer(model, .unprocessableContent)
        }
        if let twin = ReadyBoard.twin(of: made.board, in: feature.boards.all) {
            model.twin = (twin.title, BoardPaths(twin.name).page)
            return answer(model, .conflict)
        }
        switch try await feature.tried(made.board, for: person, request.body, words) {
        case .problem(let sentence, let isForSettings):
            (model.problem, model.isForSettings) = (sentence, isForSettings)
            return answer(model, .unprocessableContent)
        case .records(let records):
            guard form["do"] == "take", person.mayHave(rows: records.count) else {
                if form["do"] == "take" { model.problem = words.tooManyRows }
                model.found = .init(board.schema, records)
                return answer(model, model.problem == nil ? .ok : .unprocessableContent)
            }
        }
        return try await turnOn(made, model)
    }

    private func turnOn(_ made: ReadyBoard.Made, _ model: ReadyBoardModel) async throws -> Response {
        do {
            let name = try await feature.add(
                made.yaml, titled: made.board.title, by: person, from: context)
            return .on(to: BoardPaths(name).page)
        } catch let error as OwnBoards.Refusal {
            var model = model
            model.problem = words.sentence(for: error)
            return answer(model, error.status)
        }
    }

    /// The error at the field, below its hint.
    private func sentence(for error: ParameterError, _ given: [String: String]) -> String {
        let found = (given[error.parameter] ?? "").trimmingWhitespace()
        if found.isEmpty { return words("Fill this in.") }
        if board.parameters.contains(where: { $0.name == error.parameter && $0.field.kind == .url }) {
            return words("Enter a web address like https://example.org/list.pdf.")
        }
        return words("“\(String(found.prefix(100)))” doesn’t fit here. Write it like the example.")
    }

    private func answer(_ model: ReadyBoardModel, _ status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.page(ReadyBoardView(words: words).page(model, ready, context.reader, feature.assets.prefix), status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
