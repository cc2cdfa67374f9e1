package import Boards
package import Places
package import Records

/// Stations whose source does not say where they are.
extension Geocoding {
    /// How far from its suburb's middle a station may lie.
    private static let reach = 20_000.0

    /// Where the stations are that came without a position, as far as it is known. Asks nobody: `MissingPositions` does.
    package func positions(of stations: [Station]) async throws -> [Station.ID: GeocodeAnswer] {
        let wanted = stations.filter { $0.position == nil }.compactMap { station in question(for: station).map { (station.id, $0) } }
        guard !wanted.isEmpty else { return [:] }
        let found = try await known(wanted.map(\.1)).compactMapValues(\.answer)
        return Dictionary(wanted.compactMap { id, question in found[question].map { (id, $0) } }) { first, _ in first }
    }

    /// What is asked for a station: nil where it has no address. `suburb` is where its suburb is; without it, an answer may lie anywhere in
    /// the countries.
    package nonisolated func question(for station: Station, suburb: Position? = nil) -> GeocodeQuestion? {
        guard let address = station.address?.trimmingWhitespace(), !address.isEmpty else { return nil }
        let parts = [address, station.suburb, station.postcode].compactMap { $0?.trimmingWhitespace() }.filter { !$0.isEmpty }
        return GeocodeQuestion(
            building: parts.joined(separator: ", "), in: suburb.map { .init(around: $0, metres: Self.reach) }, countries: countries)
    }
}
