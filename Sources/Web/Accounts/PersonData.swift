import Records
import Serving
import Storage

/// All that is kept of a person, as one JSON object: what they may take along.
struct PersonData: Sendable {
    let json: String

    init(_ person: Person, in store: Store, at now: Timestamp) async throws {
        var data = JSONLine()
        data.add("name", person.name)
        data.add("role", person.role.rawValue)
        data.add("created", person.created.description)
        data.add("settings", json: try person.settings.json)
        for feature in Features.installed { try await feature.addData(&data, person, store, now) }
        json = data.closed
    }
}
