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

/// `/new-board/import`, for administrators: reads another program's file, shows which of its watches can become boards, and makes those
/// that are ticked.
struct ImportPage: Sendable {
    private let feature: NewBoardFeature
    private let context: PageContext
    private let person: Person
    private var words: Words { context.words }

    init(_ feature: NewBoardFeature, _ context: PageContext) throws {
        guard feature.boards.own != nil else { throw Refusal(.notFound) }
        (self.feature, self.context) = (feature, context)
        person = try context.knownPerson()
    }

    /// The form; with the watches in a file, or after an import, with its results.
    func form(for request: Request) -> Response {
        var model = ImportModel()
        if let number = request.query["found"] {
            model.found = feature.imports.found(Int(number), for: person.id)
            guard model.found != nil else { return problem(words("The file has expired here. Choose it again.")) }
        }
        model.result = feature.importResults.found(request.query["done"].flatMap { Int($0) }, for: person.id)
        return answer(model)
    }

    // MARK: Reading the file

    func look() async throws -> Response {
        let form = context.uploadForm
        switch form?.fault {
        case .tooLarge: return problem(words.sentence(for: WatchImport.Fault.tooLarge))
        case .broken: return problem(words("The file didn’t arrive completely. Send it again."))
        case nil: break
        }
        guard let file = context.upload, form?.fileName?.isEmpty == false else { return problem(words("Choose a file first.")) }
        do {
            return .on(to: NewBoardPaths.imports(try await feature.found(in: file, for: person).number))
        } catch let fault as WatchImport.Fault {
            return problem(words.sentence(for: fault))
        } catch is FairSemaphore.Refused {
            return problem(words("The server is busy. Try again in a few seconds."))
        }
    }

    // MARK: Making boards

    func take(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        guard let number = Int(form["found"]), let found = feature.imports.found(number, for: person.id) else {
            return problem(words("The file has expired here. Choose it again."))
        }
        let ticked = form.names(beginning: ImportModel.mark).compactMap { Int($0) }
        let places = ticked.filter { found.file.watches.indices.contains($0) }.sorted()
        guard !places.isEmpty else {
            var model = ImportModel(problem: words("Tick at least one."))
            model.found = found
            return answer(model, .unprocessableContent)
        }
        // If the button is pressed twice, the second request finds nothing.
        guard let found = feature.imports.take(number, for: person.id) else {
            return problem(words("The file has expired here. Choose it again."))
        }
        let result = try await feature.take(found, places, by: person, from: context)
        let kept = feature.importResults.keep(for: person.id) { number in
            var kept = result
            kept.number = number
            return kept
        }
        return .on(to: "\(NewBoardPaths.imports)?done=\(kept.number)")
    }

    private func problem(_ sentence: String) -> Response { answer(ImportModel(problem: sentence), .unprocessableContent) }

    private func answer(_ model: ImportModel, _ status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.page(ImportView(words: words).page(model, context.reader, feature.assets.prefix), status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
