import HTTPTypes
import Hummingbird
import Operating
import Records
import Storage

/// Finds out who asks: a program by its token, a browser by its session, or whoever a trusted proxy says has logged in to it.
///
/// Costs one read of the store where there is something to look up, and a write once an hour. A token that is none is refused; a cookie that is
/// none is a stranger's.
struct Identification: RouterMiddleware {
    let accounts: Accounts

    func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws -> Response {
        // The metrics have a token of their own, which is nobody's.
        if request.uri.path.hasPrefix("/static/") || request.uri.path == "/metrics" { return try await next(request, context) }
        var context = context
        let cookie = SessionCookie(accounts.configuration)
        var renewed: Secret?
        if let authorization = request.headers[.authorization] {
            try await identify(program: authorization, &context)
        } else if let secret = cookie.secret(in: request), try await identify(browser: secret, &context) {
            renewed = secret
        }
        if context.person == nil, let name = named(by: request, context) {
            let person = try await accounts.store.person(named: name, at: accounts.now())
            if !person.isDisabled {
                context.person = person
                context.formToken = accounts.formToken(of: person)
            }
        }
        guard let settings = context.person?.settings else { return try await next(request, context) }
        context.words = context.words.preferring(language: settings.language, zone: settings.zone)
        var response = try await next(request, context)
        ReaderLanguage.note(context.words, in: &response)
        if let renewed, !cookie.isSet(in: response) { cookie.set(renewed, in: &response) }
        return response
    }

    /// Whether the session is renewed, and the cookie with it.
    private func identify(browser secret: Secret, _ context: inout PageContext) async throws -> Bool {
        let now = accounts.now()
        guard let (session, person) = try await accounts.store.session(secret.hash, at: now) else { return false }
        context.person = person
        context.session = session
        context.formToken = secret.code(for: "form")
        guard now - session.lastSeen >= Session.renewalTime else { return false }
        try await accounts.store.renew(session, at: now)
        return true
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
