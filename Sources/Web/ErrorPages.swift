import HTTPTypes
import Hummingbird
import Localisation
import Logging
import Records
import Storage
import Watching

/// The one place where errors become answers: a page for people, a problem for programs. What is not meant for either is logged
/// in full and shown as an internal error.
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
        } catch {
            let isForPrograms = ["/api/", "/dispense/"].contains { request.uri.path.hasPrefix($0) }
            let problem = Self.problem(error, isForPrograms ? .english : context.words)
            if problem.status == .internalServerError { context.logger.error("internal error", metadata: ["error": "\(error)"]) }
            if request.wantsJSON || isForPrograms { return problem.response(to: request) }
            var response = Response.page(
                ErrorView(words: context.words).page(status: problem.status.code, message: problem.detail, assets: assets.prefix),
                status: problem.status)
            for header in problem.headers where header.name != .contentType { response.headers[header.name] = header.value }
            return response
        }
    }

    private static func problem(_ error: any Error, _ words: Words) -> Problem {
        switch error {
        case let error as Problem: error
        case let refusal as Refusal: Problem(refusal.status, words(refusal.reason))
        case let error as HTTPError: Problem(error.status, error.body, headers: error.headers)
        case NewFeedError.notForStrangers(let parameter):
            Problem(.forbidden, words("Sign in to ask for something new under “\(parameter)”."))
        case NewFeedError.tooMany:
            Problem(.tooManyRequests, words("Too much that is new was asked for. Try again in a minute."))
        case let error as StorageError where error.code == .full: Problem(.conflict, error.detail)
        case let error as any HTTPResponseError: Problem(error.status)
        default: Problem(.internalServerError)
        }
    }
}

/// Why a request is not answered, as a sentence for whoever made it: in their language on a page, in English for a program.
struct Refusal: Error {
    let status: HTTPResponse.Status
    let reason: Phrase

    init(_ status: HTTPResponse.Status, _ reason: Phrase) {
        self.status = status
        self.reason = reason
    }
}
