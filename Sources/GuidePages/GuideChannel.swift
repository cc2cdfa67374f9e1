import Foundation
import Records

/// A channel with programmes in a guide.
package struct GuideChannel: Hashable, Sendable {
    /// The source's identifier.
    let id: String
    let name: String
    /// The published address of its logo.
    var logo: String?
    /// The source's group of channels.
    var group: String?
    /// HD and +1 channels grouped with it.
    var others: [GuideChannel] = []

    /// The chosen ones in their order, then by name, with numbers compared by value; each id once.
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

/// The parts of a programme that a line or a cell shows.
struct GuideProgramme: Hashable, Sendable {
    let id: Int64
    let start: Timestamp
    let stop: Timestamp
    let title: String
    var subtitle: String?
    /// Names of its flags: `film`, `new`.
    var marks: [String] = []
    /// Also nil if the record's genre field wasn't read.
    var genre: GuideGenre?

    init(
        id: Int64, start: Timestamp, stop: Timestamp, title: String, subtitle: String? = nil, marks: [String] = [],
        genre: GuideGenre? = nil
    ) {
        (self.id, self.start, self.stop, self.title) = (id, start, stop, title)
        (self.subtitle, self.marks, self.genre) = (subtitle, marks, genre)
    }

    init(_ slot: ProgrammeSlots.Slot, genre: GuideGenre?) {
        let marks = slot.flags.isEmpty ? [] : ProgrammeSlots.flags.filter { slot.flags.contains($0.flag) }.map(\.name)
        self.init(
            id: slot.id, start: slot.start, stop: slot.stop, title: slot.title, subtitle: slot.subtitle, marks: marks, genre: genre)
    }

    /// The elapsed share: 0…1.
    func share(at now: Timestamp) -> Double {
        let length = Double((stop - start).wholeMilliseconds)
        return length > 0 ? min(max(Double((now - start).wholeMilliseconds) / length, 0), 1) : 0
    }
}
