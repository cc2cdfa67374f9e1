import BoardPages
import Broadcasting
import LongJobs
import Operating
import Records
import Serving
import Watching

/// The operator's settings and metrics.
struct OperatingFeature: Sendable {
    let boards: KnownBoards
    /// The settings that administrators can change on a page; nil removes the page.
    let settings: ServerSettings?
    /// nil if this server looks up no addresses.
    let geocoding: Geocoding?
    /// nil if jobs aren't shown here.
    let jobs: Jobs?
    /// Sends the live events of queues; nil without any.
    let liveQueues: Broadcaster?
    /// What this server says of itself as one of several; nil if it is alone.
    let nodes: NodeReporter?
    /// When this server started.
    let started = Timestamp.system()
    /// Each person tries one board at a time.
    let trials = FairSemaphore(.init(width: 2, own: 1, waiting: 0))
    /// The secrets of boards that were tried and aren’t saved yet.
    let triedSecrets = TriedSecrets()
}
