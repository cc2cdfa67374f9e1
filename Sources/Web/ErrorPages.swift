import HTTPTypes
import Hummingbird
import Localisation
import Logging
import NIOHTTP1
import Operating
import Records
import Serving
import Speaking
import Storage
import Watching

/// The one place that turns errors into responses: a page for people, a problem document for programs. It logs unexpected errors in full
/// and shows them as internal errors.
struct ErrorPages: RouterMiddleware {
    let assets: AssetLibrary

    func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response)
        async throws
        -> Response
    {
        do {
            return try await next(request, context)
        } catch is CancellationError {
            throw CancellationError()
        } catch let error as HTTPParserError {
            // The request broke off (`RequestHandler`). Hummingbird answers 400 and closes the connection.
            throw error
        } catch {
            let isForPrograms = ["/api/", "/dispense/"].contains { request.uri.path.hasPrefix($0) }
            let unsent = error as? UnsentForm
            let error: any Error = unsent?.cause ?? error
            let problem = Self.problem(error, isForPrograms ? .english : context.words)
            if problem.status == .internalServerError || problem.status == .insufficientStorage {
                context.logger.error("a request failed", metadata: ["error": "\(error)"])
            }
            if let error = error as? StorageError, error.code == .away {
                context.logger.warning("a request found no database", metadata: ["error": "\(error)"])
            }
            if request.wantsJSON || isForPrograms { return problem.response(to: request) }
            let view = ErrorView(words: context.words)
            let page =
                unsent.map { view.unsent($0.fields, to: $0.action.text, message: problem.detail, assets: assets.prefix) }
                ?? view.page(status: problem.status.code, message: problem.detail, assets: assets.prefix)
            var response = Response.page(page, status: problem.status)
            if unsent != nil { response.headers[.cacheControl] = "no-store" }
            for header in problem.headers where header.name != .contentType { response.headers[header.name] = header.value }
            return response
        }
    }

    private static func full(_ words: Words) -> Problem {
        Problem(.insufficientStorage, words("The server’s disk is full. Nothing can be saved until your administrator frees some space."))
    }

    private static func problem(_ error: any Error, _ words: Words) -> Problem {
        switch error {
        case let refusal as Refusal: Problem(refusal, words)
        case let withdrawn as Withdrawn where withdrawn.reason == .role: Problem(.below(withdrawn.behalf.role), words)
        case is Withdrawn: Problem(.unauthorized, words("Sign in first."), headers: [.wwwAuthenticate: #"Bearer realm="Tidings""#])
        case let error as HTTPError: Problem(error.status, error.body, headers: error.headers)
        case NewFeedError.notForStrangers(let parameter):
            Problem(.forbidden, words("Sign in to choose something new under “\(parameter)”."))
        case NewFeedError.tooMany:
            Problem(.tooManyRequests, words("Too many new requests. Try again in a minute."))
        case FairSemaphore.Refused.hasEnough:
            Problem(
                .tooManyRequests, words("Your other searches are still running. Try again when one has ended."),
                headers: [.retryAfter: "1"])
        case FairSemaphore.Refused.isFull:
            Problem(.serviceUnavailable, words("The server is busy. Try again in a few seconds."), headers: [.retryAfter: "5"])
        case is DocumentShareSpent: Problem(.conflict, words("Your documents have used up all their space. Delete one first."))
        case let error as EffortSpent: Problem(.unprocessableContent, "\(error)".asSentence)
        case let error as StorageError where error.code == .full: Problem(.conflict, error.detail)
        case let error as StorageError where error.code == .hidden: Problem(.notFound, words("This board doesn’t exist."))
        case let error as StorageError where error.code == .noRoom: full(words)
        case let error as SpeechError where error.code == .noRoom: full(words)
        case let error as StorageError where error.code == .away:
            Problem(
                .serviceUnavailable, words("The database can’t be reached right now. Try again in a moment."), headers: [.retryAfter: "5"])
        case let error as any HTTPResponseError: Problem(error.status)
        default: Problem(.internalServerError)
        }
    }
}
