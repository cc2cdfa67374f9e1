import Records
import Serving

/// All data stored about a person, as one JSON object to export.
struct PersonData: Sendable {
    let json: String

    init(_ person: Person, of features: [any Feature]) async throws {
        var data = JSONLine()
        data.add("name", person.name)
        data.add("role", person.role.rawValue)
        data.add("created", person.created.description)
        data.add("settings", json: try person.settings.json)
        for feature in features { try await feature.addData(of: person, to: &data) }
        json = data.closed
    }
}
