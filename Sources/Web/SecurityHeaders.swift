import HTTPTypes
import Hummingbird

/// On every answer: nothing from elsewhere, no inline script, no framing, no guessing of types.
struct SecurityHeaders: RouterMiddleware {
    private static let policy =
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; img-src 'self' data:"

    func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response)
        async throws
        -> Response
    {
        var response = try await next(request, context)
        // What is passed on from elsewhere comes with a stricter one of its own.
        if response.headers[.contentSecurityPolicy] == nil { response.headers[.contentSecurityPolicy] = Self.policy }
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[HTTPField.Name("Referrer-Policy")!] = "same-origin"
        response.headers[HTTPField.Name("Cross-Origin-Opener-Policy")!] = "same-origin"
        return response
    }
}
