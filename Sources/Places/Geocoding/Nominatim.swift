package import Foundation
import Records

/// Nominatim, OpenStreetMap's geocoder: `/search` in the format `jsonv2` (https://nominatim.org/release-docs/latest/api/Search/).
///
/// The licence in its answer is preserved. The usage policy of the public installation is followed for all installations
/// (`Docs/Using/Geocoding.md`).
package struct Nominatim: Geocoder {
    package static let name = "nominatim"
    package static let attribution = "Data © OpenStreetMap contributors, ODbL 1.0. https://www.openstreetmap.org/copyright"
    /// Degrees around the preferred position.
    private static let reach = 2.0

    private let address: URL

    package init(at address: URL) { self.address = address }

    package func url(for question: GeocodeQuestion) -> URL {
        var query = [
            (name: "q", value: question.address), ("format", "jsonv2"), ("addressdetails", "1"), ("limit", "\(Geocoders.candidateLimit)"),
        ]
        if !question.countries.isEmpty { query.append(("countrycodes", question.countries.joined(separator: ","))) }
        if let middle = question.preferred {
            let (west, east) = (max(-180, middle.longitude - Self.reach), min(180, middle.longitude + Self.reach))
            let (south, north) = (max(-90, middle.latitude - Self.reach), min(90, middle.latitude + Self.reach))
            query.append(("viewbox", [west, south, east, north].map { Value.number($0).text }.joined(separator: ",")))
        }
        return address.call("search", query)
    }

    package func candidates(in answer: [UInt8]) throws(UnreadableAnswer) -> [GeocodeCandidate] {
        guard let places = try? JSONDecoder().decode([Place].self, from: Data(answer)) else {
            throw UnreadableAnswer(answer, of: "Nominatim")
        }
        return places.map(\.candidate)
    }

    /// A result, parsed leniently.
    private struct Place: Decodable {
        let candidate: GeocodeCandidate

        private enum Key: String, CodingKey { case lat, lon, display_name, licence, address, country_code, boundingbox }

        init(from decoder: any Decoder) throws {
            let place = try decoder.container(keyedBy: Key.self)
            let country = try? place.nestedContainer(keyedBy: Key.self, forKey: .address).shown(.country_code)?.lowercased()
            // South, north, west, east.
            let box = ((try? place.decode([String].self, forKey: .boundingbox)) ?? []).map { NumberFormat().number($0) }
            candidate = GeocodeCandidate(
                place.text(.lat).flatMap { latitude in place.text(.lon).flatMap { Position(latitude, $0) } },
                label: place.shown(.display_name), country: country,
                breadth: box.count == 4 ? GeocodeCandidate.breadth(south: box[0], west: box[2], north: box[1], east: box[3]) : nil,
                attribution: place.shown(.licence))
        }
    }
}
