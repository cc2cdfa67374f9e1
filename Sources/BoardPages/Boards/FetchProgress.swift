package import Fetching
package import Records
import Serving

/// How far a reading of a source is, for people.
package struct FetchProgress: Hashable, Sendable {
    package var receivedBytes: Int
    package var totalBytes: Int?
    package var bytesPerSecond: Int?
    /// Rows of the needle so far; nil if there is no needle.
    package var matches: Int?

    /// The total, if there is one to believe.
    package var knownTotal: Int? { totalBytes.flatMap { $0 > 0 && receivedBytes <= $0 ? $0 : nil } }
}

/// Why a reading failed, and when.
package struct FetchFailure: Hashable, Sendable {
    package var reason: SourceFailure
    package var at: Timestamp
}

extension FetchFailure {
    /// Why the last reading of a feed failed; nil if it did not.
    package init?(of feed: Feed) {
        guard let reason = feed.failure, let at = feed.lastAttempt else { return nil }
        self.init(reason: reason, at: at)
    }
}

extension FetchProgress {
    package init(_ progress: JobProgress, matches: Int?) {
        self.init(
            receivedBytes: progress.receivedBytes, totalBytes: progress.expectedBytes, bytesPerSecond: progress.bytesPerSecond,
            matches: matches)
    }
}
