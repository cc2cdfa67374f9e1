import HTTPTypes
import Hummingbird
import JSONReading
import Records
import Serving
import Speaking
import Storage

/// `/api/v1/people…`, for administrators: the accounts and their rights.
struct PeopleAPI: Sendable {
    let feature: AccountsFeature

    private static let path = "/api/v1/people"
    private static let topic = "People"

    private static let person = Endpoint.Parameter.path("person", .identifier, "The person's number.")

    static func endpoints(_ feature: AccountsFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "people", topic: topic, "Everyone who has an account, by name", access: .administrators,
                outcomes: [.init("The people", .object([.init("people", .list(.named("Person")))]))], answer: api.list),
            Endpoint(
                .get, "\(path)/{person}", "person", topic: topic, "One of them", access: .administrators, parameters: [person],
                outcomes: [.init("The person", .named("Person"))], answer: api.get),
            Endpoint(
                .patch, "\(path)/{person}", "updatePerson", topic: topic,
                "Changes what a person may do; disabling someone ends their sessions and tokens",
                access: .administrators, parameters: [person],
                body: .init(
                    schema: .object(PersonResource.members.asked()),
                    types: ["application/json", "application/merge-patch+json"]),
                outcomes: [.init("The person", .named("Person"))], problems: [.conflict], isConditional: true, answer: api.update),
            Endpoint(
                .delete, "\(path)/{person}", "removePerson", topic: topic, "Removes a person with all their data",
                access: .administrators,
                parameters: [person], outcomes: [.init(.noContent, "They are gone")], problems: [.conflict], isConditional: true,
                answer: api.remove
            ),
        ]
    }

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("people", try await feature.store.people.all().map(PersonResource.members.line))
        return .json(line)
    }

    @Sendable private func get(_ call: APICall) async throws -> APIAnswer { .json(PersonResource.members.line(try await named(call))) }

    @Sendable private func update(_ call: APICall) async throws -> APIAnswer {
        let person = try await named(call)
        try call.requireMatch(.json(PersonResource.members.line(person)))
        var wish = PersonResource.Wish()
        try PersonResource.members.take(call.body, into: &wish)
        let changed = try await feature.store.people.update(
            person.id, role: wish.role, isDisabled: wish.isDisabled
        ) { try call.requireMatch($0, asRead: person) }
        guard let changed else { throw Refusal(.conflict, text: "Make someone else an administrator first.") }
        try await audit(.personChanged, changed, call)
        return .json(PersonResource.members.line(changed))
    }

    @Sendable private func remove(_ call: APICall) async throws -> APIAnswer {
        let person = try await named(call)
        try call.requireMatch(.json(PersonResource.members.line(person)))
        let isRemoved = try await feature.store.people.remove(person) { try call.requireMatch($0, asRead: person) }
        guard isRemoved else { throw Refusal(.conflict, text: "Make someone else an administrator first.") }
        feature.documents?.tidy()
        try await audit(.personRemoved, person, call)
        return .nothing
    }

    private func named(_ call: APICall) async throws -> Person {
        guard let person = try await feature.store.people.person(Int64(call.integer("person") ?? 0)) else {
            throw Refusal(.notFound, text: "There is no such person.")
        }
        return person
    }

    private func audit(_ action: AuditEntry.Action, _ person: Person, _ call: APICall) async throws {
        try await feature.accounts.audit(action, by: try call.person(), person.name, in: call.context)
    }
}
