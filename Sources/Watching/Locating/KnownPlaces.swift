package import Foundation
import Logging
package import Places
package import Records
package import Storage
import Synchronization

/// Every place that the server knows by name: those that come along, those that were imported, and the suburbs that it has learned from the
/// feeds it fetched.
///
/// A source of stations names the suburb of each, so the suburb of the station nearest to somebody is mostly theirs, more often than any list
/// of places tells it (`Docs/Places.md`). Both are asked and the nearer one wins; where both have a suburb, it is called what the source calls it,
/// for that is what the source can be asked for.
///
/// One a server. Reading is a glance at what was last learned, and never waits for the store.
package final class KnownPlaces: Sendable {
    package struct Suburb: Hashable, Sendable {
        /// As the board's source writes it, if that has been seen to name it.
        package let name: String
        package let position: Position
        /// ISO 3166-1, where a list of places says so.
        package var country: String?
        /// From where it was asked for, in a straight line; 0 where that was by name.
        package var metres = 0.0
        /// Whether the board's source has been seen to name it.
        package let isLearned: Bool
        /// Whether there are places of this name in the same country that are far from this position, so that it says little.
        package var isSpread = false
    }

    /// The suburbs of one board: a place for each station, which has its suburb's name.
    private struct Learned {
        let stations: Gazetteer
        /// By folded name: as the source writes it, and where its stations are.
        let suburbs: [String: (name: String, positions: [Position])]
        /// Of all stations.
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

    /// In metres. A place of a list that is farther away says nothing of where somebody is: the list may be of another country.
    package static let farthest = 50_000.0

    private let lists: [Gazetteer]
    private let imported: ImportedGazetteer?
    private let store: Store?
    private let addresses: MaxMindFile?
    private let learned = Mutex<[String: Learned]>([:])
    private let logger = Logger(label: "tidings.places")

    /// `gazetteers` in the order in which they are believed. Without a store nothing is learned.
    package convenience init(_ gazetteers: [Gazetteer] = [.seed], store: Store? = nil) {
        self.init(gazetteers, imported: nil, store: store, addresses: nil)
    }

    private init(_ lists: [Gazetteer], imported: ImportedGazetteer?, store: Store?, addresses: MaxMindFile?) {
        self.lists = lists
        self.imported = imported
        self.store = store
        self.addresses = addresses
    }

    /// What is known in a data folder, with what is imported there meanwhile, for which its file is looked at so often at most.
    package convenience init(
        in data: URL, store: Store, addresses: MaxMindFile? = nil, lookingEvery interval: Duration = .seconds(2)
    ) async throws {
        self.init([.seed], imported: ImportedGazetteer(in: data, lookingEvery: interval), store: store, addresses: addresses)
        let stations = try await store.places.stationPositions().mapValues(Learned.init)
        learned.withLock { $0 = stations }
    }

    /// In the order in which they are believed.
    private var gazetteers: [Gazetteer] { (imported?.places.map { [$0] } ?? []) + lists }

    /// Whom the terms of the places ask to name, each once.
    package var attributions: [String] {
        gazetteers.flatMap(\.sources).map(\.attribution).reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
    }

    // MARK: Suburbs of a board

    /// The suburbs nearest to a position, in order, each once; none of a list that has no place near it.
    package func suburbs(near position: Position, of board: String, count: Int) -> [Suburb] {
        let learned = learned.withLock { $0[board] }
        var suburbs: [Suburb] = []
        if let learned {
            // Several stations in a row may be in the same suburb.
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
        // Of what is equally far, what was learned stands first.
        let order = suburbs.indices.sorted { (suburbs[$0].metres, $0) < (suburbs[$1].metres, $1) }
        return Array(unique(order.map { suburbs[$0] }).prefix(count))
    }

    /// The suburb that somebody means by a name, however they write it. A plural or a slip of the pen is forgiven where no place is called that.
    /// Of several that the source calls so, its position is that of the one with the most stations.
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
            // Of several in the world, the one where the board's stations are.
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

    /// Every suburb that the board's source has named, as it writes them, in order.
    package func suburbs(of board: String) -> [String] {
        let learned = learned.withLock { $0[board] }
        return (learned?.suburbs ?? [:]).sorted { $0.key < $1.key }.map(\.value.name)
    }

    private func unique(_ suburbs: [Suburb]) -> [Suburb] {
        var seen: Set<String> = []
        return suburbs.filter { seen.insert(PlaceName.folded($0.name)).inserted }
    }

    // MARK: Places of the world

    /// The place of a postcode. Where it has several, the one in their middle; where several countries have it, the one nearest to `near`.
    package func place(postcode: String, near: Position? = nil) -> Place? {
        let places = gazetteers.lazy.map { $0.places(postcode: postcode) }.first { !$0.isEmpty } ?? []
        let nearest = near.flatMap { near in places.min { near.metres(to: $0.position) < near.metres(to: $1.position) } } ?? places.first
        let country = places.filter { $0.country == nearest?.country }
        guard let middle = UnitVector.middle(of: country.map(\.position)) else { return nearest }
        // To the nearest hundred metres, so that of two places the first is meant.
        return country.min { (middle.metres(to: $0.position) / 100).rounded() < (middle.metres(to: $1.position) / 100).rounded() }
    }

    /// Places of a name, as `Gazetteer` finds them, the most people first.
    package func places(named name: String, limit: Int = 20) -> [Place] {
        Array(Gazetteer.NameMatch.allCases.lazy.map { self.places(named: name, as: $0) }.first { !$0.isEmpty }?.prefix(limit) ?? [])
    }

    /// What two lists have within ten kilometres is one place.
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

    /// The nearest places and how far they are, each name once.
    package func places(near position: Position, count: Int) -> [(place: Place, metres: Double)] {
        let places = gazetteers.flatMap { $0.nearest(to: position, count: 2 * count) }
        var seen: Set<String> = []
        return Array(
            places.indices.sorted { (places[$0].metres, $0) < (places[$1].metres, $1) }.map { places[$0] }
                .filter { seen.insert(PlaceName.folded($0.place.name)).inserted }.prefix(count))
    }

    /// About where whoever asks from an internet address is: their town at best, often no more than their country, and nothing to show as a fact. nil
    /// where the operator has given no file of addresses, or it does not know this one.
    package func position(ofAddress address: String) -> Position? {
        do { return try addresses?.position(of: address) } catch {
            logger.warning("an address cannot be looked up", metadata: ["problem": "\(error)"])
            return nil
        }
    }

    // MARK: Learning

    /// Remembers what a fetch has told of where suburbs are.
    package func learn(_ stations: [StationPosition], of board: String, at time: Timestamp) async throws {
        guard let store, try await store.places.learn(stations, of: board, at: time) > 0 else { return }
        let known = try await store.places.stationPositions(of: board)[board].map(Learned.init)
        learned.withLock { $0[board] = known }
    }

    /// A fetch is stored and done whether or not anything can be learned from it.
    func learn(from records: [Record], of board: String, _ fields: PlaceFields, at time: Timestamp) async {
        do { try await learn(fields.stations(in: records), of: board, at: time) } catch {
            logger.warning("nothing was learned", metadata: ["board": "\(board)", "problem": "\(error)"])
        }
    }
}
