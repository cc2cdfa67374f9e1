import BoardPages
import LongJobs
import Serving

/// Jobs that outlast a request.
struct JobsFeature: Sendable {
    let boards: KnownBoards
    /// nil if jobs aren't shown here.
    let jobs: Jobs?
}
