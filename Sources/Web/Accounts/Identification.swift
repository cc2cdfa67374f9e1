import HTTPTypes
package import Hummingbird
import Operating
package import Records
package import Serving
import Storage

/// Identifies the person behind a request: a program's by its token, a browser's by its session, or the person that a trusted proxy names.
///
/// Costs one read of the store if the request has a token or cookie, one more for the unread count in a page's header, and one write an
/// hour. An invalid token is refused; a browser with an invalid cookie counts as signed out.
package struct Identification: RouterMiddleware {
    package let accounts: Accounts

    package init(accounts: Accounts) {
        self.accounts = accounts
    }

    package func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws
        -> Response
    {
        // The metrics have their own token, which belongs to no person.
        if request.uri.path.hasPrefix("/static/") || request.uri.path == "/metrics" { return try await next(request, context) }
        var context = context
        context.path = request.uri.path
        let renewed = try await identify(request, &context)
        // A form may be answered with a page too.
        if let person = context.person, request.headers[.accept]?.contains("text/html") == true {
            context.unread = try await accounts.store.following.unreadCount(of: person)
        }
        guard let settings = context.person?.settings else { return try await next(request, context) }
        context.words = context.words.preferring(language: settings.language, zone: settings.zone)
        var response = try await Asking.$behalf.withValue(context.behalf) { try await next(request, context) }
        ReaderLanguage.note(context.words, in: &response)
        let cookie = SessionCookie(accounts.configuration)
        if let renewed, !cookie.isSet(in: response) { cookie.set(renewed, in: &response) }
        return response
    }

    /// The person who sent a request, if they have an account.
    package func person(asking request: Request, _ context: PageContext) async throws -> Person? {
        var context = context
        _ = try await identify(request, &context)
        return context.person
    }

    /// The same for a request that changes something. Throws `Refusal` for a token that may only read.
    package func person(changing request: Request, _ context: PageContext) async throws -> Person? {
        var context = context
        _ = try await identify(request, &context)
        if let scopes = context.scopes, !scopes.contains(.watch) { throw AccessControl.unfit }
        return context.person
    }

    /// Returns the new secret for the session's cookie; nil if the session wasn't renewed.
    private func identify(_ request: Request, _ context: inout PageContext) async throws -> Secret? {
        var renewed: Secret?
        if let authorization = request.headers[.authorization] {
            try await identify(program: authorization, &context)
        } else if let secret = SessionCookie(accounts.configuration).secret(in: request), try await identify(browser: secret, &context) {
            renewed = secret
        }
        if context.person == nil, let name = named(by: request, context) {
            let person = try await accounts.store.people.person(named: name, at: accounts.now())
            if !person.isDisabled {
                context.person = person
                context.behalf = OnBehalf(person, by: .proxy)
                context.formToken = accounts.formToken(of: person)
            }
        }
        return renewed
    }

    /// Returns whether the session was renewed, in which case its cookie must be renewed too.
    private func identify(browser secret: Secret, _ context: inout PageContext) async throws -> Bool {
        let now = accounts.now()
        guard let (session, person) = try await accounts.store.people.session(secret.hash, at: now) else { return false }
        context.person = person
        context.session = session
        context.behalf = OnBehalf(person, by: .session(session.id))
        context.formToken = FormToken(secret.code(for: "form"))
        guard now - session.lastSeen >= Session.renewalTime else { return false }
        try await accounts.store.people.renew(session, at: now)
        return true
    }

    private func identify(program authorization: String, _ context: inout PageContext) async throws {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return }
        let now = accounts.now()
        guard let secret = APIKey.secret(parts[1]), let (token, person) = try await accounts.store.people.token(secret.hash, at: now) else {
            throw Refusal(
                .unauthorized, text: "This token is unknown, revoked or has expired.",
                headers: [.wwwAuthenticate: #"Bearer realm="Tidings", error="invalid_token""#])
        }
        if token.lastUsed.map({ now - $0 >= Session.renewalTime }) ?? true { try await accounts.store.people.noteUse(of: token, at: now) }
        context.person = person
        context.behalf = OnBehalf(person, by: .token(token.id))
        context.scopes = token.scopes
    }

    /// The person named by the request's proxy, if that proxy is trusted and the connection comes from it.
    private func named(by request: Request, _ context: PageContext) -> String? {
        guard let header = accounts.configuration.loginHeader.flatMap({ HTTPField.Name($0) }),
            let peer = context.peer, accounts.configuration.trustedProxies.trusts(peer)
        else { return nil }
        return request.headers[header].flatMap { Person.name(from: $0) }
    }
}
