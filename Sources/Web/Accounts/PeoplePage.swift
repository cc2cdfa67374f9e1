import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Speaking
import Storage

/// `/people…`, for administrators: the accounts, the invitations, and the audit trail.
struct PeoplePage: Sendable {
    private let feature: AccountsFeature
    private let context: PageContext
    private let administrator: Person
    private var accounts: Accounts { feature.accounts }
    private var store: Store { feature.store }
    private var words: Words { context.words }
    private static let path = "/people"
    private static let trailLength = 100

    init(_ feature: AccountsFeature, _ context: PageContext) throws {
        guard let person = context.person, person.role == .administrator else { throw Refusal(.forbidden) }
        self.feature = feature
        self.context = context
        administrator = person
    }

    func page(for request: Request) async throws -> Response {
        try await NewSecret.shown(on: Self.path, of: request, for: administrator, by: feature.site) { texts in
            try await answer { $0.link = texts.first }
        }
    }

    /// The page shows the link, once.
    func invite(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        let note = Person.name(from: form["note"]) ?? ""
        let (secret, role) = (Secret(), Person.Role(rawValue: form["role"]) ?? .member)
        guard
            let invitation = try await store.people.addInvitation(
                role, note: note, by: administrator, hash: secret.hash, at: accounts.now())
        else {
            return try await answer(.unprocessableContent) { $0.problem = words("Too many open invitations. Withdraw some first.") }
        }
        try await accounts.audit(.invited, by: administrator, "\(invitation.role.rawValue) \(note)", in: context)
        let link = WebOrigin(of: request, feature.site).address(InvitationPage.path(secret))
        return NewSecret.sent([link], to: Self.path, for: administrator, by: feature.site)
    }

    func takeBack(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        if let id = Int64(form["invitation"]), try await store.people.removeInvitation(id) {
            try await accounts.audit(.invitationTakenBack, by: administrator, in: context)
        }
        return .on(to: Self.path)
    }

    /// Applies a change to one person: administrator, clerk, member, disable, enable, end-sessions or remove.
    func change(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        guard let id = context.parameters.get("person").flatMap({ Int64($0) }), let person = try await store.people.person(id),
            let change = Change(rawValue: form["change"])
        else { throw Refusal(.notFound, "This person doesn’t exist.") }
        let isDone: Bool
        switch change {
        case .administrator, .clerk, .member:
            isDone = try await store.people.update(id, role: change.role) != nil
        case .disable, .enable:
            isDone = try await store.people.update(id, isDisabled: change == .disable) != nil
        case .endSessions:
            try await store.people.endSessions(of: person)
            isDone = true
        case .remove:
            isDone = try await store.people.remove(person)
            feature.documents?.tidy()
        }
        guard isDone else {
            return try await answer(.unprocessableContent) { $0.problem = words("Make someone else an administrator first.") }
        }
        let action: AuditEntry.Action =
            switch change {
            case .remove: .personRemoved
            case .endSessions: .sessionsEnded
            case .administrator, .clerk, .member, .disable, .enable: .personChanged
            }
        try await accounts.audit(action, by: administrator, "\(person.name): \(change.rawValue)", in: context)
        return .on(to: Self.path)
    }

    enum Change: String, Sendable {
        case administrator, clerk, member, disable, enable, endSessions = "end-sessions", remove

        var role: Person.Role? { Person.Role(rawValue: rawValue) }
    }

    func trail(for request: Request) async throws -> Response {
        let before = request.uri.queryParameters["before"].flatMap { Int64($0) }
        let entries = try await store.people.auditTrail(before: before, limit: Self.trailLength)
        let older = entries.count == Self.trailLength ? entries.last?.id : nil
        return .page(AuditView.page(entries, older: older, assets: feature.assets.prefix, context.reader))
    }

    private func answer(_ status: HTTPResponse.Status = .ok, _ note: (inout PeopleModel) -> Void) async throws -> Response {
        var model = PeopleModel(
            me: administrator.id, people: try await store.people.all(), invitations: try await store.people.invitations(at: accounts.now()))
        note(&model)
        return .page(PeopleView.page(model, assets: feature.assets.prefix, context.reader), status: status)
    }
}
