import JSONReading
import Records
import Serving

/// The JSON form of the person that a program acts for.
enum MeResource {
    struct Shown: Sendable {
        let person: Person
        let scopes: Set<APIToken.Scope>
    }

    /// The changes that a request body asks for. An outer nil: the body doesn't have the member; an inner nil: it is null.
    struct Wish {
        fileprivate(set) var language: String??
        fileprivate(set) var zone: String??

        init() {}
    }

    static let members = Resource<Shown, Wish>([
        .told("name", .text()) { $1.add("name", $0.person.name) },
        .told("role", .choice(Person.Role.allCases.map(\.rawValue))) { $1.add("role", $0.person.role.rawValue) },
        .set("language", .optional(.text()), asked: .optional(.text(2...35)), askedAbout: "BCP 47; null: as the browser asks.") {
            $1.add("language", $0.person.settings.language)
        } read: {
            $1.language = .some(text(of: $0))
        },
        .set(
            "zone", .optional(.text()), asked: .optional(.text(1...64)), askedAbout: "Of the time-zone database; null: the server's."
        ) {
            $1.add("zone", $0.person.settings.zone)
        } read: {
            $1.zone = .some(text(of: $0))
        },
        .told("scopes", .list(.choice(APIToken.Scope.allCases.map(\.rawValue)))) {
            $1.add("scopes", $0.scopes.map(\.rawValue).sorted())
        },
    ])

    private static func text(of value: JSONValue) -> String? { value.kind == .null ? nil : value.text }
}

/// The JSON form of a person's token, without its secret.
enum TokenResource {
    static let members = Resource<APIToken, Never>([
        .told("id", .identifier) { $1.add("id", Int($0.id)) },
        .told("name", .text()) { $1.add("name", $0.name) },
        .told("scopes", .list(.choice(APIToken.Scope.allCases.map(\.rawValue)))) {
            $1.add("scopes", $0.scopes.map(\.rawValue).sorted())
        },
        .told("created", .moment) { $1.add("created", $0.created.description) },
        .told("lastUsed", .optional(.moment), about: "To the hour.") { $1.add("lastUsed", $0.lastUsed?.description) },
        .told("expires", .optional(.moment)) { $1.add("expires", $0.expires?.description) },
    ])
}
