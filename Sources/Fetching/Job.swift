public import Foundation
import Synchronization

/// One fetch.
///
/// A `Fetcher` creates it and its owner runs it once; any task may follow or cancel it. The owner's closure receives the head and then the
/// body in pieces. The job reads the next piece only after the closure has returned, so a slow consumer slows the transfer down and nothing
/// is buffered. After `cancel()` the job doesn't call the closure again.
public final class Job: Sendable, Identifiable {
    /// Unique across restarts.
    public let id: UUID
    /// The request that it performs.
    public let request: Request
    /// The caller: a page, a schedule, a command.
    public let requester: String

    private let status: Mutex<Status>
    private let cancellation: (stream: AsyncStream<Never>, continuation: AsyncStream<Never>.Continuation)
    private let transport: any Transport
    private let line: RequestLine?

    private struct Status {
        var state = JobState.queued
        var progress = JobProgress()
        var clock: JobClock?
        var bodyBegan: ContinuousClock.Instant?
        var isCancelled = false
        var followers: [Int: AsyncStream<JobUpdate>.Continuation] = [:]
        var nextFollower = 0
    }

    /// `line` is the queue the job waits in; nil for no queue.
    init(request: Request, requester: String, transport: any Transport, line: RequestLine?, id: UUID = UUID()) {
        self.id = id
        self.request = request
        self.requester = requester
        self.transport = transport
        self.line = line
        status = Mutex(Status())
        cancellation = AsyncStream.makeStream()
    }

    /// The current state.
    public var state: JobState { status.withLock { $0.state } }

    /// The current progress.
    public var progress: JobProgress { status.withLock { $0.progress } }

    /// State and progress now and after each change. A slow follower misses some updates but always gets the last. Ends with the job.
    public func updates() -> AsyncStream<JobUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: JobUpdate.self, bufferingPolicy: .bufferingNewest(1))
        let number = status.withLock { status -> Int? in
            continuation.yield(JobUpdate(state: status.state, progress: status.progress))
            guard !status.state.isEnd else { return nil }
            status.nextFollower += 1
            status.followers[status.nextFollower] = continuation
            return status.nextFollower
        }
        if let number {
            continuation.onTermination = { [weak self] _ in self?.status.withLock { $0.followers[number] = nil } }
        } else {
            continuation.finish()
        }
        return stream
    }

    /// Ends the job at any stage. Has no effect on a job that has ended.
    public func cancel() {
        status.withLock { $0.isCancelled = true }
        cancellation.continuation.finish()
    }

    /// Fetches, and returns the head of the answer after passing on the whole body (a 304 or 416 has none).
    ///
    /// Throws `FetchError`, or the error of `receive`, which also ends the job. Cancelling the task cancels the job.
    public func run(_ receive: @escaping @Sendable (Part) async throws -> Void) async throws -> ResponseHead {
        let isFirstRun = status.withLock { status in
            guard status.clock == nil else { return false }
            status.clock = JobClock(request.timeouts, at: .now)
            return true
        }
        guard isFirstRun else { throw FetchError(.cancelled, at: shownURL, "a job runs only once") }
        do {
            let head = try await withThrowingTaskGroup(of: ResponseHead?.self) { group in
                group.addTask { try await self.fetchInTurn(receive) }
                group.addTask { try await self.watchTheClock() }
                group.addTask {
                    for await _ in self.cancellation.stream {}
                    throw CancellationError()
                }
                defer { group.cancelAll() }
                while let finished = try await group.next() {
                    if let finished { return finished }
                }
                throw CancellationError()
            }
            enter(.done)
            return head
        } catch is CancellationError {
            throw failed(FetchError(.cancelled, at: shownURL, "was cancelled"))
        } catch let error as FetchError {
            throw failed(error)
        } catch {
            cancel()
            _ = failed(FetchError(.cancelled, at: shownURL, "was given up: \(error)"))
            throw error
        }
    }

    private var shownURL: String { request.url.absoluteString }

    private func failed(_ error: FetchError) -> FetchError {
        enter(.failed(error))
        return error
    }

    private func enter(_ state: JobState) {
        let ended = status.withLock { status in
            status.state = state
            tell(&status)
            guard state.isEnd else { return [AsyncStream<JobUpdate>.Continuation]() }
            defer { status.followers = [:] }
            return Array(status.followers.values)
        }
        // Finishing a stream calls back into the job, so it must happen without the lock.
        for follower in ended { follower.finish() }
    }

    private func tell(_ status: inout Status) {
        for follower in status.followers.values { follower.yield(JobUpdate(state: status.state, progress: status.progress)) }
    }

    private func fetchInTurn(_ receive: @Sendable (Part) async throws -> Void) async throws -> ResponseHead {
        try checkCancellation()
        guard let line, request.waitsInLine else { return try await fetch(receive) }
        let ticket = try await line.enter(request.url, request.priority)
        defer { line.leave(ticket) }
        return try await fetch(receive)
    }

    private func fetch(_ receive: @Sendable (Part) async throws -> Void) async throws -> ResponseHead {
        try checkCancellation()
        status.withLock { $0.clock?.began(.asking, at: .now) }
        enter(.running)
        let answer = try await transport.open(request)
        status.withLock { status in
            status.bodyBegan = .now
            status.progress.expectedBytes = answer.head.expectedBytes
            status.progress.expectedWireBytes = answer.head.expectedWireBytes
        }
        try await hand(.head(answer.head), to: receive)
        guard ![304, 416].contains(answer.head.status) else { return answer.head }
        var received = 0
        while let piece = try await answer.next() {
            received += piece.bytes.count
            guard received <= request.bodyLimit else {
                throw FetchError(
                    .tooLarge, at: answer.head.url.absoluteString, "sends more than the \(request.bodyLimit) bytes that are allowed")
            }
            record(piece)
            try await hand(.body(piece.bytes), to: receive)
        }
        if let expected = answer.head.expectedBytes, received < expected {
            throw FetchError(.truncated, at: answer.head.url.absoluteString, "ended after \(received) of \(expected) bytes")
        }
        return answer.head
    }

    private func checkCancellation() throws {
        guard !status.withLock({ $0.isCancelled }) else { throw CancellationError() }
        try Task.checkCancellation()
    }

    /// The only place that calls the owner's closure.
    private func hand(_ part: Part, to receive: @Sendable (Part) async throws -> Void) async throws {
        try checkCancellation()
        status.withLock { $0.clock?.began(.handing, at: .now) }
        try await receive(part)
        status.withLock { $0.clock?.began(.reading, at: .now) }
    }

    private func record(_ piece: BodyPiece) {
        let now = ContinuousClock.now
        status.withLock { status in
            status.progress.receivedBytes += piece.bytes.count
            status.progress.wireBytes += piece.wireCount
            status.clock?.received(piece.wireCount)
            if let began = status.bodyBegan {
                let seconds = (now - began) / .seconds(1)
                status.progress.bytesPerSecond = seconds > 0.05 ? Int(Double(status.progress.wireBytes) / seconds) : nil
            }
            tell(&status)
        }
    }

    /// Sleeps until the nearest deadline, and throws if it has expired by then.
    private func watchTheClock() async throws -> ResponseHead? {
        while true {
            let verdict = status.withLock { $0.clock?.check(at: .now) }
            switch verdict {
            case .late(let what): throw FetchError(.timedOut, at: shownURL, what)
            case .checkAgain(let time): try await Task.sleep(until: time, clock: .continuous)
            case nil: return nil
            }
        }
    }
}

/// The state of a job.
public enum JobState: Hashable, Sendable, Codable {
    /// Not started, or queued.
    case queued
    /// Running.
    case running
    /// Paused by a person. The job keeps the received bytes.
    case paused
    /// Failed, and is retried at that time.
    case waiting(until: Date)
    /// The answer arrived completely, or the source hasn't changed.
    case done
    /// Ended with this error.
    case failed(FetchError)

    /// Whether the job has ended.
    public var isEnd: Bool {
        switch self {
        case .done, .failed: true
        case .queued, .running, .paused, .waiting: false
        }
    }
}

/// An update for a job's followers.
public struct JobUpdate: Hashable, Sendable {
    /// The state.
    public var state: JobState
    /// The progress.
    public var progress: JobProgress
}
