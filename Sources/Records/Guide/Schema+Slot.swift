extension Schema {
    /// The fields that say when a record's slot begins and ends, by their places: `start` and `stop`, if both are timestamps.
    package var slot: (start: Int, stop: Int)? {
        guard let start = index(of: "start"), let stop = index(of: "stop"), fields[start].kind == .timestamp,
            fields[stop].kind == .timestamp
        else { return nil }
        return (start, stop)
    }
}
