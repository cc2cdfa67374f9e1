public import Foundation
import Synchronization

/// One fetch in progress or done.
///
/// Made by a `Fetcher`, run once by its owner, looked at and cancelled by anyone. The owner's closure gets the head and then
/// the body piece by piece; the next piece is only read when the closure has returned, so a slow consumer slows the network
/// down and nothing piles up. After `cancel()` the closure is not called again.
public final class Job: Sendable, Identifiable {
    /// Where a job stands.
    public enum State: Hashable, Sendable {
        /// Made, not yet run.
        case waiting
        /// On its way.
        case running
        /// The answer came whole, or had not changed.
        case done
        /// It ended with this error.
        case failed(FetchError)
    }

    /// One of its kind, for as long as anyone remembers.
    public let id: UUID
    /// What it fetches.
    public let request: Request
    /// Who asked for it: a page, a schedule, a command.
    public let requester: String

    private let status: Mutex<Status>
    private let cancellation: (stream: AsyncStream<Never>, continuation: AsyncStream<Never>.Continuation)
    private let transport: any Transport

    private struct Status {
        var state = State.waiting
        var progress = JobProgress()
        var bodyBegan: ContinuousClock.Instant?
        var lastSign: ContinuousClock.Instant
        var stage = Stage.asking
        var isCancelled = false
    }

    private enum Stage {
        /// Waiting for the head.
        case asking
        /// Waiting for the next piece of the body.
        case reading
        /// Waiting for the owner's closure, which is nobody's delay but ours.
        case handing
    }

    init(request: Request, requester: String, transport: any Transport) {
        id = UUID()
        self.request = request
        self.requester = requester
        self.transport = transport
        status = Mutex(Status(lastSign: .now))
        cancellation = AsyncStream.makeStream()
    }

    /// Where it stands.
    public var state: State { status.withLock { $0.state } }

    /// How far it is.
    public var progress: JobProgress { status.withLock { $0.progress } }

    /// Ends the job at whatever stage it is. Doing so twice, or after its end, does nothing.
    public func cancel() {
        status.withLock { $0.isCancelled = true }
        cancellation.continuation.finish()
    }

    /// Fetches; returns the head of the answer when its body has been handed over whole (a 304 has none).
    ///
    /// Throws a `FetchError`, or whatever `receive` throws, which ends the job too. Cancelling the task cancels the job.
    public func run(_ receive: @escaping @Sendable (Part) async throws -> Void) async throws -> ResponseHead {
        let isFirstRun = status.withLock { status in
            guard status.state == .waiting else { return false }
            status.state = .running
            status.lastSign = .now
            return true
        }
        guard isFirstRun else { throw FetchError(.cancelled, at: shownURL, "a job runs only once") }
        do {
            let head = try await withThrowingTaskGroup(of: ResponseHead?.self) { group in
                group.addTask { try await self.fetch(receive) }
                group.addTask { try await self.watchTheClock() }
                group.addTask {
                    for await _ in self.cancellation.stream {}
                    throw FetchError(.cancelled, at: self.shownURL, "was cancelled")
                }
                defer { group.cancelAll() }
                while let finished = try await group.next() {
                    if let finished { return finished }
                }
                throw CancellationError()
            }
            status.withLock { $0.state = .done }
            return head
        } catch is CancellationError {
            throw failed(FetchError(.cancelled, at: shownURL, "was cancelled"))
        } catch let error as FetchError {
            throw failed(error)
        } catch {
            cancel()
            status.withLock { $0.state = .failed(FetchError(.cancelled, at: shownURL, "was given up: \(error)")) }
            throw error
        }
    }

    private var shownURL: String { request.url.absoluteString }

    private func failed(_ error: FetchError) -> FetchError {
        status.withLock { $0.state = .failed(error) }
        return error
    }

    private func fetch(_ receive: @Sendable (Part) async throws -> Void) async throws -> ResponseHead {
        try checkCancellation()
        let answer = try await transport.open(request)
        status.withLock { status in
            status.bodyBegan = .now
            status.progress.expectedBytes = answer.head.expectedBytes
        }
        try await hand(.head(answer.head), to: receive)
        guard answer.head.status != 304 else { return answer.head }
        var received = 0
        while let piece = try await answer.next() {
            received += piece.count
            guard received <= request.bodyLimit else {
                throw FetchError(
                    .tooLarge, at: answer.head.url.absoluteString, "sends more than the \(request.bodyLimit) bytes that are allowed")
            }
            note(received)
            try await hand(.body(piece), to: receive)
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

    /// The one place where the owner's closure is called.
    private func hand(_ part: Part, to receive: @Sendable (Part) async throws -> Void) async throws {
        try checkCancellation()
        status.withLock { $0.stage = .handing }
        try await receive(part)
        status.withLock { status in
            status.stage = .reading
            status.lastSign = .now
        }
    }

    private func note(_ received: Int) {
        let now = ContinuousClock.now
        status.withLock { status in
            status.progress.receivedBytes = received
            guard let began = status.bodyBegan else { return }
            let seconds = (now - began) / .seconds(1)
            status.progress.bytesPerSecond = seconds > 0.05 ? Int(Double(received) / seconds) : nil
        }
    }

    /// Sleeps until the nearest deadline and throws if it has really passed. A piece that came meanwhile moves it, and a new stage
    /// has another: so no sleep is longer than the shortest of them.
    private func watchTheClock() async throws -> ResponseHead? {
        let timeouts = request.timeouts
        let end = ContinuousClock.now + timeouts.total
        while true {
            let (lastSign, stage, received) = status.withLock { ($0.lastSign, $0.stage, $0.progress.receivedBytes) }
            let deadline =
                switch stage {
                case .asking: min(end, lastSign + timeouts.firstByte)
                case .reading: min(end, lastSign + timeouts.idle)
                case .handing: end
                }
            guard deadline <= .now else {
                try await Task.sleep(until: min(deadline, .now + min(timeouts.firstByte, timeouts.idle)), clock: .continuous)
                continue
            }
            let what =
                if deadline == end {
                    "took longer than \(timeouts.total) in all, after \(received) bytes"
                } else if stage == .asking {
                    "did not answer within \(timeouts.firstByte)"
                } else {
                    "sent nothing for \(timeouts.idle) after \(received) bytes"
                }
            throw FetchError(.timedOut, at: shownURL, what)
        }
    }
}
