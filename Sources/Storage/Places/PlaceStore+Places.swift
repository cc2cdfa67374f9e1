package import Records

/// Stations and the suburbs that a board's source assigned to them. Grows with every fetch, and survives the removal of its feed.
extension PlaceStore {
    /// Limit of stations per board; beyond it, those not seen for longest are removed.
    package static let stationLimit = 50_000

    /// Stores stations, each place once, with the suburb that the source last named. Returns how many were new, or marked as seen again.
    package func learn(_ stations: [StationPosition], of board: String, at time: Timestamp) async throws -> Int {
        guard !stations.isEmpty else { return 0 }
        return try await database.write("learning where suburbs are") { database in
            let statement = try database.makeStatement(
                sql: """
                    INSERT INTO station_positions (board, north, east, suburb, seen) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (board, north, east) DO UPDATE SET suburb = excluded.suburb, seen = excluded.seen
                    WHERE station_positions.suburb <> excluded.suburb OR station_positions.seen <= excluded.seen - 86400000
                    """)
            var learned = 0
            for station in stations.prefix(Self.stationLimit) {
                let (north, east) = (station.position.latitude * 10_000, station.position.longitude * 10_000)
                try statement.execute(
                    arguments: [
                        board, Int64(clamping: north.rounded()), Int64(clamping: east.rounded()), station.suburb, time.milliseconds,
                    ])
                learned += database.changesCount
            }
            guard learned > 0 else { return 0 }
            try database.execute(
                sql: """
                    DELETE FROM station_positions WHERE board = ?1 AND (north, east) NOT IN
                        (SELECT north, east FROM station_positions WHERE board = ?1 ORDER BY seen DESC, north, east LIMIT ?2)
                    """, arguments: [board, Self.stationLimit])
            return learned
        }
    }

    /// By board, each in the map's order, from south to north.
    package func stationPositions(of board: String? = nil) async throws -> [String: [StationPosition]] {
        try await database.read("reading where suburbs are") { database in
            var stations: [String: [StationPosition]] = [:]
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT board, north, east, suburb FROM station_positions WHERE board = ?1 OR ?1 IS NULL ORDER BY board, north, east
                    """, arguments: [board])
            while let row = try rows.next() {
                let (north, east): (Int64, Int64) = (row["north"], row["east"])
                guard let position = Position(latitude: Double(north) / 10_000, longitude: Double(east) / 10_000) else { continue }
                stations[row["board"], default: []].append(StationPosition(suburb: row["suburb"], position: position))
            }
            return stations
        }
    }
}
