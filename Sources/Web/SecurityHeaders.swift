import HTTPTypes
import Hummingbird

/// On every answer: nothing from elsewhere, no inline script, no framing, no guessing of types.
struct SecurityHeaders: RouterMiddleware {
    private static let policy =
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; img-src 'self' data:"

    /// The same for a page that shows pictures from one other host, named as in `https://tile.example`.
    static func policy(imagesFrom origin: String) -> String { "\(policy) \(origin)" }

    func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response)
        async throws
        -> Response
    {
        var response = try await next(request, context)
        // What is passed on from elsewhere comes with a stricter one of its own.
        if response.headers[.contentSecurityPolicy] == nil { response.headers[.contentSecurityPolicy] = Self.policy }
        response.headers[.xContentTypeOptions] = "nosniff"
        let referrers = HTTPField.Name("Referrer-Policy")!
        if response.headers[referrers] == nil { response.headers[referrers] = "same-origin" }
        response.headers[HTTPField.Name("Cross-Origin-Opener-Policy")!] = "same-origin"
        return response
    }
}
