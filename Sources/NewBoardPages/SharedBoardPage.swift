import BoardPages
import Boards
import Drafting
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving

/// `/new-board/shared?board=…`, for administrators: a board from a shared link. Shows what it reads; nothing is fetched or made until the
/// person confirms it.
struct SharedBoardPage: Sendable {
    private let feature: NewBoardFeature
    private let context: PageContext
    private let person: Person
    private var words: Words { context.words }

    init(_ feature: NewBoardFeature, _ context: PageContext) throws {
        guard feature.boards.own != nil else { throw Refusal(.notFound) }
        (self.feature, self.context) = (feature, context)
        person = try context.knownPerson()
    }

    func preview(for request: Request) -> Response {
        do throws(BoardLink.Refusal) {
            return answer(try model(request.query["board"] ?? ""))
        } catch {
            return refused(error)
        }
    }

    /// Fetches the document, then shows its first rows or makes the board.
    func send(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        var model: SharedBoardModel
        do throws(BoardLink.Refusal) { model = try self.model(form["board"]) } catch { return refused(error) }
        let board = model.shared.board
        if let twin = ReadyBoard.twin(of: board, in: feature.boards.all) {
            model.twin = (twin.title, BoardPaths(twin.name).page)
            return answer(model, .conflict)
        }
        switch try await feature.tried(board, for: person, request.body, words) {
        case .problem(let sentence, let isForSettings):
            (model.problem, model.isForSettings) = (sentence, isForSettings)
            return answer(model, .unprocessableContent)
        case .records(let records):
            guard form["do"] == "take" else {
                model.found = .init(board.schema, records)
                return answer(model)
            }
        }
        do {
            let name = try await feature.add(
                model.shared.file, titled: board.title, by: person, from: context)
            return .on(to: BoardPaths(name).page)
        } catch let error as OwnBoards.Refusal {
            model.problem = words.sentence(for: error)
            return answer(model, .insufficientStorage)
        }
    }

    private func model(_ code: String) throws(BoardLink.Refusal) -> SharedBoardModel {
        SharedBoardModel(code: code, shared: try BoardLink.board(of: code, feature.forms), language: words.catalogue.language.code)
    }

    private func refused(_ refusal: BoardLink.Refusal) -> Response {
        var model = NewBoardModel()
        model.problem = words.sentence(for: refusal)
        let response = NewBoardView(words: words).page(model, context.reader, feature.assets.prefix)
        return Self.unkept(.page(response, status: .unprocessableContent))
    }

    private func answer(_ model: SharedBoardModel, _ status: HTTPResponse.Status = .ok) -> Response {
        Self.unkept(.page(SharedBoardView(words: words).page(model, context.reader, feature.assets.prefix), status: status))
    }

    private static func unkept(_ response: Response) -> Response {
        var response = response
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
