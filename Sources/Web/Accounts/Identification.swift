import HTTPTypes
import Hummingbird
import Records
import Storage

/// Finds out who asks: a program by its token, a browser by its session, or whoever a trusted proxy says has logged in to it.
///
/// Costs one read of the store where there is something to look up, and a write once an hour. A token that is none is refused; a cookie that is
/// none is a stranger's.
struct Identification: RouterMiddleware {
    let accounts: Accounts

    func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws -> Response {
        if request.uri.path.hasPrefix("/static/") { return try await next(request, context) }
        var context = context
        if let authorization = request.headers[.authorization] {
            try await identify(program: authorization, &context)
        } else if let secret = SessionCookie(accounts.configuration).secret(in: request) {
            return try await identify(browser: secret, request, context, next)
        }
        if context.person == nil, let name = named(by: request, context) {
            let person = try await accounts.store.person(named: name, at: accounts.now())
            if !person.isDisabled {
                context.person = person
                context.formToken = accounts.formToken(of: person)
            }
        }
        return try await next(request, context)
    }

    private func identify(
        browser secret: Secret, _ request: Request, _ context: PageContext, _ next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        let now = accounts.now()
        guard let (session, person) = try await accounts.store.session(secret.hash, at: now) else {
            return try await next(request, context)
        }
        var context = context
        context.person = person
        context.session = session
        context.formToken = secret.code(for: "form")
        let isDue = now - session.lastSeen >= Session.renewalTime
        if isDue { try await accounts.store.renew(session, at: now) }
        var response = try await next(request, context)
        if isDue, response.headers[.setCookie]?.contains(secret.text) != true, request.uri.path != "/logout" {
            SessionCookie(accounts.configuration).set(secret, in: &response)
        }
        return response
    }

    private func identify(program authorization: String, _ context: inout PageContext) async throws {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return }
        let now = accounts.now()
        guard let secret = APIKey.secret(parts[1]), let (token, person) = try await accounts.store.token(secret.hash, at: now) else {
            throw HTTPError(
                .unauthorized, headers: [.wwwAuthenticate: "Bearer realm=\"Tidings\", error=\"invalid_token\""],
                message: "This token is unknown, revoked or has expired.")
        }
        if token.lastUsed.map({ now - $0 >= Session.renewalTime }) ?? true { try await accounts.store.noteUse(of: token, at: now) }
        context.person = person
        context.scopes = token.scopes
    }

    /// Whom a proxy names, if one is believed and the connection is its.
    private func named(by request: Request, _ context: PageContext) -> String? {
        guard let header = accounts.configuration.loginHeader.flatMap({ HTTPField.Name($0) }),
            let peer = context.peer, accounts.configuration.trustedProxies.trusts(peer)
        else { return nil }
        return request.headers[header].flatMap { Person.name(from: $0) }
    }
}
