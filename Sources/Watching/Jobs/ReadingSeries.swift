import Fetching
import LongJobs
import Records
import Synchronization

/// The requested readings of sources that are shown together (`source.each`) as one job, which counts completed readings and can cancel all
/// of them.
///
/// Readings join as they begin, and the series is over when all of them have ended. Later readings form another series.
final class ReadingSeries: Sendable {
    /// Readings of one board that one person has requested; nil for the first readings of a source.
    struct Key: Hashable {
        let board: String
        let person: Person.ID?
    }

    private struct State {
        /// The running readings.
        var jobs: [Feed.ID: Job] = [:]
        var count = 0
        var failures: [String] = []
        var isCancelled = false
        var isOver = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Adds a reading; false if the series is over.
    func join(_ feed: Feed.ID, _ job: Job) -> Bool {
        let (isIn, isCancelled) = state.withLock { state in
            guard !state.isOver else { return (false, false) }
            state.jobs[feed] = job
            state.count += 1
            return (true, state.isCancelled)
        }
        if isCancelled { job.cancel() }
        return isIn
    }

    /// Records that a reading has ended; `failure` is the reason if it failed.
    func end(_ feed: Feed.ID, failure: String?) {
        state.withLock { state in
            guard state.jobs.removeValue(forKey: feed) != nil else { return }
            if let failure { state.failures.append(failure) }
            guard state.jobs.isEmpty else { return }
            state.isOver = true
            state.waiting?.resume()
            state.waiting = nil
        }
    }

    var progress: LongJob.Progress {
        state.withLock { LongJob.Progress(done: $0.count - $0.jobs.count, total: $0.count) }
    }

    /// Cancels the running readings, and those that join later.
    func cancel() {
        let jobs = state.withLock { state in
            state.isCancelled = true
            return Array(state.jobs.values)
        }
        for job in jobs { job.cancel() }
    }

    /// Returns when the series is over. Throws if a reading failed.
    func wait() async throws {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiting = continuation }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
        let (failures, count) = state.withLock { ($0.failures, $0.count) }
        if let first = failures.first { throw SomeFailed(description: "\(failures.count) of \(count) sources couldn’t be read: \(first)") }
    }

    private struct SomeFailed: Error, CustomStringConvertible {
        let description: String
    }
}
