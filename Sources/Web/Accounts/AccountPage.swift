import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Speaking
import Storage

/// `/account…`: a person's own account: their name, language and time zone, password, sessions and API tokens, a file with all their data,
/// and the deletion of the account.
///
/// For browsers only: a token can't make tokens. Steps that can't be undone ask for the password again.
struct AccountPage: Sendable {
    private let feature: AccountsFeature
    private let context: PageContext
    private let person: Person
    private var accounts: Accounts { feature.accounts }
    private var store: Store { feature.store }
    private var words: Words { context.words }
    private static let path = "/account"

    init(_ feature: AccountsFeature, _ context: PageContext) throws {
        guard let person = context.person else { throw Refusal(.unauthorized) }
        self.feature = feature
        self.context = context
        self.person = person
    }

    func page(for request: Request) async throws -> Response {
        let done = request.uri.queryParameters["done"].flatMap { AccountModel.Done(rawValue: String($0)) }
        return try await NewSecret.shown(on: Self.path, of: request, for: person, by: feature.site) { texts in
            try await answer { ($0.done, $0.newToken) = (done, texts.first) }
        }
    }

    func set(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        let (named, language, zone) = (Person.name(from: form["name"]), form["language"], form["zone"].trimmingWhitespace())
        guard language.isEmpty || Language.offered.contains(where: { $0.code == language }) else { throw Refusal(.badRequest) }
        let entered = AccountModel.Entered(name: form["name"], language: language, zone: zone)
        let isZone = zone.isEmpty || TimeZone(identifier: zone) != nil
        guard let name = named, isZone else {
            return try await refused { model in
                model.entered = entered
                if named == nil { model.problems[.name] = words("Use 1 to \(Person.nameLimit) characters for the name.") }
                if !isZone { model.problems[.zone] = words("This time zone doesn’t exist. Enter one like Europe/Berlin.") }
            }
        }
        let changed = try await store.people.update(person.id, name: name) { settings in
            settings.language = language.isEmpty ? nil : language
            settings.zone = zone.isEmpty ? nil : zone
        }
        guard let changed else {
            return try await refused { model in
                model.entered = entered
                model.problems[.name] = words("This name is already taken.")
            }
        }
        if name != person.name { try await accounts.audit(.personChanged, by: person, "now \(name)", in: context) }
        var response = Self.on(.saved)
        // Pages without a signed-in person, such as error pages, use this language too.
        ReaderLanguage.keep(changed.settings.language, in: &response)
        return response
    }

    /// Ends all other sessions and, unless they are kept, the tokens.
    func changePassword(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        var problems: [AccountModel.Place: String] = [:]
        if try await store.people.login(person.name)?.password != nil, try await !isTheirs(form["current"]) {
            problems[.current] = words("Wrong password.")
        }
        problems[.password] = PasswordRule.problem(of: form["password"], for: person.name)?.sentence(words)
        guard problems.isEmpty else { return try await refused { $0.problems = problems } }
        try await store.people.setPassword(
            try await accounts.hash(form["password"], for: .known), of: person, keeping: context.session,
            keepingTokens: !form["keep-tokens"].isEmpty)
        try await accounts.audit(.passwordChanged, by: person, in: context)
        return Self.on(.password)
    }

    /// Ends one session, or with `others` all except this one.
    func endSessions(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        if form["session"] == "others" {
            try await store.people.endSessions(of: person, keeping: context.session)
        } else if let id = Int64(form["session"]) {
            try await store.people.endSession(id, of: person)
        }
        try await accounts.audit(.sessionsEnded, by: person, in: context)
        return Self.on(.ended)
    }

    /// The page shows the secret, once.
    func addToken(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        let named = Person.name(from: form["token-name"])
        let scopes = APIToken.Scope.allCases.filter {
            !form["scope-\($0.rawValue)"].isEmpty && ($0 != .admin || person.role == .administrator)
        }
        guard let name = named, !scopes.isEmpty else {
            return try await refused { model in
                if named == nil { model.problems[.token] = words("Enter what the token is for.") }
                if scopes.isEmpty { model.problems[.scopes] = words("Choose what the token may do.") }
            }
        }
        let (secret, now) = (Secret(), accounts.now())
        let days = Int(form["days"]).flatMap { (1...3660).contains($0) ? $0 : nil }
        let token = try await store.people.addToken(
            of: person, named: name, hash: secret.hash, scopes: Set(scopes), expires: days.map { now + .seconds($0 * 86_400) }, at: now)
        guard let token else {
            return try await refused { $0.problems[.token] = words("You’ve reached the limit of tokens. Revoke one to create another.") }
        }
        try await accounts.audit(
            .tokenCreated, by: person, "\(token.name): \(scopes.map(\.rawValue).joined(separator: " "))", in: context)
        return NewSecret.sent([APIKey.text(secret)], to: Self.path, at: "#tokens-title", for: person, by: feature.site)
    }

    func revokeToken(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        if let id = Int64(form["token"]), let token = try await store.people.removeToken(id, of: person) {
            try await accounts.audit(.tokenRevoked, by: person, token.name, in: context)
        }
        return Self.on(.revoked)
    }

    func data() async throws -> Response {
        try await accounts.audit(.dataDownloaded, by: person, in: context)
        var response = Response.json(try await PersonData(person, of: feature.features?.all ?? []).json)
        response.headers[.contentDisposition] = #"attachment; filename="tidings-account.json""#
        response.headers[.cacheControl] = "no-store"
        return response
    }

    func delete(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        guard try await isTheirs(form["current"]) else {
            return try await refused { $0.problems[.delete] = words("Wrong password.") }
        }
        guard try await store.people.remove(person) else {
            return try await refused {
                $0.problems[.delete] = words("You’re the only administrator. Make someone else an administrator first.")
            }
        }
        feature.documents?.tidy()
        try await accounts.audit(.personRemoved, by: person, in: context)
        var response = Response.on(to: "/login?done=deleted")
        SessionCookie(accounts.configuration).remove(from: &response)
        return response
    }

    /// Limited like a login, so that an unattended browser can't be used to guess the password.
    private func isTheirs(_ password: String) async throws -> Bool {
        let (account, network, now) = (LoginGuard.account("\(person.id) again"), context.network, accounts.now())
        let failed = try await store.people.failedLogins(account, from: network)
        if let wait = accounts.logins.wait(for: account, from: network, failed: failed, isKnown: true, at: now) {
            throw Refusal.tooMany(wait)
        }
        try await store.people.noteFailedLogin(account, from: network, at: now)
        guard password.utf8.count <= PasswordRule.byteLimit,
            try await accounts.fits(password, try await store.people.login(person.name)?.password, for: .known)
        else { return false }
        try await store.people.forgetFailedLogins(account, from: network)
        return true
    }

    private func refused(_ note: (inout AccountModel) -> Void) async throws -> Response {
        var response = try await answer(note)
        response.status = .unprocessableContent
        return response
    }

    private func answer(_ note: (inout AccountModel) -> Void) async throws -> Response {
        var model = AccountModel(
            person: person, hasPassword: try await store.people.login(person.name)?.password != nil, session: context.session,
            sessions: try await store.people.sessions(of: person, at: accounts.now()), tokens: try await store.people.tokens(of: person))
        note(&model)
        return .page(AccountView.page(model, assets: feature.assets.prefix, context.reader))
    }

    private static func on(_ done: AccountModel.Done) -> Response { .on(to: "\(path)?done=\(done.rawValue)") }
}
