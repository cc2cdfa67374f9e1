import Extraction
import Foundation
import HTTPTypes
import Hummingbird
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
                    schema: .object([
                        .init("language", .optional(.text(2...35)), isRequired: false, about: "BCP 47; null: as the browser asks."),
                        .init("zone", .optional(.text(1...64)), isRequired: false, about: "Of the time-zone database; null: the server's."),
                    ]), types: ["application/json", "application/merge-patch+json"]),
                outcomes: [.init("The person", .named("Me"))], problems: [.conflict], isConditional: true, answer: api.update),
            Endpoint(
                .get, "/api/v1/tokens", "tokens", topic: topic, "The person's tokens, without what is secret in them",
                outcomes: [.init("The tokens", .object([.init("tokens", .list(.named("Token")))]))], answer: api.tokens),
            Endpoint(
                .delete, "/api/v1/tokens/{token}", "revokeToken", topic: topic, "Revokes a token, from now on",
                parameters: [.path("token", .identifier, "The token's number.")], outcomes: [.init(.noContent, "It is revoked")],
                answer: api.revoke
            ),
        ]
    }

    static let meSchema = JSONSchema.object([
        .init("name", .text()), .init("role", .choice(Person.Role.allCases.map(\.rawValue))), .init("language", .optional(.text())),
        .init("zone", .optional(.text())), .init("scopes", .list(.choice(APIToken.Scope.allCases.map(\.rawValue)))),
    ])

    static let tokenSchema = JSONSchema.object([
        .init("id", .identifier), .init("name", .text()), .init("scopes", .list(.choice(APIToken.Scope.allCases.map(\.rawValue)))),
        .init("created", .moment), .init("lastUsed", .optional(.moment), about: "To the hour."), .init("expires", .optional(.moment)),
    ])

    @Sendable private func me(_ call: APICall) async throws -> APIAnswer { .json(line(try call.person(), call)) }

    @Sendable private func update(_ call: APICall) async throws -> APIAnswer {
        let person = try call.person()
        try call.requireMatch(.json(line(person, call)))
        let (language, zone) = (given("language", call), given("zone", call))
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

    /// nil if the body doesn't have the member; an inner nil if it is null.
    private func given(_ name: String, _ call: APICall) -> String?? {
        call.body?[name].map { $0.kind == .null ? nil : $0.text }
    }

    @Sendable private func tokens(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add(
            "tokens",
            try await feature.store.people.tokens(of: try call.person()).map { token in
                var line = JSONLine()
                line.add("id", Int(token.id))
                line.add("name", token.name)
                line.add("scopes", token.scopes.map(\.rawValue).sorted())
                line.add("created", token.created.description)
                line.add("lastUsed", token.lastUsed?.description)
                line.add("expires", token.expires?.description)
                return line
            })
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
        var line = JSONLine()
        line.add("name", person.name)
        line.add("role", person.role.rawValue)
        line.add("language", person.settings.language)
        line.add("zone", person.settings.zone)
        line.add("scopes", (call.context.scopes ?? Set(APIToken.Scope.allCases)).map(\.rawValue).sorted())
        return line
    }
}
