import Boards
import Fetching
import Logging
import LongJobs
import Records
import Storage
import Synchronization

/// Shows requested readings as jobs: a single reading as one, and those of a board's several sources together as one.
final class ReadingJobs: Sendable {
    private let jobs: Jobs
    private let logger: Logger
    /// The running series.
    private let series = Mutex<[ReadingSeries.Key: ReadingSeries]>([:])

    init(_ jobs: Jobs, _ logger: Logger) { (self.jobs, self.logger) = (jobs, logger) }

    /// Adds the reading to the running series of this board's readings, or to a new one.
    func joined(_ feed: Feed.ID, _ job: Job, of board: Board, by person: Person.ID?) -> ReadingSeries {
        let key = ReadingSeries.Key(board: board.name, person: person)
        let (found, isNew) = series.withLock { series in
            if let known = series[key], known.join(feed, job) { return (known, false) }
            let new = ReadingSeries()
            _ = new.join(feed, job)
            series[key] = new
            return (new, true)
        }
        // The task waits for the readings of the series, and ends with the last of them.
        if isNew { Task { await self.show(found, key, board) } }
        return found
    }

    private func show(_ shown: ReadingSeries, _ key: ReadingSeries.Key, _ board: Board) async {
        do {
            try await jobs.run(.readings, about: .init(board: board.name, title: board.title), for: key.person) { report in
                report.follow { shown.progress }
                try await withTaskCancellationHandler {
                    try await shown.wait()
                } onCancel: {
                    shown.cancel()
                }
            }
        } catch {
            // Cancelled before its turn, or the queue of jobs is full: readings that can't be shown are still done.
            if error is CancellationError { shown.cancel() } else { logger.debug("readings aren't shown as a job: \(error)") }
        }
        series.withLock { if $0[key] === shown { $0[key] = nil } }
    }

    /// Runs a reading as a job that counts its bytes and can cancel it.
    func run(
        _ board: Board, by person: Person.ID?, _ job: Job, _ read: @Sendable @escaping () async -> Refresh.Ending
    ) async -> Refresh.Ending {
        let outcome = Mutex<Refresh.Ending?>(nil)
        do {
            try await jobs.run(.reading, about: .init(board: board.name, title: board.title), for: person) { report in
                report.follow {
                    let progress = job.progress
                    return LongJob.Progress(done: progress.wireBytes, total: progress.expectedWireBytes)
                }
                try await withTaskCancellationHandler {
                    let result = await read()
                    outcome.withLock { $0 = result }
                    _ = try result.get()
                } onCancel: {
                    job.cancel()
                }
            }
        } catch {
            if let result = outcome.withLock({ $0 }) { return result }
            // Cancelled before its turn, or the queue of jobs is full: a reading that can't be shown is still done.
            if error is CancellationError { job.cancel() } else { logger.debug("a reading isn't shown as a job: \(error)") }
        }
        if let result = outcome.withLock({ $0 }) { return result }
        return await read()
    }
}
