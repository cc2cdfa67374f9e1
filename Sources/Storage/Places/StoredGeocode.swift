import Records

extension StoredGeocode {
    static let columns = "key, address, outcome, latitude, longitude, label, detail, service, attribution, asked, expires"
    /// A later answer replaces an earlier one.
    static let replacing = columns.split(separator: ", ").map { "\($0) = excluded.\($0)" }.joined(separator: ", ")

    init(_ row: Row) {
        let latitude: Double? = row["latitude"]
        let longitude: Double? = row["longitude"]
        self.init(
            key: row["key"], address: row["address"], outcome: Outcome(rawValue: row["outcome"]) ?? .failed,
            position: latitude.flatMap { latitude in longitude.flatMap { Position(latitude: latitude, longitude: $0) } },
            label: row["label"], detail: row["detail"], service: row["service"], attribution: row["attribution"],
            asked: Timestamp(milliseconds: row["asked"]), expires: (row["expires"] as Int64?).map(Timestamp.init(milliseconds:)))
    }

    var arguments: Arguments {
        [
            key, address, outcome.rawValue, position?.latitude, position?.longitude, label, detail, service, attribution,
            asked.milliseconds, expires?.milliseconds,
        ]
    }
}
