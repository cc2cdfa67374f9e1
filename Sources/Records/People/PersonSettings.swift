import Foundation

/// What a person has set for themselves. A new setting is a new member here, and needs no migration: they are stored as one JSON object,
/// and members that this version does not know are left as they are.
package struct PersonSettings: Hashable, Codable, Sendable {
    /// BCP 47; nil: as the browser asks for it.
    package var language: String?
    /// Of the time-zone database, `Europe/Berlin`; nil: the server's.
    package var zone: String?
    /// For each board of stations that they have set something for.
    package var stations: [StationSettings] = []
    /// For each guide that they have chosen channels of.
    package var guides: [GuideSettings] = []
    /// The boards of the first page in their own order, by name; those that aren't named follow. Empty: by what matters to them.
    package var boards: [String] = []

    package static let boardLimit = 200

    package init(language: String? = nil, zone: String? = nil) {
        self.language = language
        self.zone = zone
    }

    private enum CodingKeys: CodingKey { case language, zone, stations, guides, boards }

    /// One member that cannot be read takes no other with it.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        language = try? members.decode(String.self, forKey: .language)
        zone = try? members.decode(String.self, forKey: .zone)
        stations = ((try? members.decode([StationSettings].self, forKey: .stations)) ?? []).map(\.checked)
        guides = ((try? members.decode([GuideSettings].self, forKey: .guides)) ?? []).map(\.checked)
        boards = Array(((try? members.decode([String].self, forKey: .boards)) ?? []).prefix(Self.boardLimit))
    }

    /// What cannot be read is not set.
    package init(json: String) { self = (try? JSONDecoder().decode(Self.self, from: Data(json.utf8))) ?? Self() }

    /// With a null for what is not set, so that it is taken out of what is stored (RFC 7396).
    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(language, forKey: .language)
        try members.encode(zone, forKey: .zone)
        // A list takes the place of the stored one as a whole, so that what was taken out of it is gone.
        try members.encode(stations.isEmpty ? nil : stations, forKey: .stations)
        try members.encode(guides.isEmpty ? nil : guides, forKey: .guides)
        try members.encode(boards.isEmpty ? nil : boards, forKey: .boards)
    }

    /// RFC 8259.
    package var json: String { get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) } }
}
