import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/login` and `/logout`. A refusal never reveals whether the name exists or is locked.
struct LoginPage: Sendable {
    private let feature: AccountsFeature
    private var accounts: Accounts { feature.accounts }

    init(_ feature: AccountsFeature) { self.feature = feature }

    func page(for request: Request, _ context: PageContext) async throws -> Response {
        let next = request.uri.queryParameters["next"].flatMap { LocalPath($0) }
        if context.person != nil { return .on(to: next?.text ?? "/") }
        let hasPeople = try await accounts.hasAdministrator()
        let isDeleted = request.uri.queryParameters["done"] == "deleted"
        return shown(LoginModel(next: next, isDeleted: isDeleted, isSetUp: hasPeople), to: request, context)
    }

    func logIn(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await Form(request)
        let (name, password, next) = (form["name"].trimmingWhitespace(), form["password"], LocalPath(form["next"]))
        let now = accounts.now()
        guard accounts.loginForm.isProof(form[LoginForm.field], in: request, at: now) else {
            let problem = context.words("This form has expired, or your browser blocks cookies. Try again.")
            return shown(LoginModel(problem: problem, next: next, isSetUp: true), .forbidden, to: request, context)
        }
        guard name.utf8.count <= 4 * Person.nameLimit, password.utf8.count <= PasswordRule.byteLimit else {
            return refused(name: "", next, to: request, context)
        }
        let login = try await accounts.store.people.login(name)
        let known = login.flatMap { KnownBrowser(request, of: $0.person, by: feature.site.linkKey, accounts.configuration) }
        // A known browser isn't affected by other attempts from its network.
        let (account, source) = (LoginGuard.account(name), known.map { "browser \($0.name)" } ?? context.network)
        let isAtHome = try await accounts.store.people.isKnown(name, from: context.address, at: now)
        let wait = accounts.logins.wait(
            for: account, from: source, failed: try await accounts.store.people.failedLogins(account, from: source),
            isKnown: known != nil || isAtHome, at: now)
        if let wait { throw Refusal.tooMany(wait) }
        // Counted before the attempt, so that a hundred simultaneous attempts count as a hundred.
        try await accounts.store.people.noteFailedLogin(account, from: source, at: now)
        let fits = try await accounts.fits(password, login?.password, for: known == nil ? .network(source) : .known)
        guard fits, let person = login?.person else {
            // An unknown name may be a password typed into the wrong field, so it isn't recorded.
            try await accounts.auditFailedLogin(by: login?.person, in: context)
            return refused(name: name, next, to: request, context)
        }
        try await accounts.store.people.forgetFailedLogins(account, from: source)
        try await accounts.audit(.loggedIn, by: person, in: context)
        return try await feature.begin(person, by: login?.password, then: next, request, context)
    }

    func logOut(_ request: Request, _ context: PageContext) async throws -> Response {
        if let person = context.person, let session = context.session {
            try await accounts.store.people.endSession(session.id, of: person)
            try await accounts.audit(.loggedOut, by: person, in: context)
        }
        var response = Response.on(to: "/login")
        SessionCookie(accounts.configuration).remove(from: &response)
        return response
    }

    private func refused(name: String, _ next: LocalPath?, to request: Request, _ context: PageContext) -> Response {
        let model = LoginModel(name: name, problem: context.words("Wrong name or password."), next: next, isSetUp: true)
        return shown(model, .unprocessableContent, to: request, context)
    }

    private func shown(
        _ model: LoginModel, _ status: HTTPResponse.Status = .ok, to request: Request, _ context: PageContext
    ) -> Response {
        var model = model
        let proof = accounts.loginForm.proof(for: request, at: accounts.now())
        model.proof = proof.text
        var response = Response.page(LoginView.page(model, assets: feature.assets.prefix, context.reader), status: status)
        response.headers[.cacheControl] = "no-store"
        proof.remember(&response)
        return response
    }
}

extension AccountsFeature {
    /// Signs a person in on this browser with a new secret, and ends the browser's former session (OWASP, session fixation). `password` is
    /// the stored hash that was checked; the password may have changed since.
    func begin(
        _ person: Person, by password: String? = nil, then next: LocalPath?, _ request: Request, _ context: PageContext
    ) async throws -> Response {
        if let old = context.session, let owner = context.person { try await accounts.store.people.endSession(old.id, of: owner) }
        let secret = Secret()
        let session = try await accounts.store.people.beginSession(
            of: person, password: password, hash: secret.hash, agent: request.headers[.userAgent] ?? "", address: context.address,
            at: accounts.now())
        guard session != nil else { throw Refusal(.unauthorized, "Sign in first.") }
        // A person without a time zone gets this browser's, so that their notices use it too.
        if context.person == nil, person.settings.zone == nil { try await keep(zone: context.browserZone, of: person) }
        var response = Response.on(to: next?.text ?? "/")
        SessionCookie(accounts.configuration).set(secret, in: &response)
        let browser =
            KnownBrowser(request, of: person, by: site.linkKey, accounts.configuration)
            ?? KnownBrowser(of: person, by: site.linkKey)
        browser.remember(for: person, in: &response, accounts.configuration)
        return response
    }
}
