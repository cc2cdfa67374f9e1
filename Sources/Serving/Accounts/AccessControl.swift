import HTTPTypes
package import Hummingbird
import Localisation
import Records

/// Enforces the access of each route (`Route`), and accepts a form only with its session's token.
///
/// A route without an entry requires a signed-in person. A visitor without access to a page is redirected to sign in and then back; a
/// program gets a 401 (RFC 6750). The response doesn't reveal whether the board exists.
package struct AccessControl: RouterMiddleware {
    /// For a token without the required scope.
    package static let unfit = Refusal(.forbidden, text: "This token is not good for that.")

    private let isPublic: @Sendable (PageContext) -> Bool
    private let access: [String: Access]

    /// `isPublic`: whether visitors may read the board or queue of the path.
    package init(access: [(path: String, access: Access)], isPublic: @escaping @Sendable (PageContext) -> Bool) {
        self.isPublic = isPublic
        self.access = Dictionary(uniqueKeysWithValues: access.map { (RouterPath($0.path).description, $0.access) })
    }

    package func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws
        -> Response
    {
        // An unknown path is a 404 for everyone.
        guard let path = context.endpointPath else { return try await next(request, context) }
        let access = self.access[path] ?? .people
        guard isOpen(access, request, context) else {
            guard let person = context.person else { return try Self.strangersAnswer(to: request) }
            guard let role = access.role, person.role < role else { throw Self.unfit }
            throw Refusal.below(role)
        }
        var request = request
        if request.method.mayChange, let token = context.formToken { try await Self.check(&request, token, context) }
        return try await next(request, context)
    }

    private func isOpen(_ access: Access, _ request: Request, _ context: PageContext) -> Bool {
        let isForStrangers = access == .anyone || access == .readers && isPublic(context)
        guard let person = context.person else { return isForStrangers }
        if let role = access.role, person.role < role { return false }
        // A token acts for its person, so it needs the scope for changes even for a change that visitors could make.
        guard let scopes = context.scopes else { return true }
        return switch access {
        case .anyone, .readers, .people, .clerks:
            request.method.mayChange ? scopes.contains(.watch) : isForStrangers || scopes.contains(.read)
        case .browsers: false
        case .administrators: scopes.contains(.admin)
        }
    }

    private static func strangersAnswer(to request: Request) throws -> Response {
        let isPage = !request.wantsJSON && !["/api/", "/live/"].contains(where: { request.uri.path.hasPrefix($0) })
        guard isPage else {
            throw Refusal(.unauthorized, text: "Sign in, or send a token.", headers: [.wwwAuthenticate: #"Bearer realm="Tidings""#])
        }
        let next = [.get, .head].contains(request.method) ? LocalPath(request.head.path ?? "/") : nil
        return .on(to: LoginPath.page(next: next))
    }

    /// Checks the form's token, from its field or from the header that scripts set.
    ///
    /// The app's service worker has no form and outlives all of them. It sends JSON instead, which other sites can't send without
    /// permission (CORS), and no site has that.
    private static func check(_ request: inout Request, _ token: FormToken, _ context: PageContext) async throws {
        if context.endpointPath?.hasPrefix("/app/") == true, request.isJSON, request.isFromOurPages() { return }
        var given = request.headers[FormToken.header]
        if given == nil, request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true {
            // The body is already in memory: see `WholeBody`.
            let body = try await request.collectBody(upTo: .max)
            given = Percent.fields(String(buffer: body))?[FormToken.field]
        }
        given = given ?? context.uploadForm?.fields[FormToken.field]
        guard request.isFromOurPages(), let given, token.isSame(as: given) else {
            throw Refusal(.forbidden, "This form is from another site or from before you signed in. Reload the page.")
        }
    }
}
