import Foundation
import Synchronization

/// The queue of requests. `RequestQueue` decides which may go; this class suspends and resumes them.
///
/// Uses a mutex, so entering and leaving cost no actor hop.
final class RequestLine: Sendable {
    private let state: Mutex<State>

    private struct State {
        var queue: RequestQueue
        var nextTicket = 0
        var waiting: [RequestQueue.Ticket: CheckedContinuation<Void, any Error>] = [:]
        /// Tickets cancelled before they were queued.
        var cancelled: Set<RequestQueue.Ticket> = []
        /// The timer for the next admission. It ends when it fires or is replaced by an earlier one.
        var alarm: (time: ContinuousClock.Instant, task: Task<Void, Never>)?
    }

    init(_ limits: RequestLimits) { state = Mutex(State(queue: RequestQueue(limits))) }

    deinit { state.withLock { $0.alarm?.task.cancel() } }

    var waitingCount: Int { state.withLock { $0.queue.waitingCount } }

    /// Returns when a request to this host may be sent. The caller must return the ticket with `leave`. Throws `CancellationError` when the
    /// task is cancelled, or `FetchError` if the queue is full.
    func enter(_ url: URL, _ priority: Priority) async throws -> RequestQueue.Ticket {
        let host = Self.host(of: url)
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let error: (any Error)? = state.withLock { state in
                    if state.cancelled.remove(ticket) != nil { return CancellationError() }
                    do throws(RequestQueue.Refusal) {
                        try state.queue.enter(ticket, host: host, priority, at: .now)
                        state.waiting[ticket] = continuation
                        return nil
                    } catch {
                        return Self.error(error, at: url, state.queue.limits)
                    }
                }
                if let error { continuation.resume(throwing: error) } else { admit() }
            }
        } onCancel: {
            let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard let continuation = state.waiting.removeValue(forKey: ticket) else {
                    // Not queued yet, or just admitted: the request ends by itself and returns its ticket.
                    if !state.queue.isAdmitted(ticket) { state.cancelled.insert(ticket) }
                    return nil
                }
                state.queue.leave(ticket)
                return continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
        return ticket
    }

    func leave(_ ticket: RequestQueue.Ticket) {
        state.withLock { $0.queue.leave(ticket) }
        admit()
    }

    /// Applies a server's pause.
    func pause(_ url: URL, for duration: Duration) {
        state.withLock { $0.queue.pause(Self.host(of: url), until: .now + duration) }
    }

    private func admit() {
        let continuations = state.withLock { state in
            let admitted = state.queue.admit(at: .now)
            setAlarm(&state)
            return admitted.compactMap { state.waiting.removeValue(forKey: $0) }
        }
        for continuation in continuations { continuation.resume() }
    }

    private func setAlarm(_ state: inout State) {
        guard let time = state.queue.nextAdmission(after: .now) else { return }
        if let alarm = state.alarm, alarm.time <= time, alarm.time > .now { return }
        state.alarm?.task.cancel()
        let task = Task { [weak self] in
            guard (try? await Task.sleep(until: time, clock: .continuous)) != nil else { return }
            self?.admit()
        }
        state.alarm = (time, task)
    }

    private static func error(_ refusal: RequestQueue.Refusal, at url: URL, _ limits: RequestLimits) -> FetchError {
        switch refusal {
        case .full: return FetchError(.refused, at: url.absoluteString, "is not fetched now: \(limits.waiting) others are waiting already")
        case .paused(let until):
            let rest = until - .now
            return FetchError(
                .status(429), at: url.absoluteString,
                "is not asked now: its host wants to be left alone for another \(Int(rest / .seconds(1))) seconds",
                pause: Pause(scope: .host, until: Date(timeIntervalSinceNow: rest / .seconds(1))))
        }
    }

    private static func host(of url: URL) -> String {
        let scheme = url.scheme?.lowercased() ?? ""
        return "\(url.host?.lowercased() ?? ""):\(url.port ?? (scheme == "https" ? 443 : 80))"
    }
}
