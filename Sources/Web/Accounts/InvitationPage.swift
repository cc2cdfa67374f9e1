import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/invitation/<code>`: an invited person chooses their name and password. The link works once, for a week.
struct InvitationPage: Sendable {
    private let feature: AccountsFeature
    private var accounts: Accounts { feature.accounts }

    init(_ feature: AccountsFeature) { self.feature = feature }

    func page(_ code: String?, _ context: PageContext) async throws -> Response {
        let (secret, invitation) = try await open(code, context)
        // The administrator wrote it for themselves: it may be more than a name can be.
        let name = Person.name(from: invitation.note) ?? ""
        return answer(NewAccountModel(name: name, zone: context.browserZone, action: Self.path(secret)), context)
    }

    func accept(_ code: String?, _ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await Form(request)
        let (secret, _) = try await open(code, context)
        var model = NewAccountModel(name: form["name"], zone: form["zone"].trimmingWhitespace(), action: Self.path(secret))
        guard let name = model.check(form["password"], context.words) else { return answer(model, context, .unprocessableContent) }
        let hash = try await accounts.hash(form["password"], for: .network(context.network))
        switch try await accounts.store.people.accept(secret.hash, name: name, password: hash, at: accounts.now()) {
        case .welcome(let person):
            try await accounts.audit(.joined, by: person, in: context)
            try await feature.keep(zone: model.zone, of: person)
            return try await feature.begin(person, then: nil, request, context)
        case .nameIsTaken:
            model.nameProblem = context.words("This name is already taken.")
            return answer(model, context, .unprocessableContent)
        case .isNotOpen: throw Self.notOpen
        }
    }

    static func path(_ secret: Secret) -> String { "/invitation/\(secret.text)" }

    private func open(_ code: String?, _ context: PageContext) async throws -> (Secret, Invitation) {
        if let wait = accounts.logins.wait(from: context.network, at: accounts.now()) { throw Refusal.tooMany(wait) }
        guard let secret = code.flatMap({ Secret($0) }),
            let invitation = try await accounts.store.people.invitation(secret.hash, at: accounts.now())
        else { throw Self.notOpen }
        return (secret, invitation)
    }

    private static var notOpen: Refusal {
        Refusal(.notFound, "This invitation was used, withdrawn or is over a week old. Ask for a new one.")
    }

    private func answer(_ model: NewAccountModel, _ context: PageContext, _ status: HTTPResponse.Status = .ok) -> Response {
        let words = context.words
        return .page(
            NewAccountView.page(
                model, title: words("You’re invited"), lead: words("Choose a name and password."),
                assets: feature.assets.prefix,
                context.reader), status: status)
    }
}
