package import Localisation
import Logging
package import Records
import ServiceLifecycle
package import Storage
import Synchronization

/// Runs long work as visible jobs: each has a number, a person, a progress and an outcome, and can be cancelled.
///
/// One per data folder, whose owner holds `DataLock`; several servers over one database have their own each. A job is recorded in the store
/// before it starts. The number of running jobs per kind is limited; others wait in order. Jobs interrupted by a shutdown are marked as
/// such at the next start; the caller must start them again. A cancelled job's task is cancelled at once, and its slot is free as soon as
/// its work has ended.
package actor Jobs: Service {
    private let store: Store
    /// This server's name among several that share the store; empty: it is the only one.
    private let node: String
    private let now: Now
    private let onEnded: @Sendable (JobKind, LongJob.State) -> Void
    private var underWay: [LongJob.ID: Run] = [:]
    private var lanes: [JobKind: Lane] = [:]
    private var isStopping = false
    private let signal = AsyncSignal()
    private let logger = Logger(label: "tidings.jobs")

    /// How often progress is written to the store and cancellations are read from it.
    private static let look = Duration.seconds(1)
    /// How long to retry recording the end of a job while the database is away.
    private static let outage = Duration.seconds(10 * 60)

    /// The jobs of one kind, so that starting and ending a job doesn't involve the others.
    private struct Lane {
        var count = 0
        var running = 0
        /// In ascending order of their numbers.
        var waiting: [LongJob.ID] = []

        mutating func wait(_ id: LongJob.ID) { waiting.insert(id, at: waiting.lastIndex { $0 < id }.map { $0 + 1 } ?? 0) }
    }

    private struct Run {
        let kind: JobKind
        let report: JobReport
        let cancel: @Sendable () -> Void
        var isRunning = false
        var isCancelling = false
        /// The continuation of a waiting job, resumed with whether its turn has come.
        var turn: CheckedContinuation<Bool, Never>?
        /// The progress last recorded in the store.
        var noted = LongJob.Progress()
    }

    /// Marks jobs of an earlier process as interrupted, as a node only its own. `onEnded` is called at each end.
    package init(
        store: Store, node: String = "", now: @escaping Now = Timestamp.system,
        onEnded: @escaping @Sendable (JobKind, LongJob.State) -> Void = { _, _ in }
    ) async throws {
        self.store = store
        self.node = node
        self.now = now
        self.onEnded = onEnded
        let count = try await store.jobs.interruptJobs(of: node, at: now())
        if count > 0 { logger.notice("\(count) jobs were interrupted by the end of the server") }
    }

    /// Runs work as a job when its turn comes, and returns its result. Throws the work's error, `CancellationError` if it was cancelled
    /// before it started, and `JobError` if too many are waiting. Cancelling the caller cancels the job.
    package func run<Value: Sendable>(
        _ kind: JobKind, about subject: LongJob.Subject, for person: Person.ID? = nil,
        _ work: @Sendable @escaping (JobReport) async throws -> Value
    ) async throws -> Value {
        guard lanes[kind, default: Lane()].count < kind.limit + JobKind.waitingLimit else {
            throw JobError("too many jobs wait (\(kind.name))")
        }
        // Counted before it is recorded, because many may arrive while the store records the first.
        lanes[kind, default: Lane()].count += 1
        let id: LongJob.ID
        do { id = try await store.jobs.addJob(kind.name, about: subject, for: person, on: node, at: now()).id } catch {
            lanes[kind]?.count -= 1
            throw error
        }
        let report = JobReport()
        // It can't start before it is in `underWay`: both run on this actor.
        let task = Task {
            guard await self.turnComes(to: id) else { throw CancellationError() }
            try Task.checkCancellation()
            try await self.store.jobs.beginJob(id, at: self.now())
            return try await work(report)
        }
        underWay[id] = Run(kind: kind, report: report) { task.cancel() }
        signal.send()
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            Task { await self.stop(id) }
        }
        await ended(id, result.failure)
        return try result.get()
    }

    // MARK: Turns

    private func turnComes(to id: LongJob.ID) async -> Bool {
        guard let kind = underWay[id]?.kind, underWay[id]?.isCancelling == false else { return false }
        if lanes[kind, default: Lane()].running < kind.limit {
            lanes[kind]?.running += 1
            underWay[id]?.isRunning = true
            return true
        }
        lanes[kind]?.wait(id)
        return await withCheckedContinuation { underWay[id]?.turn = $0 }
    }

    private func ended(_ id: LongJob.ID, _ error: (any Error)?) async {
        guard let run = underWay.removeValue(forKey: id) else { return }
        lanes[run.kind]?.count -= 1
        if !run.isRunning {
            lanes[run.kind]?.waiting.removeAll { $0 == id }
        } else if let next = lanes[run.kind]?.waiting.first {
            lanes[run.kind]?.waiting.removeFirst()
            underWay[next]?.isRunning = true
            underWay[next]?.turn?.resume(returning: true)
            underWay[next]?.turn = nil
        } else {
            lanes[run.kind]?.running -= 1
        }
        let state: LongJob.State =
            switch error {
            case nil: .done
            case _ where run.isCancelling: .cancelled
            case is CancellationError: .interrupted
            case _: isStopping ? .interrupted : .failed
            }
        let failure = state == .failed ? error.map { "\($0)" } : nil
        // The waiter may be cancelled; the end is recorded anyway.
        let (progress, time) = (run.report.progress, now())
        let note = { @Sendable [store] in try await store.jobs.endJob(id, state, progress, failure: failure, at: time) }
        let noting = Task { try await note() }
        if case .failure(let error) = await noting.result {
            logger.error("the end of a job cannot be noted", metadata: ["job": "\(id)", "error": "\(error)"])
            Task { try? await outlasting(Self.outage, note) }
        }
        onEnded(run.kind, state)
    }

    // MARK: Queries and cancellation

    /// The newest jobs that a person may see (`JobStore.all`), with their current progress.
    package func list(seenBy person: Person? = nil, limit: Int = 50) async throws -> [LongJob] {
        try await store.jobs.all(seenBy: person, limit: limit).map(asItIs)
    }

    package func job(_ id: LongJob.ID, seenBy person: Person? = nil) async throws -> LongJob? {
        try await store.jobs.job(id, seenBy: person).map(asItIs)
    }

    private func asItIs(_ stored: LongJob) -> LongJob {
        guard let run = underWay[stored.id], !stored.state.hasEnded else { return stored }
        var job = stored
        job.progress = run.report.progress
        return job
    }

    /// Cancels a job that this person may cancel (`JobStore.cancelJob`). False if there is none.
    package func cancel(_ id: LongJob.ID, by person: Person? = nil, in store: Store? = nil) async throws -> Bool {
        guard try await (store ?? self.store).jobs.cancelJob(id, by: person) else { return false }
        stop(id)
        return true
    }

    private func stop(_ id: LongJob.ID) {
        guard underWay[id]?.isCancelling == false else { return }
        underWay[id]?.isCancelling = true
        underWay[id]?.cancel()
        guard let run = underWay[id], let turn = run.turn else { return }
        lanes[run.kind]?.waiting.removeAll { $0 == id }
        underWay[id]?.turn = nil
        turn.resume(returning: false)
    }

    /// The numbers of running and waiting jobs of some kinds.
    package func figures(of kinds: [JobKind]) -> [(kind: JobKind, running: Int, waiting: Int)] {
        kinds.map { kind in
            let lane = lanes[kind, default: Lane()]
            return (kind, lane.running, lane.count - lane.running)
        }
    }

    // MARK: The service

    /// Records progress, and cancels jobs on request of other processes.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await self.signal.wait(atMost: await self.underWay.isEmpty ? .seconds(60) : Self.look)
                await self.lookAround()
            }
        }
        isStopping = true
    }

    private func lookAround() async {
        guard !underWay.isEmpty else { return }
        do {
            let news = underWay.compactMap { id, run in
                run.isRunning && run.report.progress != run.noted ? (id: id, progress: run.report.progress) : nil
            }
            if !news.isEmpty { try await store.jobs.note(news) }
            for (id, progress) in news { underWay[id]?.noted = progress }
            for id in try await store.jobs.jobsToCancel() { stop(id) }
        } catch {
            logger.error("jobs cannot be noted", metadata: ["error": "\(error)"])
        }
    }
}

/// A job's progress, set by its work and read by others.
package final class JobReport: Sendable {
    private let reading = Mutex<@Sendable () -> LongJob.Progress>({ LongJob.Progress() })

    /// Sets the current progress.
    package func update(_ done: Int, of total: Int?) {
        let progress = LongJob.Progress(done: done, total: total)
        reading.withLock { $0 = { progress } }
    }

    /// Reads the progress from another counter.
    package func follow(_ progress: @Sendable @escaping () -> LongJob.Progress) { reading.withLock { $0 = progress } }

    package var progress: LongJob.Progress { reading.withLock { $0 }() }
}

/// Why a job wasn't started.
package struct JobError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
