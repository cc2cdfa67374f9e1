import Boards
import Foundation
import Places
import Records
import Watching

/// Looks up places typed on a page of stations, and names of positions: first among the suburbs of the stations themselves, then among all
/// places that the installation knows.
struct StationPlaces: Sendable {
    private let places: KnownPlaces
    private let board: String
    private let offers: [StationOffer]

    init(_ places: KnownPlaces, _ board: String, _ offers: [StationOffer]) {
        self.places = places
        self.board = board
        self.offers = offers
    }

    /// The places with a name or postcode, likeliest first: of several towns with the same name, the one with the most stations.
    func find(_ text: String) -> [Place] {
        let wanted = Self.folded(text)
        let positions = offers.filter { offer in
            [offer.station.suburb, offer.station.postcode].contains { $0.map(Self.folded) == wanted }
        }.compactMap { offer in offer.station.position.map { (offer.station.suburb, $0) } }
        let middles = PositionGroups.groups(of: positions.map(\.1)).compactMap(UnitVector.middle(of:))
        if !middles.isEmpty {
            let name = Self.written(positions[0].0 ?? text)
            return middles.map { Place(name, at: $0) }
        }
        if text.first?.isNumber == true {
            // Many countries have postcodes of four digits, so only those near the stations count.
            return places.place(postcode: text, near: offers.lazy.compactMap(\.station.position).first)
                .flatMap { away($0.position) <= StationList.farthest ? [$0] : nil } ?? []
        }
        // Of places with the same name, those near the stations come first.
        return places.places(named: text).filter { Self.isSame($0.name, text) }.sorted { away($0.position) < away($1.position) }
    }

    /// Names to suggest, in readable spelling.
    func names() -> [String] {
        var seen: Set<String> = []
        return offers.compactMap { $0.station.suburb }.filter { seen.insert($0).inserted }.map(Self.written)
    }

    /// The suburb that a position is in, or next to.
    func suburb(of position: Position) -> String? {
        if let known = places.suburbs(near: position, of: board, count: 1).first { return Self.written(known.name) }
        let nearest = offers.compactMap { offer -> (metres: Double, suburb: String)? in
            guard let suburb = offer.station.suburb, let metres = offer.station.position?.metres(to: position) else { return nil }
            return (metres, suburb)
        }.min { $0.metres < $1.metres }
        return nearest.map { Self.written($0.suburb) }
    }

    private func away(_ position: Position) -> Double {
        offers.compactMap { $0.station.position?.metres(to: position) }.min() ?? 0
    }

    static func folded(_ name: String) -> String { PlaceName.folded(name) }

    /// Whether two names are equal, apart from a plural.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        func bare(_ name: String) -> String {
            folded(name).split(separator: " ").map { $0.hasSuffix("s") ? $0.dropLast() : $0 }.joined(separator: " ")
        }
        return bare(one) == bare(other)
    }

    /// Readable spelling for names in capitals, such as `MOUNT LAWLEY`; other names are unchanged.
    static func written(_ name: String) -> String {
        guard name.contains(where: \.isLetter), !name.contains(where: \.isLowercase) else { return name }
        return name.lowercased().capitalized
    }
}
