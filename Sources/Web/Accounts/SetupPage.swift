import HTTPTypes
import Hummingbird
import Localisation
import Queueing
import Records
import Serving
import Storage

/// `/setup?code=…`: the first administrator chooses a name and a password. Available while no administrator can sign in, and only with the
/// code that the server has printed.
struct SetupPage: Sendable {
    private let feature: AccountsFeature
    private var accounts: Accounts { feature.accounts }

    init(_ feature: AccountsFeature) { self.feature = feature }

    func page(for request: Request, _ context: PageContext) async throws -> Response {
        let code = request.uri.queryParameters["code"].map { String($0) } ?? ""
        try await check(code, context)
        return answer(NewAccountModel(name: "admin", zone: context.browserZone, action: "/setup", code: code), context)
    }

    func setUp(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await Form(request)
        try await check(form["code"], context)
        var model = NewAccountModel(name: form["name"], zone: form["zone"].trimmingWhitespace(), action: "/setup", code: form["code"])
        guard let name = model.check(form["password"], context.words) else { return answer(model, context, .unprocessableContent) }
        let hash = try await accounts.hash(form["password"], for: .network(context.network))
        guard
            let person = try await accounts.store.people.setUp(
                administrator: name, password: hash, byProxy: accounts.configuration.loginHeader != nil, at: accounts.now())
        else {
            model.nameProblem = context.words("This name is already taken.")
            return answer(model, context, .unprocessableContent)
        }
        try await accounts.audit(.setUp, by: person, in: context)
        try await feature.keep(zone: model.zone, of: person)
        if !model.zone.isEmpty {
            // The account is made: a queue that is busy keeps the server's zone, and its page of settings asks for one.
            try? await feature.queues?.setMissingZones(model.zone, by: QueueActor(kind: .clerk, person: person.id))
        }
        return try await feature.begin(person, then: nil, request, context)
    }

    private func check(_ code: String, _ context: PageContext) async throws {
        if let wait = accounts.logins.wait(from: context.network, at: accounts.now()) { throw Refusal.tooMany(wait) }
        guard try await !accounts.hasAdministrator() else { throw Refusal(.notFound, "This link is no longer valid.") }
        guard accounts.isSetupCode(code) else {
            throw Refusal(.notFound, "Open the link in the server’s log to choose the administrator’s name and password.")
        }
    }

    private func answer(_ model: NewAccountModel, _ context: PageContext, _ status: HTTPResponse.Status = .ok) -> Response {
        let words = context.words
        return .page(
            NewAccountView.page(
                model, title: words("Set up Tidings"),
                lead: words("Welcome. Choose the administrator’s name and password."),
                assets: feature.assets.prefix,
                context.reader), status: status)
    }
}
