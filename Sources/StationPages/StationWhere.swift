import Boards
import Places
package import Records
import Serving

/// Where the person is, if known, and where the list is centred: derived from the query, their settings and the known places. A pure value,
/// apart from its look-ups.
///
/// A typed place overrides the position for the list; distances are always from the position.
struct StationWhere: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
        /// The browser's position.
        case position
        /// One of the person's saved places, by name.
        case saved(String)
    }

    enum Problem: Hashable, Sendable {
        /// The suburb or postcode is unknown; `alike` are similar names.
        case unknown(String, alike: [String])
        /// The source doesn't know the suburb, so all stations are shown; `alike` are similar names.
        case unknownSuburb(String, alike: [String])
        /// A suburb without a feed so far, which a visitor can't add; `choice` is the parameter's label.
        case notForStrangers(choice: String)
        /// The position in the address is invalid.
        case unreadable
        /// Too far from every station to drive: the distance of the nearest, in metres.
        case far(metres: Double)
    }

    var here: Position?
    var origin: Origin?
    /// The suburb that `here` is in or next to.
    var suburb: String?
    /// The centre of the list, if it isn't `here`.
    var middle: Position?
    /// The centre's name: `Subiaco`, `6008 Subiaco`.
    var middleName: String?
    var problem: Problem?

    /// `find` looks up places by name or postcode, `names` returns names to suggest, `nearest` returns the suburb of a position.
    init(
        _ query: StationsQuery, _ settings: StationSettings, find: (String) -> [Place], names: () -> [String],
        nearest: (Position) -> String?
    ) {
        if query.hasUnreadablePosition { problem = .unreadable }
        if let near = query.near { (here, origin) = (near, .position) }
        if let place = query.place {
            if let saved = settings.places.first(where: { $0.name.lowercased() == place.lowercased() }) {
                // A saved place that is chosen replaces the position, and distances are from it.
                (here, origin) = (saved.position, .saved(saved.name))
            } else if !place.isEmpty {
                let found = find(place)
                if let first = found.first {
                    (middle, middleName) = (first.position, place.first?.isNumber == true ? "\(place) \(first.name)" : first.name)
                } else {
                    problem = .unknown(place, alike: NearNames.of(place, among: names()))
                }
            }
        } else if here == nil, let saved = settings.places.first {
            (here, origin) = (saved.position, .saved(saved.name))
        }
        suburb = here.flatMap(nearest)
    }

    /// The suburb in `middleName`, without a typed postcode.
    var middleSuburb: String? { middleName.map { String($0.drop { $0.isNumber || $0 == " " }) } }

    /// The same, marked as too far: the nearest station is in another country.
    func awayFrom(_ metres: Double) -> Self {
        var away = self
        (away.here, away.origin, away.suburb, away.problem) = (nil, nil, nil, .far(metres: metres))
        return away
    }
}

extension StationSettings.SavedPlace {
    package var position: Position? { Position(latitude: latitude, longitude: longitude) }
}

/// Suggests names similar to an unknown one: a letter added, missing, replaced, or two swapped.
enum NearNames {
    static let limit = 5

    /// At most `limit` names, nearest first, and equally near ones in their order. The limit is one edit for every three letters, at least
    /// one.
    static func of(_ text: String, among names: [String]) -> [String] {
        let wanted = Array(text.folded.prefix(60))
        guard !wanted.isEmpty else { return [] }
        var seen: Set<[UInt8]> = []
        let found = names.enumerated().compactMap { place, name -> (steps: Int, place: Int, name: String)? in
            let folded = Array(name.folded.prefix(60))
            guard seen.insert(folded).inserted else { return nil }
            // A typed beginning counts as one step.
            let steps = wanted.count >= 3 && folded.starts(with: wanted) ? 1 : steps(from: wanted, to: folded)
            return steps <= max(1, wanted.count / 3) ? (steps, place, name) : nil
        }
        return found.sorted { ($0.steps, $0.place) < ($1.steps, $1.place) }.prefix(limit).map(\.name)
    }

    /// The number of edits of one letter from one to the other, where swapping two neighbours is one edit (optimal string alignment).
    static func steps(from one: [UInt8], to other: [UInt8]) -> Int {
        var (beforeLast, last) = ([Int](), Array(0...other.count))
        for i in one.indices {
            var row = [i + 1]
            for j in other.indices {
                var steps = min(row[j] + 1, last[j + 1] + 1, last[j] + (one[i] == other[j] ? 0 : 1))
                if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] { steps = min(steps, beforeLast[j - 1] + 1) }
                row.append(steps)
            }
            (beforeLast, last) = (last, row)
        }
        return last[other.count]
    }
}
