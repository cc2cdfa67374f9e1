package import Foundation
import Records

/// Photon, a geocoder for OpenStreetMap data that is easy to host yourself: `/api`, GeoJSON
/// (https://github.com/komoot/photon/blob/master/docs/api-v1.md).
package struct Photon: Geocoder {
    package static let name = "photon"
    package static let attribution = "Data © OpenStreetMap contributors, ODbL 1.0. https://www.openstreetmap.org/copyright"
    /// Types that are never a single address, even without an extent.
    private static let regions: Set = ["county", "state", "country"]

    private let address: URL

    package init(at address: URL) { self.address = address }

    package func url(for question: GeocodeQuestion) -> URL {
        var query = [(name: "q", value: question.address), ("limit", "\(Geocoders.candidateLimit)")]
        query += question.countries.map { ("countrycode", $0.uppercased()) }
        if let middle = question.preferred {
            query += [
                ("lat", Value.number(middle.latitude).text), ("lon", Value.number(middle.longitude).text),
                // A radius of somewhat more than a degree.
                ("zoom", "8"),
            ]
        }
        return address.call("api", query)
    }

    package func candidates(in answer: [UInt8]) throws(UnreadableAnswer) -> [GeocodeCandidate] {
        guard let collection = try? JSONDecoder().decode(Collection.self, from: Data(answer)) else {
            throw UnreadableAnswer(answer, of: "Photon")
        }
        return collection.features.map(\.candidate)
    }

    private struct Collection: Decodable { let features: [Feature] }

    /// A result, parsed leniently.
    private struct Feature: Decodable {
        let candidate: GeocodeCandidate

        private enum Key: String, CodingKey {
            case geometry, coordinates, properties, name, housenumber, street, postcode, city, state, country, countrycode, extent, type
        }

        init(from decoder: any Decoder) throws {
            let feature = try decoder.container(keyedBy: Key.self)
            // Longitude first.
            let point = try? feature.nestedContainer(keyedBy: Key.self, forKey: .geometry).decode([Double].self, forKey: .coordinates)
            let place = try? feature.nestedContainer(keyedBy: Key.self, forKey: .properties)
            candidate = GeocodeCandidate(
                point.flatMap { $0.count >= 2 ? Position(latitude: $0[1], longitude: $0[0]) : nil },
                label: place.flatMap(Self.label), country: place?.shown(.countrycode)?.lowercased(),
                breadth: place.flatMap(Self.breadth))
        }

        private static func label(_ place: KeyedDecodingContainer<Key>) -> String? {
            let parts = [[Key.name], [.housenumber, .street], [.postcode, .city], [.state], [.country]]
                .map { $0.compactMap { place.shown($0) }.joined(separator: " ") }.filter { !$0.isEmpty }
            return parts.isEmpty ? nil : parts.joined(separator: ", ")
        }

        private static func breadth(_ place: KeyedDecodingContainer<Key>) -> Double? {
            // West, north, east, south.
            if let box = try? place.decode([Double].self, forKey: .extent), box.count == 4 {
                return GeocodeCandidate.breadth(south: box[3], west: box[0], north: box[1], east: box[2])
            }
            return place.shown(.type).flatMap { regions.contains($0) ? .infinity : nil }
        }
    }
}
