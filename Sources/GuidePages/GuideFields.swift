import Foundation
import Records

/// The fields of programme records that guide pages use.
package struct GuideFields: Sendable {
    /// The fields read for a line or a cell.
    static let shown: Set<String> = [
        "channel", "channel_name", "start", "stop", "title", "subtitle", "film", "new", "premiere", "live", "repeat",
    ]

    /// Including the genre.
    static let inGrid = shown.union(["categories"])

    /// The fields read for a record's channel.
    static let ofChannel: Set<String> = ["channel", "channel_name", "channel_logo", "channel_group"]

    private let start, stop, channelID, title: Int
    private let channelName, channelLogo, channelGroup, subtitle, categories: Int?
    private let marks: [(name: String, place: Int)]

    /// Returns nil if the board's records aren't programmes.
    init?(_ schema: Schema) {
        guard let slot = schema.slot, let channel = schema.slotChannel, let title = schema.index(of: "title") else { return nil }
        (start, stop, channelID, self.title) = (slot.start, slot.stop, channel, title)
        (channelName, subtitle) = (schema.index(of: "channel_name"), schema.index(of: "subtitle"))
        categories = schema.index(of: "categories")
        (channelLogo, channelGroup) = (schema.index(of: "channel_logo"), schema.index(of: "channel_group"))
        marks = GuideMarks.names.compactMap { name in schema.index(of: name).map { (name, $0) } }
    }

    func channel(_ stored: StoredRecord) -> GuideChannel? {
        let values = stored.record.values
        guard let id = values[channelID]?.text else { return nil }
        func text(_ place: Int?) -> String? { place.flatMap { values[$0]?.text } }
        return GuideChannel(id: id, name: text(channelName) ?? id, logo: text(channelLogo), group: text(channelGroup))
    }

    func genres(_ stored: StoredRecord) -> [String] {
        guard case .list(let texts)? = categories.flatMap({ stored.record.values[$0] }) else { return [] }
        return texts
    }

    func programme(_ stored: StoredRecord) -> GuideProgramme? {
        let values = stored.record.values
        guard case .timestamp(let start)? = values[start], case .timestamp(let stop)? = values[stop] else { return nil }
        return GuideProgramme(
            id: stored.id, start: start, stop: stop, title: values[title]?.text ?? "", subtitle: subtitle.flatMap { values[$0]?.text },
            marks: marks.filter { values[$0.place] == .flag(true) }.map(\.name), genre: GuideGenre(genres(stored)))
    }
}
