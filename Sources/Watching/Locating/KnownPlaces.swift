package import Foundation
import Logging
package import Places
package import Records
package import Storage
import Synchronization

/// All places that the server knows by name: the built-in ones, the imported ones, and the suburbs learned from fetched feeds.
///
/// A source of stations names each station's suburb, so the suburb of the nearest station is usually right, more often than the nearest
/// place in any list (`Docs/Using/Places.md`). Both are looked up and the nearer one wins; if both have a suburb, it gets the source's
/// name, because the source can be queried with that.
///
/// One per server. Lookups use memory only and never wait for the store.
package final class KnownPlaces: Sendable {
    package struct Suburb: Hashable, Sendable {
        /// In the source's spelling, if the source is known to use it.
        package let name: String
        package let position: Position
        /// ISO 3166-1, if a list of places has it.
        package var country: String?
        /// The straight-line distance from the requested position; 0 for a lookup by name.
        package var metres = 0.0
        /// Whether the name was learned from the board's source.
        package let isLearned: Bool
        /// Whether the same country has places of this name far from this position, which makes the position uncertain.
        package var isSpread = false
    }

    /// The suburbs of one board: a place for each station, named after its suburb.
    private struct Learned {
        let stations: Gazetteer
        /// By folded name: the source's spelling, and the positions of its stations.
        let suburbs: [String: (name: String, positions: [Position])]
        /// The middle of all stations.
        let middle: Position?

        init(_ positions: [StationPosition]) {
            middle = UnitVector.middle(of: positions.map(\.position))
            let list = PlaceList(PlaceSource(name: "stations"), positions.map { Place($0.suburb, at: $0.position) })
            stations = (try? Gazetteer([list])) ?? .empty
            suburbs = positions.reduce(into: [:]) { suburbs, station in
                suburbs[PlaceName.folded(station.suburb), default: (station.suburb, [])].positions.append(station.position)
            }
        }
    }

    /// In metres. A listed place farther away doesn't describe a position: the list may cover another country.
    package static let farthest = 50_000.0

    private let lists: [Gazetteer]
    private let imported: ImportedGazetteer?
    private let store: Store?
    private let addresses: MaxMindFile?
    private let learned = Mutex<[String: Learned]>([:])
    private let logger = Logger(label: "tidings.places")

    /// `gazetteers`: most trusted first. Without a store nothing is learned.
    package convenience init(_ gazetteers: [Gazetteer] = [.seed], store: Store? = nil) {
        self.init(gazetteers, imported: nil, store: store, addresses: nil)
    }

    private init(_ lists: [Gazetteer], imported: ImportedGazetteer?, store: Store?, addresses: MaxMindFile?) {
        self.lists = lists
        self.imported = imported
        self.store = store
        self.addresses = addresses
    }

    /// The places of a data folder, including later imports: the imported file is checked at most once per `interval`.
    package convenience init(
        in data: URL, store: Store, addresses: MaxMindFile? = nil, lookingEvery interval: Duration = .seconds(2)
    ) async throws {
        self.init([.seed], imported: ImportedGazetteer(in: data, lookingEvery: interval), store: store, addresses: addresses)
        let stations = try await store.places.stationPositions().mapValues(Learned.init)
        learned.withLock { $0 = stations }
    }

    /// Most trusted first.
    private var gazetteers: [Gazetteer] { (imported?.places.map { [$0] } ?? []) + lists }

    /// The attributions that the licences of the places require, without duplicates.
    package var attributions: [String] {
        gazetteers.flatMap(\.sources).map(\.attribution).reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
    }

    // MARK: Suburbs of a board

    /// The suburbs nearest to a position, in order, without duplicates; none from a list without a place near it.
    package func suburbs(near position: Position, of board: String, count: Int) -> [Suburb] {
        let learned = learned.withLock { $0[board] }
        var suburbs: [Suburb] = []
        if let learned {
            // Several consecutive stations may be in the same suburb.
            var asked = 4 * count
            repeat {
                suburbs = unique(
                    learned.stations.nearest(to: position, count: asked).map {
                        Suburb(name: $0.place.name, position: $0.place.position, metres: $0.metres, isLearned: true)
                    })
                asked *= 4
            } while suburbs.count < count && asked / 4 < learned.stations.count
        }
        for gazetteer in gazetteers {
            for (place, metres) in gazetteer.nearest(to: position, count: 2 * count) where metres <= Self.farthest {
                let own = learned?.suburbs[PlaceName.folded(place.name)]
                suburbs.append(
                    Suburb(
                        name: own?.name ?? place.name, position: place.position, country: place.country, metres: metres,
                        isLearned: own != nil))
            }
        }
        // At equal distance, learned suburbs come first.
        let order = suburbs.indices.sorted { (suburbs[$0].metres, $0) < (suburbs[$1].metres, $1) }
        return Array(unique(order.map { suburbs[$0] }).prefix(count))
    }

    /// The suburb that a typed name means, in any spelling. A plural or a typing error is accepted if no place has the exact name. If the
    /// source has several suburbs of the name, the position is that of the one with the most stations.
    package func suburb(named name: String, of board: String) -> Suburb? {
        let learned = learned.withLock { $0[board] }
        for match in Gazetteer.NameMatch.allCases {
            if let found = learned?.stations.places(named: name, as: match, limit: 1).first,
                let suburb = learned?.suburbs[PlaceName.folded(found.name)]
            {
                let position = PositionGroups.groups(of: suburb.positions).first.flatMap(UnitVector.middle(of:)) ?? found.position
                let isSpread = suburb.positions.contains { $0.metres(to: position) > PositionGroups.reach }
                return Suburb(name: suburb.name, position: position, isLearned: true, isSpread: isSpread)
            }
            let known = places(named: name, as: match)
            // Of several in the world, the nearest to the board's stations.
            let nearest = learned?.middle.flatMap { middle in known.min { middle.metres(to: $0.position) < middle.metres(to: $1.position) }
            }
            if let place = nearest ?? known.first {
                let isSpread = known.contains { other in
                    other.country == place.country && PlaceName.folded(other.name) == PlaceName.folded(place.name)
                        && other.position.metres(to: place.position) > PositionGroups.reach
                }
                return Suburb(name: place.name, position: place.position, isLearned: false, isSpread: isSpread)
            }
        }
        return nil
    }

    /// All suburbs that the board's source has named, in its spelling, in order.
    package func suburbs(of board: String) -> [String] {
        let learned = learned.withLock { $0[board] }
        return (learned?.suburbs ?? [:]).sorted { $0.key < $1.key }.map(\.value.name)
    }

    private func unique(_ suburbs: [Suburb]) -> [Suburb] {
        var seen: Set<String> = []
        return suburbs.filter { seen.insert(PlaceName.folded($0.name)).inserted }
    }

    // MARK: Places of the world

    /// The place of a postcode. Of several, the one in their middle; of several countries, the one nearest to `near`.
    package func place(postcode: String, near: Position? = nil) -> Place? {
        let places = gazetteers.lazy.map { $0.places(postcode: postcode) }.first { !$0.isEmpty } ?? []
        let nearest = near.flatMap { near in places.min { near.metres(to: $0.position) < near.metres(to: $1.position) } } ?? places.first
        let country = places.filter { $0.country == nearest?.country }
        guard let middle = UnitVector.middle(of: country.map(\.position)) else { return nearest }
        // Rounded to a hundred metres, so that the first of two places wins.
        return country.min { (middle.metres(to: $0.position) / 100).rounded() < (middle.metres(to: $1.position) / 100).rounded() }
    }

    /// Places of a name, as `Gazetteer` finds them, by descending population.
    package func places(named name: String, limit: Int = 20) -> [Place] {
        Array(Gazetteer.NameMatch.allCases.lazy.map { self.places(named: name, as: $0) }.first { !$0.isEmpty }?.prefix(limit) ?? [])
    }

    /// Places of one name within ten kilometres count as one.
    private func places(named name: String, as match: Gazetteer.NameMatch) -> [Place] {
        var found: [Place] = []
        for place in gazetteers.flatMap({ $0.places(named: name, as: match) })
        where !found.contains(where: {
            PlaceName.folded($0.name) == PlaceName.folded(place.name) && $0.position.metres(to: place.position) < 10_000
        }) {
            found.append(place)
        }
        return found.indices.sorted { (found[$0].population, $1) > (found[$1].population, $0) }.map { found[$0] }
    }

    /// The nearest places with their distances, without duplicate names.
    package func places(near position: Position, count: Int) -> [(place: Place, metres: Double)] {
        let places = gazetteers.flatMap { $0.nearest(to: position, count: 2 * count) }
        var seen: Set<String> = []
        return Array(
            places.indices.sorted { (places[$0].metres, $0) < (places[$1].metres, $1) }.map { places[$0] }
                .filter { seen.insert(PlaceName.folded($0.place.name)).inserted }.prefix(count))
    }

    /// The approximate position of an IP address: a town at best, often only a country, so it is never shown as a fact. nil if the operator
    /// has set no address file, or the file doesn't know the address.
    package func position(ofAddress address: String) -> Position? {
        do { return try addresses?.position(of: address) } catch {
            logger.warning("an address cannot be looked up", metadata: ["problem": "\(error)"])
            return nil
        }
    }

    // MARK: Learning

    /// Stores the positions of suburbs from a fetch.
    package func learn(_ stations: [StationPosition], of board: String, at time: Timestamp) async throws {
        guard let store, try await store.places.learn(stations, of: board, at: time) > 0 else { return }
        let known = try await store.places.stationPositions(of: board)[board].map(Learned.init)
        learned.withLock { $0[board] = known }
    }

    /// A failure here doesn't affect the fetch.
    func learn(from records: [Record], of board: String, _ fields: PlaceFields, at time: Timestamp) async {
        do { try await learn(fields.stations(in: records), of: board, at: time) } catch {
            logger.warning("nothing was learned", metadata: ["board": "\(board)", "problem": "\(error)"])
        }
    }
}
