extension Watcher {
    /// The result of a request for fetches: numbers of feeds.
    package struct Refreshing: Hashable, Sendable {
        /// Fetches that have started.
        package var started = 0
        /// Fetches that were already running.
        package var running = 0
        /// Feeds that were read recently.
        package var fresh = 0

        package init(started: Int = 0, running: Int = 0, fresh: Int = 0) {
            (self.started, self.running, self.fresh) = (started, running, fresh)
        }

        package static func + (left: Self, right: Self) -> Self {
            Self(started: left.started + right.started, running: left.running + right.running, fresh: left.fresh + right.fresh)
        }
    }
}
