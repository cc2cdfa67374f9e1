import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Storage

/// `/login` and `/logout`. What went wrong is never said: neither whether there is such a name, nor whether it is locked.
struct LoginPage: Sendable {
    private let site: Site
    private var accounts: Accounts { site.accounts }

    init(_ site: Site) { self.site = site }

    static func path(next: LocalPath?) -> String {
        guard let next, next.text != "/" else { return "/login" }
        return "/login?next=\(BoardPaths.encoded(next.text))"
    }

    func page(for request: Request, _ context: PageContext) async throws -> Response {
        let next = request.uri.queryParameters["next"].flatMap { LocalPath($0) }
        if context.person != nil { return .on(to: next?.text ?? "/") }
        let hasPeople = try await accounts.store.hasAdministrator()
        return .page(LoginView.page(LoginModel(next: next, isSetUp: hasPeople), assets: site.assets.prefix, context.reader))
    }

    func logIn(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await Form(request)
        let (name, password, next) = (form["name"].trimmingWhitespace(), form["password"], LocalPath(form["next"]))
        guard name.utf8.count <= 4 * Person.nameLimit, password.utf8.count <= PasswordRule.byteLimit else {
            return refused(name: "", next, context)
        }
        let (account, network, now) = (LoginGuard.account(name), accounts.network(context), accounts.now())
        let wait = accounts.logins.wait(
            for: account, from: network, failed: try await accounts.store.failedLogins(account, from: network),
            isKnown: try await accounts.store.isKnown(name, from: context.address, at: now), at: now)
        if let wait { throw HTTPError.tooMany(wait, context) }
        // Counted before it is tried, so that a hundred at once are a hundred.
        try await accounts.store.noteFailedLogin(account, from: network, at: now)
        let login = try await accounts.store.login(name)
        guard try await accounts.fits(password, login?.password), let person = login?.person else {
            // A name that nobody has may be a password in the wrong field.
            try await accounts.audit(.loginFailed, by: login?.person.name ?? "", in: context)
            return refused(name: name, next, context)
        }
        try await accounts.store.forgetFailedLogins(account, from: network)
        try await accounts.audit(.loggedIn, by: person.name, in: context)
        return try await site.begin(person, then: next, request, context)
    }

    func logOut(_ request: Request, _ context: PageContext) async throws -> Response {
        if let person = context.person, let session = context.session {
            try await accounts.store.endSession(session.id, of: person)
            try await accounts.audit(.loggedOut, by: person.name, in: context)
        }
        var response = Response.on(to: "/login")
        SessionCookie(accounts.configuration).remove(from: &response)
        return response
    }

    private func refused(name: String, _ next: LocalPath?, _ context: PageContext) -> Response {
        let model = LoginModel(name: name, problem: context.words("This name and password do not fit together."), next: next, isSetUp: true)
        return .page(LoginView.page(model, assets: site.assets.prefix, context.reader), status: .unprocessableContent)
    }
}

extension Site {
    /// Logs a person in in this browser, under a new secret: one that was there before is no session any more (OWASP, session fixation).
    func begin(_ person: Person, then next: LocalPath?, _ request: Request, _ context: PageContext) async throws -> Response {
        if let old = context.session, let owner = context.person { try await store.endSession(old.id, of: owner) }
        let secret = Secret()
        _ = try await store.beginSession(
            of: person, hash: secret.hash, agent: request.headers[.userAgent] ?? "", address: context.address, at: accounts.now())
        var response = Response.on(to: next?.text ?? "/")
        SessionCookie(accounts.configuration).set(secret, in: &response)
        return response
    }
}
