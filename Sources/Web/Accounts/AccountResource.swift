import Extraction
import Records
import Serving

/// The person that a program acts for, as the API has them.
enum MeResource {
    struct Shown: Sendable {
        let person: Person
        let scopes: Set<APIToken.Scope>
    }

    /// What a body asks for: nil if it doesn't have the member, an inner nil if it is null.
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

/// A person's token without its secret, as the API has it.
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
