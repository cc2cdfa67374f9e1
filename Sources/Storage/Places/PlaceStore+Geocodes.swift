package import Records

/// Geocoders' answers, stored permanently if something was found; and the traffic with them, shared by all processes on this data.
extension PlaceStore {
    /// Limit of stored answers; beyond it, no more questions are asked.
    private static let geocodeLimit = 200_000

    /// The outcome of starting a question: an answer that arrived meanwhile, or the decision.
    package enum GeocodeStart<Decision: Sendable>: Sendable {
        case known(StoredGeocode)
        case decided(Decision)
    }

    /// The valid stored answers to these questions, by their keys.
    package func geocodes(_ keys: [String], at now: Timestamp) async throws -> [String: StoredGeocode] {
        try await database.read("looking up positions") { database in
            let statement = try database.cachedStatement(sql: Self.geocode)
            var found: [String: StoredGeocode] = [:]
            for key in keys {
                if let row = try Row.fetchOne(statement, arguments: [key, now.milliseconds]) { found[key] = StoredGeocode(row) }
            }
            return found
        }
    }

    /// Decides whether a question may be asked, in one transaction for all processes: `decide` receives the traffic so far and records in
    /// it the requests it allows. A question that already has an answer isn't asked.
    package func beginGeocode<Decision: Sendable>(
        _ key: String, now: @escaping Now, decide: @escaping @Sendable (inout GeocodeTraffic, Timestamp) -> Decision
    ) async throws -> GeocodeStart<Decision> {
        try await database.write("asking for a position") { database in
            let now = now()
            if let row = try Row.fetchOne(database, sql: Self.geocode, arguments: [key, now.milliseconds]) {
                return .known(StoredGeocode(row))
            }
            guard try Int.fetchOne(database, sql: "SELECT count(*) FROM geocodes") ?? 0 < Self.geocodeLimit else {
                throw StorageError(.full, doing: "asking for a position", detail: "\(Self.geocodeLimit) positions are kept, and no more")
            }
            var traffic = try Self.geocodeTraffic(in: database)
            let before = traffic
            let decision = decide(&traffic, now)
            if traffic != before { try Self.write(traffic, in: database) }
            return .decided(decision)
        }
    }

    /// Stores the answer, and its effect on the traffic.
    package func endGeocode(_ answer: StoredGeocode, settle: @escaping @Sendable (inout GeocodeTraffic) -> Void) async throws {
        try await database.write("keeping a position") { database in
            try database.execute(
                sql: """
                    INSERT INTO geocodes (\(StoredGeocode.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (key) DO UPDATE SET \(StoredGeocode.replacing)
                    """, arguments: answer.arguments)
            var traffic = try Self.geocodeTraffic(in: database)
            settle(&traffic)
            try Self.write(traffic, in: database)
        }
    }

    package func geocodeTraffic() async throws -> GeocodeTraffic {
        try await database.read("reading the traffic with geocoders") { try Self.geocodeTraffic(in: $0) }
    }

    /// The number of stored answers by outcome.
    package func geocodeCounts() async throws -> [StoredGeocode.Outcome: Int] {
        try await database.read("counting positions") { database in
            let rows = try Row.fetchAll(database, sql: "SELECT outcome, count(*) FROM geocodes GROUP BY 1")
            return Dictionary(rows.compactMap { row in StoredGeocode.Outcome(rawValue: row[0]).map { ($0, row[1]) } }) { first, _ in first }
        }
    }

    private static let geocode =
        "SELECT \(StoredGeocode.columns) FROM geocodes WHERE key = ? AND (expires IS NULL OR expires > ?)"

    private static func geocodeTraffic(in database: Connection) throws -> GeocodeTraffic {
        var traffic = GeocodeTraffic()
        guard let row = try Row.fetchOne(database, sql: "SELECT * FROM geocode_traffic WHERE id = 1") else { return traffic }
        traffic.service = row["service"]
        traffic.began = (row["began"] as Int64?).map(Timestamp.init(milliseconds:))
        traffic.ended = (row["ended"] as Int64?).map(Timestamp.init(milliseconds:))
        traffic.pausedUntil = (row["paused_until"] as Int64?).map(Timestamp.init(milliseconds:))
        traffic.failures = row["failures"]
        traffic.trouble = row["trouble"]
        return traffic
    }

    private static func write(_ traffic: GeocodeTraffic, in database: Connection) throws {
        try database.execute(
            sql: """
                INSERT INTO geocode_traffic (id, service, began, ended, paused_until, failures, trouble) VALUES (1, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET service = excluded.service, began = excluded.began, ended = excluded.ended,
                    paused_until = excluded.paused_until, failures = excluded.failures, trouble = excluded.trouble
                """,
            arguments: [
                traffic.service, traffic.began?.milliseconds, traffic.ended?.milliseconds, traffic.pausedUntil?.milliseconds,
                traffic.failures, traffic.trouble,
            ])
    }
}
