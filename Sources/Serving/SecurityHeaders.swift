package import HTTPTypes
package import Hummingbird
import Records

/// Adds headers to every response by its type: no other site may load, frame or script it, and browsers don't guess its type.
///
/// Pages and scripts run under a policy that allows nothing from other hosts and no inline script. Everything else (images, files, feeds,
/// JSON, any content from a source) gets a sandbox, so that nothing in it can run even if someone opens its address. A handler that sets
/// one of these headers keeps its value.
package struct SecurityHeaders: RouterMiddleware {
    package init() {}

    package static let policy =
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; img-src 'self' data:"
    static let sandbox = "default-src 'none'; frame-ancestors 'none'; sandbox"
    /// Granted to pages: the location for stations nearby, and a wake lock for displays.
    static let permissions =
        "geolocation=(self), screen-wake-lock=(self), camera=(), microphone=(), display-capture=(), midi=(), payment=(), usb=()"

    /// The policy of a page with images from one other host, such as `https://tile.example`.
    package static func policy(imagesFrom origin: String) -> String { "\(policy) \(origin)" }

    package func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response)
        async throws
        -> Response
    {
        var response = try await next(request, context)
        Self.complete(&response)
        return response
    }

    static func complete(_ response: inout Response) {
        let type = response.headers[.contentType]?.prefix { $0 != ";" }
        let isPage = type == "text/html"
        func set(_ name: HTTPField.Name, _ value: String) {
            if response.headers[name] == nil { response.headers[name] = value }
        }
        // The browser's cached response already has its policy (RFC 9111, section 3.2).
        if response.status != .notModified { set(.contentSecurityPolicy, isPage || type == "text/javascript" ? policy : sandbox) }
        set(.xContentTypeOptions, "nosniff")
        set(.referrerPolicy, "same-origin")
        set(.crossOriginResourcePolicy, "same-origin")
        set(.crossOriginOpenerPolicy, "same-origin")
        if isPage { set(.permissionsPolicy, permissions) }
    }
}

extension HTTPField.Name {
    package static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    static let permissionsPolicy = HTTPField.Name("Permissions-Policy")!
    static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
}
