import Boards
import HTTPTypes
import Hummingbird
import Localisation
import Storage

/// Who may use a route.
enum Access: Hashable, Sendable {
    /// Strangers too.
    case anyone
    /// Strangers too if the board or the queue that the address names is public, else whoever is logged in.
    case readers
    /// Whoever is logged in.
    case people
    /// Whoever is logged in, and no program with a token: what could give it more than it has.
    case browsers
    /// Administrators.
    case administrators
}

/// Lets nobody further than the map of access says (`Routes.access`), and takes a form only from who was given it.
///
/// A route that the map does not have is for people. What a stranger may not see redirects pages to the login and back, and is a 401 to programs
/// (RFC 6750); whether there is such a board is not told.
struct AccessControl: RouterMiddleware {
    static let formField = "form-token"
    static let formHeader = HTTPField.Name("X-Form-Token")!
    /// Of a form whose field is looked for.
    private static let formLimit = 256 << 10

    let site: Site
    private static let access = Dictionary(uniqueKeysWithValues: Routes.access.map { (RouterPath($0.path).description, $0.access) })

    func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws -> Response {
        // What leads nowhere is a 404 to everybody.
        guard let path = context.endpointPath else { return try await next(request, context) }
        let access = Self.access[path] ?? .people
        guard isOpen(access, request, context) else {
            guard let person = context.person else { return try Self.strangersAnswer(to: request) }
            let isBelow = access == .administrators && person.role != .administrator
            throw HTTPError(
                .forbidden, message: isBelow ? context.words("Only administrators can do this.") : "This token is not good for that.")
        }
        var request = request
        let changes = ![.get, .head, .options].contains(request.method)
        if changes, !context.formToken.isEmpty { try await Self.check(&request, context) }
        return try await next(request, context)
    }

    private func isOpen(_ access: Access, _ request: Request, _ context: PageContext) -> Bool {
        if access == .anyone { return true }
        if access == .readers, site.isPublic(context) { return true }
        guard let person = context.person else { return false }
        if access == .administrators, person.role != .administrator { return false }
        guard let scopes = context.scopes else { return true }
        return switch access {
        case .anyone: true
        case .readers, .people: scopes.contains([.get, .head].contains(request.method) ? .read : .watch)
        case .browsers: false
        case .administrators: scopes.contains(.admin)
        }
    }

    private static func strangersAnswer(to request: Request) throws -> Response {
        let isPage = !request.wantsJSON && !["/api/", "/live/"].contains(where: { request.uri.path.hasPrefix($0) })
        guard isPage else {
            throw HTTPError(.unauthorized, headers: [.wwwAuthenticate: "Bearer realm=\"Tidings\""], message: "Log in, or send a token.")
        }
        let next = [.get, .head].contains(request.method) ? LocalPath(request.head.path ?? "/") : nil
        return .on(to: LoginPage.path(next: next))
    }

    /// The form's own token, from its field or from the header that scripts set.
    ///
    /// The app's worker has no form and lives longer than any: what it sends is JSON, which no other site can send unasked, since it is granted
    /// to none (CORS).
    private static func check(_ request: inout Request, _ context: PageContext) async throws {
        if context.endpointPath?.hasPrefix("/app/") == true, request.isJSON, request.isFromOurPages() { return }
        var given = request.headers[formHeader]
        if given == nil, request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true {
            let body = try await request.collectBody(upTo: formLimit)
            given = try? URLEncodedFormDecoder().decode([String: String].self, from: String(buffer: body))[formField]
        }
        guard request.isFromOurPages(), let given, given.isSame(as: context.formToken) else {
            throw HTTPError(
                .forbidden,
                message: context.words("This form was sent from another site, or is from before you logged in. Load the page again."))
        }
    }
}
