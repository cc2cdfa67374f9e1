import Foundation
import Records

/// Where the records of a board of programmes have what its pages show.
struct GuideFields: Sendable {
    /// What is read of a record for a line or a cell.
    static let shown: Set<String> = [
        "channel", "channel_name", "start", "stop", "title", "subtitle", "film", "new", "premiere", "live", "repeat",
    ]

    private let start, stop, channelID, title: Int
    private let channelName, subtitle: Int?
    private let marks: [(name: String, place: Int)]

    /// nil: the board's records are no programmes.
    init?(_ schema: Schema) {
        guard let slot = schema.slot, let channel = schema.slotChannel, let title = schema.index(of: "title") else { return nil }
        (start, stop, channelID, self.title) = (slot.start, slot.stop, channel, title)
        (channelName, subtitle) = (schema.index(of: "channel_name"), schema.index(of: "subtitle"))
        marks = GuideMarks.names.compactMap { name in schema.index(of: name).map { (name, $0) } }
    }

    func channel(_ stored: StoredRecord) -> GuideChannel? {
        let values = stored.record.values
        guard let id = values[channelID]?.text else { return nil }
        return GuideChannel(id: id, name: channelName.flatMap { values[$0]?.text } ?? id)
    }

    func programme(_ stored: StoredRecord) -> GuideProgramme? {
        let values = stored.record.values
        guard case .timestamp(let start)? = values[start], case .timestamp(let stop)? = values[stop] else { return nil }
        return GuideProgramme(
            id: stored.id, start: start, stop: stop, title: values[title]?.text ?? "", subtitle: subtitle.flatMap { values[$0]?.text },
            marks: marks.filter { values[$0.place] == .flag(true) }.map(\.name))
    }
}

/// One that a guide has programmes of.
struct GuideChannel: Hashable, Sendable {
    /// As its source names it.
    let id: String
    let name: String

    /// The chosen ones in their order, then by name, numbers in them by their size; each id once.
    static func inOrder(_ channels: [GuideChannel], first chosen: [String]) -> [GuideChannel] {
        var known: Set<String> = []
        let places = Dictionary(chosen.enumerated().map { ($1, $0) }) { first, _ in first }
        return channels.filter { known.insert($0.id).inserted }.sorted {
            let (place, other) = (places[$0.id] ?? .max, places[$1.id] ?? .max)
            if place != other { return place < other }
            return switch $0.name.compare($1.name, options: [.numeric, .caseInsensitive]) {
            case .orderedAscending: true
            case .orderedSame: $0.id < $1.id
            case .orderedDescending: false
            }
        }
    }
}

/// As much of a programme as a line or a cell shows.
struct GuideProgramme: Hashable, Sendable {
    let id: Int64
    let start: Timestamp
    let stop: Timestamp
    let title: String
    var subtitle: String?
    /// Names of flags that are set: `film`, `new`.
    var marks: [String] = []

    /// How much of it is over: 0…1.
    func share(at now: Timestamp) -> Double {
        let length = Double((stop - start).wholeMilliseconds)
        return length > 0 ? min(max(Double((now - start).wholeMilliseconds) / length, 0), 1) : 0
    }
}
