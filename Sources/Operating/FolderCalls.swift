import Dispatch
import Synchronization

/// Calls to a folder that may never return, because it is on an unreachable machine.
///
/// They block separate threads, a few per folder, never those that all tasks share. A caller waits while its call makes progress, and then
/// for its timeout. While all threads of a folder are blocked, further calls fail at once.
package final class FolderCalls: Sendable {
    /// The folder doesn't answer.
    package struct NoAnswer: Error {}

    /// The progress of a call: each step restarts its timeout.
    package final class Steps: Sendable {
        private let state = Mutex((last: ContinuousClock.now, isOver: false))

        /// Throws `CancellationError` if its caller no longer waits.
        package func step() throws {
            try state.withLock { state in
                if state.isOver { throw CancellationError() }
                state.last = .now
            }
        }

        fileprivate func end() { state.withLock { $0.isOver = true } }
        fileprivate var rest: Duration { state.withLock { $0.last.duration(to: .now) } }
    }

    private struct Call: Sendable {
        let steps: Steps
        let timeout: Duration
        let work: @Sendable () -> Void
        /// Answers the caller instead of the folder.
        let giveUp: @Sendable () -> Void
        /// Its caller no longer waits, but its thread does.
        var isSilent = false
        var isRunning = false
    }

    private struct State {
        var calls: [Int: Call] = [:]
        var waiting: [Int] = []
        var count = 0
        var running = 0
        var silent = 0
        var isWatched = false
    }

    private static let known = Mutex<[String: FolderCalls]>([:])
    private static let threads = DispatchQueue(label: "tidings.folders", qos: .userInitiated, attributes: .concurrent)
    /// How often calls are checked.
    private static let pause = Duration.milliseconds(250)
    package static let timeout = Duration.seconds(30)

    private let width: Int
    private let state = Mutex(State())

    package init(width: Int) { self.width = width }

    /// For calls on single files of a folder.
    package static func of(_ folder: String) -> FolderCalls { known(folder, width: 8) }

    /// For scans of a whole folder, one at a time.
    package static func looking(through folder: String) -> FolderCalls { known("look:" + folder, width: 1) }

    private static func known(_ name: String, width: Int) -> FolderCalls {
        known.withLock { known in
            if let calls = known[name] { return calls }
            let calls = FolderCalls(width: width)
            known[name] = calls
            return calls
        }
    }

    /// Throws `NoAnswer`, `CancellationError`, and the errors of `work`.
    package func run<Result: Sendable>(
        within timeout: Duration = FolderCalls.timeout, _ work: @escaping @Sendable (Steps) throws -> Result
    ) async throws -> Result {
        let (steps, answer) = (Steps(), Answer<Result>())
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                answer.wait(continuation)
                let call = Call(
                    steps: steps, timeout: timeout, work: { answer.give(Swift.Result { try work(steps) }) },
                    giveUp: {
                        steps.end()
                        answer.give(.failure(NoAnswer()))
                    })
                if !enter(call) { answer.give(.failure(NoAnswer())) }
            }
        } onCancel: {
            steps.end()
            answer.give(.failure(CancellationError()))
        }
    }

    /// False while the folder doesn't respond.
    private func enter(_ call: Call) -> Bool {
        let (isTaken, begins, watches) = state.withLock { state -> (Bool, Int?, Bool) in
            guard state.silent < width else { return (false, nil, false) }
            state.count += 1
            state.calls[state.count] = call
            let begins = state.running < width
            if begins { state.running += 1 } else { state.waiting.append(state.count) }
            defer { state.isWatched = true }
            return (true, begins ? state.count : nil, !state.isWatched)
        }
        if let begins { Self.threads.async { self.work(from: begins) } }
        if watches { Task { await watch() } }
        return isTaken
    }

    /// Blocks its thread. Continues with waiting calls.
    private func work(from first: Int) {
        var next: Int? = first
        while let number = next {
            let call = state.withLock { state in
                state.calls[number]?.isRunning = true
                return state.calls[number]
            }
            call?.work()
            next = state.withLock { state in
                if state.calls.removeValue(forKey: number)?.isSilent == true { state.silent -= 1 }
                while !state.waiting.isEmpty {
                    let number = state.waiting.removeFirst()
                    if state.calls[number] != nil { return number }
                }
                state.running -= 1
                return nil
            }
        }
    }

    /// Gives up late calls, until none is left.
    private func watch() async {
        while true {
            try? await Task.sleep(for: Self.pause)
            let late = state.withLock { state -> [Call]? in
                guard state.calls.values.contains(where: { !$0.isSilent }) else {
                    state.isWatched = false
                    return nil
                }
                let late = state.calls.filter { !$0.value.isSilent && $0.value.steps.rest > $0.value.timeout }
                for (number, call) in late {
                    if call.isRunning {
                        state.calls[number]?.isSilent = true
                        state.silent += 1
                    } else {
                        state.calls[number] = nil
                    }
                }
                return Array(late.values)
            }
            guard let late else { return }
            for call in late { call.giveUp() }
        }
    }
}

/// The result of a call, from the folder or from giving up; the first one counts.
private final class Answer<Value: Sendable>: Sendable {
    private enum State {
        case nothing
        case waits(CheckedContinuation<Value, any Error>)
        case given(Result<Value, any Error>)
        case over
    }

    private let state = Mutex(State.nothing)

    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let given = state.withLock { state -> Result<Value, any Error>? in
            guard case .given(let result) = state else {
                state = .waits(continuation)
                return nil
            }
            state = .over
            return result
        }
        if let given { continuation.resume(with: given) }
    }

    func give(_ result: Result<Value, any Error>) {
        let waits = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            switch state {
            case .nothing: state = .given(result)
            case .waits(let continuation):
                state = .over
                return continuation
            case .given, .over: break
            }
            return nil
        }
        waits?.resume(with: result)
    }
}
