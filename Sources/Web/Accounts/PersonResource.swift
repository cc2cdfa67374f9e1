import JSONReading
import Records
import Serving

/// The JSON form of a person with an account, for administrators.
enum PersonResource {
    /// The changes that a request body asks for.
    struct Wish {
        fileprivate(set) var role: Person.Role?
        fileprivate(set) var isDisabled: Bool?

        init() {}
    }

    static let members = Resource<Person, Wish>([
        .told("id", .identifier) { $1.add("id", Int($0.id)) },
        .told("name", .text()) { $1.add("name", $0.name) },
        .set("role", .choice(Person.Role.allCases.map(\.rawValue))) {
            $1.add("role", $0.role.rawValue)
        } read: {
            $1.role = Person.Role(rawValue: $0.text)
        },
        .set("isDisabled", .flag) {
            $1.add("isDisabled", $0.isDisabled)
        } read: {
            $1.isDisabled = $0.flag
        },
        .told("created", .moment) { $1.add("created", $0.created.description) },
    ])
}
