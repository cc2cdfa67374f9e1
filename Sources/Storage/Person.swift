import Foundation
import GRDB
package import Records

/// Somebody with an account: what they may do, and what they have set.
///
/// A disabled person cannot log in, and nothing is sent to them; what is theirs is kept, and their list of notices goes on.
package struct Person: Hashable, Sendable, Identifiable {
    package enum Role: String, CaseIterable, Sendable { case administrator, member }

    package let id: Int64
    package var name: String
    package var role: Role
    package var settings: PersonSettings
    package var isDisabled: Bool
    package let created: Timestamp

    /// Names are compared without regard to the case of ASCII letters.
    package static let nameLimit = 60

    /// What a name is made of what somebody typed: trimmed, composed; nil if it is empty, too long or holds control characters.
    package static func name(from text: String) -> String? {
        let name = text.trimmingWhitespace().precomposedStringWithCanonicalMapping
        guard !name.isEmpty, name.count <= nameLimit, name.utf8.count <= 4 * nameLimit,
            !name.unicodeScalars.contains(where: { [.control, .format, .lineSeparator].contains($0.properties.generalCategory) })
        else { return nil }
        return name
    }

    init(_ row: Row) {
        id = row["id"]
        name = row["name"]
        role = Role(rawValue: row["role"]) ?? .member
        settings = PersonSettings(json: row["settings"])
        isDisabled = row["disabled"]
        created = Timestamp(milliseconds: row["created"])
    }
}

/// What a person has set for themselves. A new setting is a new member here, and needs no migration: they are stored as one JSON object,
/// and members that this version does not know are left as they are.
package struct PersonSettings: Hashable, Codable, Sendable {
    /// BCP 47; nil: as the browser asks for it.
    package var language: String?
    /// Of the time-zone database, `Europe/Berlin`; nil: the server's.
    package var zone: String?
    /// For each board of stations that they have set something for.
    package var stations: [StationSettings] = []

    package init(language: String? = nil, zone: String? = nil) {
        self.language = language
        self.zone = zone
    }

    private enum CodingKeys: CodingKey { case language, zone, stations }

    /// One member that cannot be read takes no other with it.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        language = try? members.decode(String.self, forKey: .language)
        zone = try? members.decode(String.self, forKey: .zone)
        stations = ((try? members.decode([StationSettings].self, forKey: .stations)) ?? []).map(\.checked)
    }

    /// What cannot be read is not set.
    init(json: String) { self = (try? JSONDecoder().decode(Self.self, from: Data(json.utf8))) ?? Self() }

    /// With a null for what is not set, so that it is taken out of what is stored (RFC 7396).
    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(language, forKey: .language)
        try members.encode(zone, forKey: .zone)
        // A list takes the place of the stored one as a whole, so that what was taken out of it is gone.
        try members.encode(stations.isEmpty ? nil : stations, forKey: .stations)
    }

    /// RFC 8259.
    package var json: String { get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) } }
}
