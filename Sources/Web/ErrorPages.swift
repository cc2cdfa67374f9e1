import HTTPTypes
import Hummingbird
import Localisation
import Logging
import Records

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
            let isForProgram = request.wantsJSON || request.uri.path.hasPrefix("/api/")
            let (status, message) = Self.shown(error, request.uri.path.hasPrefix("/api/") ? .english : context.words)
            let headers = (error as? HTTPError)?.headers ?? [:]
            if status == .internalServerError { context.logger.error("internal error", metadata: ["error": "\(error)"]) }
            var response =
                isForProgram
                ? Response.problem(status, message ?? status.reasonPhrase)
                : .page(ErrorView(words: context.words).page(status: status.code, message: message, assets: assets.prefix), status: status)
            for header in headers where header.name != .contentType { response.headers[header.name] = header.value }
            return response
        }
    }

    private static func shown(_ error: any Error, _ words: Words) -> (HTTPResponse.Status, String?) {
        switch error {
        case let refusal as Refusal: (refusal.status, words(refusal.reason))
        case let error as HTTPError: (error.status, error.body)
        case let error as any HTTPResponseError: (error.status, nil)
        default: (.internalServerError, nil)
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
