import Records

/// How far a reading of a source is, for people.
struct FetchProgress: Hashable, Sendable {
    var receivedBytes: Int
    var totalBytes: Int?
    var bytesPerSecond: Int?
    /// Rows of the needle so far; nil if there is no needle.
    var matches: Int?

    /// The total, if there is one to believe.
    var knownTotal: Int? { totalBytes.flatMap { $0 > 0 && receivedBytes <= $0 ? $0 : nil } }
}

/// Why a reading failed, and when.
struct FetchFailure: Hashable, Sendable {
    var reason: SourceFailure
    var at: Timestamp
}
