import Boards
import Places
package import Records
import Serving

/// Where somebody is, as far as they said, and about where the list is to be: what the address, their settings and the known places make of each
/// other. A pure value, but for the look-ups in it.
///
/// A place that is typed overrides the position for what is listed; distances are shown from the position alone.
struct StationWhere: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
        /// As the browser has told it.
        case position
        /// One of their saved places, by its name.
        case saved(String)
    }

    enum Problem: Hashable, Sendable {
        /// No such suburb or postcode is known; names that are written like it.
        case unknown(String, alike: [String])
        /// The source can be asked for no such suburb, so all is shown; names that are written like it.
        case unknownSuburb(String, alike: [String])
        /// A suburb that nobody has asked the source for yet, which a stranger may not; under that label it is chosen.
        case notForStrangers(choice: String)
        /// The position in the address is none.
        case unreadable
        /// Farther from every station than anybody drives: the nearest is so many metres away.
        case far(metres: Double)
    }

    var here: Position?
    var origin: Origin?
    /// The suburb that `here` is in or next to.
    var suburb: String?
    /// About what the list is, if it is not about `here`.
    var middle: Position?
    /// What that is called: `Subiaco`, `6008 Subiaco`.
    var middleName: String?
    var problem: Problem?

    /// `find` looks for the places of a name or postcode; `names` are those that could have been meant; `nearest` names the suburb of a position.
    init(
        _ query: StationsQuery, _ settings: StationSettings, find: (String) -> [Place], names: () -> [String],
        nearest: (Position) -> String?
    ) {
        if query.hasUnreadablePosition { problem = .unreadable }
        if let near = query.near { (here, origin) = (near, .position) }
        if let place = query.place {
            if let saved = settings.places.first(where: { $0.name.lowercased() == place.lowercased() }) {
                // Chosen after the position was given: from there it is counted.
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

    /// The suburb in `middleName`, without a postcode that was typed.
    var middleSuburb: String? { middleName.map { String($0.drop { $0.isNumber || $0 == " " }) } }

    /// The same where the nearest station is in another country.
    func awayFrom(_ metres: Double) -> Self {
        var away = self
        (away.here, away.origin, away.suburb, away.problem) = (nil, nil, nil, .far(metres: metres))
        return away
    }
}

extension StationSettings.SavedPlace {
    package var position: Position? { Position(latitude: latitude, longitude: longitude) }
}

/// Names written like one that is not known: a letter too many, too few, another one or two that changed places.
enum NearNames {
    static let most = 5

    /// The nearest first, at most `most`; of those that are equally near, in their order. Only what half its letters speak for.
    static func of(_ text: String, among names: [String]) -> [String] {
        let wanted = Array(text.folded.prefix(60))
        guard !wanted.isEmpty else { return [] }
        var seen: Set<[UInt8]> = []
        let found = names.enumerated().compactMap { place, name -> (steps: Int, place: Int, name: String)? in
            let folded = Array(name.folded.prefix(60))
            guard seen.insert(folded).inserted else { return nil }
            // A beginning that was typed is as good as a slip.
            let steps = wanted.count >= 3 && folded.starts(with: wanted) ? 1 : steps(from: wanted, to: folded)
            return steps <= max(1, wanted.count / 3) ? (steps, place, name) : nil
        }
        return found.sorted { ($0.steps, $0.place) < ($1.steps, $1.place) }.prefix(most).map(\.name)
    }

    /// Changes of a letter from one to the other, two that changed places being one (optimal string alignment).
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
