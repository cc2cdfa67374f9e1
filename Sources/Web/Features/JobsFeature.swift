import BoardPages
import LongJobs
import Serving

/// What takes longer than a request.
struct JobsFeature: Sendable {
    let boards: KnownBoards
    /// nil if none are shown here.
    let jobs: Jobs?
}
