import BoardPages
import Boards
import Drafting
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Operating
import Records
import Serving

/// A detected list that can be corrected: for a new board, or for a board that was added here.
struct Correctable: Sendable {
    /// The number by which it is found again.
    let found: Int
    let list: Int
    let board: String?
    let address: String
    let document: BoardFinder.Document
    let language: String?
    let draft: BoardDraft
    /// As the person last submitted it.
    let corrected: Corrected?

    /// The page that corrects it.
    var page: String {
        board.map { NewBoardPaths.correct(found, of: $0) } ?? NewBoardPaths.correct(found, list: list, at: address)
    }
}

extension NewBoardFeature {
    /// nil: the detected lists are no longer stored.
    func correctable(_ found: String, list: String, board: String, for person: Person) -> Correctable? {
        guard let number = Int(found) else { return nil }
        if !board.isEmpty {
            guard boards.own?.has(board) == true, let found = repairs.found(number, for: person.id), found.board == board else {
                return nil
            }
            return Correctable(
                found: number, list: 0, board: board, address: found.document.address.absoluteString, document: found.document,
                language: nil, draft: found.repair.draft, corrected: found.corrected)
        }
        guard let found = shelf.found(number, for: person.id), let place = Int(list), let draft = found.draft(place) else { return nil }
        return Correctable(
            found: number, list: place, board: nil, address: found.address, document: found.document,
            language: found.proposals.language, draft: draft, corrected: found.corrected?.list == place ? found.corrected : nil)
    }

    /// Stores corrections with their list, if that is still stored.
    func keep(_ corrected: Corrected, of correctable: Correctable, for person: Person) {
        if correctable.board == nil {
            shelf.change(correctable.found, for: person.id) { $0.corrected = corrected }
        } else {
            repairs.change(correctable.found, for: person.id) { $0.corrected = corrected }
        }
    }
}

/// `/new-board/correct`: a list's fields in a form, and its rows with the corrections applied.
///
/// The detected list and its last corrections are on the person's shelf.
struct CorrectPage: Sendable {
    private let feature: NewBoardFeature
    private let context: PageContext
    private let person: Person
    private var words: Words { context.words }

    init(_ feature: NewBoardFeature, _ context: PageContext) throws {
        guard feature.boards.own != nil else { throw Refusal(.notFound) }
        (self.feature, self.context) = (feature, context)
        person = try context.knownPerson()
    }

    func form(for request: Request) async throws -> Response {
        func said(_ name: String) -> String { request.query[name] ?? "" }
        guard let correctable = feature.correctable(said("found"), list: said("list"), board: said("board"), for: person) else {
            return gone(said("address"))
        }
        let (correction, title) = (correctable.corrected?.correction, correctable.corrected?.title)
        return try await show(correctable, correction ?? correctable.draft.uncorrected, titled: title ?? correctable.draft.title)
    }

    /// Keeps the corrections, and shows the corrected rows or uses the list.
    func send(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        guard let correctable = feature.correctable(form["found"], list: form["list"], board: form["board"], for: person) else {
            return gone(form["address"])
        }
        let title = String(form["title"].trimmingWhitespace().prefix(NewBoardPage.titleLength))
        let correction = CorrectForm.correction(form, of: correctable.draft)
        feature.keep(Corrected(list: correctable.list, correction: correction, title: title), of: correctable, for: person)
        guard form["do"] == "take" else { return .on(to: "\(correctable.page)#rows") }
        return try await show(correctable, correction, titled: title, isTaken: true)
    }

    private func show(
        _ correctable: Correctable, _ correction: Correction, titled title: String, isTaken: Bool = false
    ) async throws -> Response {
        var model = CorrectModel(correctable: correctable, correction: correction, title: title)
        do {
            let outcome = try await feature.analysing.run(for: "person \(person.id)") {
                await BoardFinder.apart {
                    let document = correctable.document
                    let correcting = DraftCorrection(
                        document: document.bytes, address: document.address, charset: document.charset, language: correctable.language)
                    return correcting.outcome(of: correction, in: correctable.draft, keepsNames: correctable.board != nil)
                }
            }
            model.outcome = outcome
            guard outcome.problems.isEmpty else { return answer(model, .unprocessableContent) }
            guard isTaken else { return answer(model) }
            guard person.mayHave(rows: outcome.records.count) else {
                model.problem = words.tooManyRows
                return answer(model, .unprocessableContent)
            }
            return try await take(correctable, outcome.draft, titled: title)
        } catch is FairSemaphore.Refused {
            model.problem = words("The server is busy. Try again in a few seconds.")
        } catch let error as OwnBoards.Refusal {
            model.problem = words.sentence(for: error)
            return answer(model, error.status)
        }
        return answer(model, .serviceUnavailable)
    }

    private func take(_ correctable: Correctable, _ draft: BoardDraft, titled title: String) async throws -> Response {
        var draft = draft
        if let name = correctable.board {
            guard let board = feature.boards.evenHidden(name) else { throw Refusal(.notFound, "This board doesn’t exist.") }
            try await feature.confirm("correction", of: board, by: person, from: context)
            try await feature.replace(board, with: draft.yaml, by: person)
            return .on(to: BoardPaths(name).page)
        }
        if !title.isEmpty { draft.title = title }
        let name = try await feature.add(draft.yaml, titled: draft.title, by: person, from: context)
        return .on(to: BoardPaths(name).page)
    }

    private func gone(_ address: String) -> Response {
        let model = NewBoardModel.expired(address, words)
        return page(NewBoardView(words: words).page(model, context.reader, feature.assets.prefix), .unprocessableContent)
    }

    private func answer(_ model: CorrectModel, _ status: HTTPResponse.Status = .ok) -> Response {
        page(CorrectView(model: model, words: words).page(context.reader, feature.assets.prefix), status)
    }

    private func page(_ html: HTML, _ status: HTTPResponse.Status) -> Response {
        var response = Response.page(html, status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
