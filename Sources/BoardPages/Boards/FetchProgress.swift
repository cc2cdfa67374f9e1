package import Fetching
package import Records
import Serving

/// The progress of a reading of a source, for display.
package struct FetchProgress: Hashable, Sendable {
    package var receivedBytes: Int
    package var totalBytes: Int?
    package var bytesPerSecond: Int?
    /// Rows that match the needle so far; nil if there is no needle.
    package var matches: Int?

    /// The total size, if it is plausible.
    package var knownTotal: Int? { totalBytes.flatMap { $0 > 0 && receivedBytes <= $0 ? $0 : nil } }
}

/// Why a reading failed, and when.
package struct FetchFailure: Hashable, Sendable {
    package var reason: SourceFailure
    package var at: Timestamp
}

extension FetchFailure {
    /// nil if the last reading of the feed didn't fail.
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
