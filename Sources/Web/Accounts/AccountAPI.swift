import Foundation
import HTTPTypes
import Hummingbird
import JSONReading
import Localisation
import Records
import Serving
import Storage

/// `/api/v1/me` and `/api/v1/tokens`: the person that a program acts for, their settings and their tokens.
///
/// New tokens can be made only on the account page: a program could give itself more rights than it has.
struct AccountAPI: Sendable {
    let feature: AccountsFeature

    private static let topic = "Account"

    static func endpoints(_ feature: AccountsFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, "/api/v1/me", "me", topic: topic, "The person a token acts for, and its scopes",
                outcomes: [.init("The person", .named("Me"))], answer: api.me),
            Endpoint(
                .patch, "/api/v1/me", "updateMe", topic: topic, "Sets the person's language and time zone",
                body: .init(
                    schema: .object(MeResource.members.asked()), types: ["application/json", "application/merge-patch+json"]),
                outcomes: [.init("The person", .named("Me"))], problems: [.conflict], isConditional: true, answer: api.update),
            Endpoint(
                .get, "/api/v1/tokens", "tokens", topic: topic, "The person's tokens, without their secrets",
                outcomes: [.init("The tokens", .object([.init("tokens", .list(.named("Token")))]))], answer: api.tokens),
            Endpoint(
                .delete, "/api/v1/tokens/{token}", "revokeToken", topic: topic, "Revokes a token",
                parameters: [.path("token", .identifier, "The token's number.")], outcomes: [.init(.noContent, "It is revoked")],
                answer: api.revoke
            ),
        ]
    }

    @Sendable private func me(_ call: APICall) async throws -> APIAnswer { .json(line(try call.person(), call)) }

    @Sendable private func update(_ call: APICall) async throws -> APIAnswer {
        let person = try call.person()
        try call.requireMatch(.json(line(person, call)))
        var wish = MeResource.Wish()
        try MeResource.members.take(call.body, into: &wish)
        let (language, zone) = (wish.language, wish.zone)
        if let code = language {
            guard code == nil || Language.offered.contains(where: { $0.code == code }) else {
                let known = Language.offered.map(\.code).joined(separator: ", ")
                throw Self.misfit("/language", "there are \(known)")
            }
        }
        if let name = zone {
            guard name.map({ TimeZone(identifier: $0) != nil }) ?? true else {
                throw Self.misfit("/zone", "there is no such time zone; Europe/Berlin is one")
            }
        }
        let changed = try await feature.store.people.update(person.id) { settings in
            try call.requireMatch(settings, asRead: person.settings)
            if let language { settings.language = language }
            if let zone { settings.zone = zone }
        }
        guard let changed else { throw Refusal(.conflict) }
        return .json(line(changed, call))
    }

    @Sendable private func tokens(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("tokens", try await feature.store.people.tokens(of: try call.person()).map(TokenResource.members.line))
        return .json(line)
    }

    @Sendable private func revoke(_ call: APICall) async throws -> APIAnswer {
        let person = try call.person()
        guard let token = try await feature.store.people.removeToken(Int64(call.integer("token") ?? 0), of: person) else {
            throw Refusal(.notFound, text: "There is no such token.")
        }
        try await feature.accounts.audit(.tokenRevoked, by: person, token.name, in: call.context)
        return .nothing
    }

    private static func misfit(_ pointer: String, _ detail: String) -> Refusal {
        Refusal(.unprocessableContent, text: detail, errors: [Misfit(place: pointer, detail: detail)])
    }

    private func line(_ person: Person, _ call: APICall) -> JSONLine {
        MeResource.members.line(.init(person: person, scopes: call.context.scopes ?? Set(APIToken.Scope.allCases)))
    }
}
