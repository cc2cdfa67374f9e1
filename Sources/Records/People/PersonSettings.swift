import Foundation

/// A person's own settings. A new setting is a new member here and needs no migration: they are stored as one JSON object, and members that
/// this version doesn't know stay unchanged.
package struct PersonSettings: Hashable, Codable, Sendable {
    /// BCP 47; nil for the browser's language.
    package var language: String?
    /// A name of the time-zone database, `Europe/Berlin`; nil for the server's.
    package var zone: String?
    /// One entry per board of stations with settings.
    package var stations: [StationSettings] = []
    /// One entry per guide with chosen channels.
    package var guides: [GuideSettings] = []
    /// The boards of the first page in the person's own order, by name; other boards follow. Empty for the default order, by relevance.
    package var boards: [String] = []

    package static let boardLimit = 200

    package init(language: String? = nil, zone: String? = nil) {
        self.language = language
        self.zone = zone
    }

    private enum CodingKeys: CodingKey { case language, zone, stations, guides, boards }

    /// An unreadable member doesn't affect the others.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        language = try? members.decode(String.self, forKey: .language)
        zone = try? members.decode(String.self, forKey: .zone)
        stations = ((try? members.decode([StationSettings].self, forKey: .stations)) ?? []).map(\.checked)
        guides = ((try? members.decode([GuideSettings].self, forKey: .guides)) ?? []).map(\.checked)
        boards = Array(((try? members.decode([String].self, forKey: .boards)) ?? []).prefix(Self.boardLimit))
    }

    /// Unreadable settings count as not set.
    package init(json: String) { self = (try? JSONDecoder().decode(Self.self, from: Data(json.utf8))) ?? Self() }

    /// Encodes unset members as null, so that a merge patch removes them from the stored settings (RFC 7396).
    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(language, forKey: .language)
        try members.encode(zone, forKey: .zone)
        // A list replaces the stored one as a whole, so that removed entries disappear.
        try members.encode(stations.isEmpty ? nil : stations, forKey: .stations)
        try members.encode(guides.isEmpty ? nil : guides, forKey: .guides)
        try members.encode(boards.isEmpty ? nil : boards, forKey: .boards)
    }

    /// RFC 8259.
    package var json: String { get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) } }
}
