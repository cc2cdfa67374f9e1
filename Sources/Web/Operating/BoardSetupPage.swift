import BoardPages
import Boards
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import NewBoardPages
import Operating
import Records
import Serving
import Watching

/// `/server/board`, for administrators: boards whose files have only an example address, or that need a secret. With `name`, the form for
/// one of them: the board is read and its first rows are shown, and only then everything is saved and the board turned on. No page repeats
/// a secret.
struct BoardSetupPage: Sendable {
    private let feature: OperatingFeature
    private let context: PageContext
    private let administrator: Person
    private let settings: ServerSettings
    private var words: Words { context.words }

    /// For the whole fetch, while the person waits.
    private static let time = Duration.seconds(120)

    init(_ feature: OperatingFeature, _ context: PageContext) throws {
        guard let person = context.person, person.role == .administrator else { throw Refusal(.forbidden) }
        guard let settings = feature.settings else { throw Refusal(.notFound) }
        (self.feature, self.context, self.settings, administrator) = (feature, context, settings, person)
    }

    /// Nothing is fetched until the form is sent.
    func page(for request: Request) throws -> Response {
        guard let name = request.query["name"] else { return list(for: request) }
        return answer(try model(of: name))
    }

    func send(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        let name = request.query["name"] ?? ""
        var model = try self.model(of: name)
        guard model.lock == nil else { return answer(model, .conflict) }
        model.fill(from: form)
        feature.triedSecrets.note(model.typed, of: name, by: administrator.id)
        do {
            guard let (board, url) = try prepared(&model) else { return answer(model, .unprocessableContent) }
            let records = try await records(of: board, at: url, with: model.typed, request.body)
            guard form["do"] == "take" else {
                model.found = .init(model.board.schema, records)
                return answer(model)
            }
            var changed = ServerSettingsModel(settings)
            changed.setUp(name, at: model.texts)
            let changes = changed.changes(of: settings, in: [.source, .boards, .boardsOff])
            let response = try await feature.keep(
                changes, model.typed, by: administrator, in: context, backTo: BoardPaths(name).page, kind: .readyBoards)
            feature.triedSecrets.note([:], of: name, by: administrator.id)
            return response
        } catch let refusal as ServerSettings.Refusal {
            model.refuse(refusal, words)
            return answer(model, .unprocessableContent)
        } catch let failed as Failed {
            let secret = failed.isUnauthorized ? model.secrets.first : nil
            guard let secret, secret.lock == nil else {
                (model.problem, model.isForSettings) = (failed.sentence, failed.isForSettings)
                return answer(model, .unprocessableContent)
            }
            model.problems[secret.field] = words("The source didn’t accept this. Check it and enter it again.")
            return answer(model, .unprocessableContent)
        }
    }

    private func model(of name: String) throws -> BoardSetupModel {
        let addresses = settings.addresses.filter { $0.board == name }
        let isSeen = feature.boards.evenHidden(name)?.isVisible(to: administrator.id) ?? true
        guard isSeen, let board = try? settings.board(name, [:]), !addresses.isEmpty || !board.neededSecrets.isEmpty else {
            throw Refusal(.notFound, "This board doesn’t exist.")
        }
        var model = BoardSetupModel(
            board: board.translated(for: words), addresses: addresses, lock: addresses.isEmpty ? nil : settings.given[.source]?.lock)
        model.secrets = board.neededSecrets.map { secret in
            .init(
                name: secret.name, user: secret.user, selector: secret.field, place: secret.place == board.name ? nil : secret.place,
                isStored: settings.secrets.has(secret.name), lock: settings.secretLock(secret.name))
        }
        model.tried = feature.triedSecrets.secrets(of: name, by: administrator.id)
        return model
    }

    /// The board with the form's input, and the address of its document; nil: some fields have problems, which the model shows.
    private func prepared(_ model: inout BoardSetupModel) throws -> (Board, URL)? {
        model.noteMissingSecrets(words)
        let refusals = ServerSettings.refusals(of: model.texts)
        for refusal in refusals { model.refuse(refusal, words) }
        guard refusals.isEmpty else { return nil }
        do {
            let board = try settings.board(model.board.name, model.texts)
            guard !board.source.isExample else { throw ServerSettings.Refusal(.source, board: board.name) }
            guard model.problems.isEmpty else { return nil }
            return (board, try board.url(try board.binding(model.given)))
        } catch let refusal as ServerSettings.Refusal {
            model.refuse(refusal, words)
        } catch let error as ParameterError {
            model.problems[TrialForm.mark + error.parameter] = words("Fill this in.")
        }
        return nil
    }

    /// Why a board's document couldn't be read, as a sentence.
    private struct Failed: Error {
        let sentence: String
        /// The source rejected the secret.
        var isUnauthorized = false
        /// It is a server setting.
        var isForSettings = false
    }

    private func records(of board: Board, at url: URL, with typed: [String: SecretText], _ body: RequestBody) async throws -> [Record] {
        let checkAgain = words("Check what you typed, or try again later.")
        do {
            return try await feature.trials.run(for: "person \(administrator.id)") {
                try await body.whileClientWaits { [self] in
                    try await TrialReading(board, at: url, settings.secrets.with(typed)).found(
                        by: feature.boards.fetcher, within: Self.time
                    ).records
                }
            }
        } catch let error as RefreshError where error.isUnreadable {
            let host = url.host ?? ""
            throw Failed(
                sentence: words("\(host) answered, but not in the form this board reads. Check what you typed, or try again later."))
        } catch let error as RefreshError {
            let isUnauthorized = board.source.access != nil && [401, 403].contains(error.failure.status)
            throw Failed(
                sentence: "\(words.text(error.failure).asSentence) \(checkAgain)", isUnauthorized: isUnauthorized,
                isForSettings: error.failure.kind == .privateHost)
        } catch let missing as MissingSecret {
            // The form's input takes precedence, so an environment variable is to blame.
            let variable: String = missing.variable
            throw Failed(
                sentence: words("Tidings can’t use the secret in \(variable). Correct it where Tidings is started, and restart Tidings."))
        } catch is FairSemaphore.Refused {
            throw Failed(sentence: words("The server is busy. Try again in a few seconds."))
        }
    }

    private func list(for request: Request) -> Response {
        let open = settings.boardsToSetUp.filter { feature.boards.evenHidden($0.name)?.isVisible(to: administrator.id) ?? true }
        let list = BoardSetupList(open, search: request.query["q"], from: request.query["from"], words)
        return .page(BoardSetupView(words: words).list(list, context.reader, feature.assets.prefix))
    }

    private func answer(_ model: BoardSetupModel, _ status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.page(BoardSetupView(words: words).page(model, context.reader, feature.assets.prefix), status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
