package import Localisation
import Logging
package import Records
import ServiceLifecycle
package import Storage
import Synchronization

/// Runs what takes longer than a request, so that it is seen: each job has a number, a person, a progress and an end, and can be cancelled.
///
/// One a data folder, held by whoever holds `DataLock`. A job is noted in the store before it begins. So many of a kind run at once; others
/// wait in line. A job that was under way when the server ended is noted as interrupted at the next start; whoever had it done asks again. A
/// cancelled job's task is cancelled at once, and its number is free as soon as its work has ended.
package actor Jobs: Service {
    private let store: Store
    private let now: Now
    private let onEnded: @Sendable (JobKind, LongJob.State) -> Void
    private var underWay: [LongJob.ID: Run] = [:]
    private var lanes: [JobKind: Lane] = [:]
    private var isStopping = false
    private let bell = Bell()
    private let logger = Logger(label: "tidings.jobs")

    /// How often the store learns how far jobs are, and is asked which are to end.
    private static let look = Duration.seconds(1)

    /// Those of one kind: a job begins and ends without a look at the others.
    private struct Lane {
        var count = 0
        var running = 0
        /// In the order of their numbers.
        var waiting: [LongJob.ID] = []

        mutating func wait(_ id: LongJob.ID) { waiting.insert(id, at: waiting.lastIndex { $0 < id }.map { $0 + 1 } ?? 0) }
    }

    private struct Run {
        let kind: JobKind
        let report: JobReport
        let cancel: @Sendable () -> Void
        var isRunning = false
        var isCancelling = false
        /// What waits for its turn: told whether it has come.
        var turn: CheckedContinuation<Bool, Never>?
        /// As the store knows it.
        var noted = LongJob.Progress()
    }

    /// Notes what an earlier server left behind. `onEnded` is called at each end.
    package init(
        store: Store, now: @escaping Now = Timestamp.system, onEnded: @escaping @Sendable (JobKind, LongJob.State) -> Void = { _, _ in }
    ) async throws {
        self.store = store
        self.now = now
        self.onEnded = onEnded
        let count = try await store.jobs.interruptJobs(at: now())
        if count > 0 { logger.notice("\(count) jobs were interrupted by the end of the server") }
    }

    /// Runs work as a job, once its turn has come, and returns what it returns. Throws what it throws, `CancellationError` if it was cancelled
    /// before it began, and `JobError` if too many wait. A cancelled caller cancels the job.
    package func run<Value: Sendable>(
        _ kind: JobKind, about subject: LongJob.Subject, for person: Person.ID? = nil,
        _ work: @Sendable @escaping (JobReport) async throws -> Value
    ) async throws -> Value {
        guard lanes[kind, default: Lane()].count < kind.limit + JobKind.waitingLimit else {
            throw JobError("too many jobs wait (\(kind.name))")
        }
        // It counts before it is noted: a thousand may ask while the store notes the first.
        lanes[kind, default: Lane()].count += 1
        let id: LongJob.ID
        do { id = try await store.jobs.addJob(kind.name, about: subject, for: person, at: now()).id } catch {
            lanes[kind]?.count -= 1
            throw error
        }
        let report = JobReport()
        // It can't begin before it is in `underWay`: both are this actor's.
        let task = Task {
            guard await self.turnComes(to: id) else { throw CancellationError() }
            try Task.checkCancellation()
            try await self.store.jobs.beginJob(id, at: self.now())
            return try await work(report)
        }
        underWay[id] = Run(kind: kind, report: report) { task.cancel() }
        bell.ring()
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
        // Whoever waited may be cancelled; the end is noted all the same.
        let noting = Task { try await store.jobs.endJob(id, state, run.report.progress, failure: failure, at: now()) }
        if case .failure(let error) = await noting.result {
            logger.error("the end of a job cannot be noted", metadata: ["job": "\(id)", "error": "\(error)"])
        }
        onEnded(run.kind, state)
    }

    // MARK: What people ask

    /// The newest jobs that a person may see (`JobStore.all`), as far as they are now.
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

    /// Ends a job that this person may end (`JobStore.cancelJob`). False if there is none.
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

    /// Jobs of some kinds that are under way: those that run, and those that wait.
    package func figures(of kinds: [JobKind]) -> [(kind: JobKind, running: Int, waiting: Int)] {
        kinds.map { kind in
            let lane = lanes[kind, default: Lane()]
            return (kind, lane.running, lane.count - lane.running)
        }
    }

    // MARK: The service

    /// Notes how far jobs are, and ends those that another process wants to end.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await self.bell.wait(atMost: await self.underWay.isEmpty ? .seconds(60) : Self.look)
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

/// How far a job is, said by its work and read by whoever looks.
package final class JobReport: Sendable {
    private let reading = Mutex<@Sendable () -> LongJob.Progress>({ LongJob.Progress() })

    /// As it is now.
    package func say(_ done: Int, of total: Int?) {
        let progress = LongJob.Progress(done: done, total: total)
        reading.withLock { $0 = { progress } }
    }

    /// As somebody else counts it.
    package func follow(_ progress: @Sendable @escaping () -> LongJob.Progress) { reading.withLock { $0 = progress } }

    package var progress: LongJob.Progress { reading.withLock { $0 }() }
}

/// Why a job isn't begun.
package struct JobError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
