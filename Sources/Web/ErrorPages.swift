import HTTPTypes
import Hummingbird
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
            let (status, message) = Self.shown(error)
            if status == .internalServerError { context.logger.error("internal error", metadata: ["error": "\(error)"]) }
            if request.wantsJSON || request.uri.path.hasPrefix("/api/") { return .problem(status, message ?? status.reasonPhrase) }
            return .page(ErrorView.page(status: status.code, message: message, assets: assets.prefix), status: status)
        }
    }

    private static func shown(_ error: any Error) -> (HTTPResponse.Status, String?) {
        switch error {
        case let error as HTTPError: (error.status, error.body)
        case let error as any HTTPResponseError: (error.status, nil)
        default: (.internalServerError, nil)
        }
    }
}
