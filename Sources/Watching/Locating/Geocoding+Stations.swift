package import Boards
package import Places
package import Records

/// Stations whose source gives no position.
extension Geocoding {
    /// The longest distance of a station from its suburb's middle.
    private static let reach = 20_000.0

    /// The same offers, with known positions for stations whose source gives none, and the attributions to show, without duplicates. Sends
    /// no requests: `MissingPositions` does that.
    package func placed(_ offers: [StationOffer]) async throws -> (offers: [StationOffer], attributions: [String]) {
        let questions = offers.map { $0.station.position == nil ? question(for: $0.station) : nil }
        let found = try await known(questions.compactMap(\.self))
        var (placed, attributions) = (offers, [String]())
        for (index, question) in questions.enumerated() {
            guard let question, let answer = found[question]?.answer else { continue }
            placed[index].station.position = answer.position
            if let attribution = answer.attribution, !attributions.contains(attribution) { attributions.append(attribution) }
        }
        return (placed, attributions)
    }

    /// The question for a station; nil if it has no address. `suburb`: the position of its suburb; without it, an answer may be anywhere in
    /// the countries.
    package nonisolated func question(for station: Station, suburb: Position? = nil) -> GeocodeQuestion? {
        guard let address = station.address?.trimmingWhitespace(), !address.isEmpty else { return nil }
        let parts = [address, station.suburb, station.postcode].compactMap { $0?.trimmingWhitespace() }.filter { !$0.isEmpty }
        return GeocodeQuestion(
            building: parts.joined(separator: ", "), in: suburb.map { .init(around: $0, metres: Self.reach) }, countries: countries)
    }
}
