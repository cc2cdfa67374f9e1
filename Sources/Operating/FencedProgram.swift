import Dispatch
import Glibc
import Synchronization

/// A program that reads untrusted files: fenced and killed with us (`ChildProcess`), without our environment, with limits of memory, CPU
/// time and output. It is killed when the task that waits for it is cancelled.
package struct FencedProgram: Sendable {
    package enum Failure: Error, Hashable, CustomStringConvertible {
        case start(String)
        case tooMuchOutput
        case late

        package var description: String {
            switch self {
            case .start(let reason): reason
            case .tooMuchOutput: "it has written too much"
            case .late: "it wasn’t ready in time"
            }
        }
    }

    /// The exit statuses of setpriv(1) and the dynamic linker if the program can't be started.
    private static let startFailures: ClosedRange<Int32> = 126...127
    /// Concurrent, each blocking its thread. The caller limits their number.
    private static let threads = DispatchQueue(label: "tidings.programs", qos: .userInitiated, attributes: .concurrent)

    private let path: String
    private let arguments: [String]
    private let limits: ChildProcess.Limits

    package init(_ path: String, _ arguments: [String], limits: ChildProcess.Limits) {
        (self.path, self.arguments, self.limits) = (path, arguments, limits)
    }

    /// Runs it with an open file as its standard input and passes on its output, at most `limit` bytes. Returns its exit status, or 128
    /// plus the signal's number if it was killed. Throws `Failure`, and `CancellationError`.
    package func run(
        reading file: Int32, atMost limit: Int, within timeout: Duration, _ take: @Sendable @escaping (ArraySlice<UInt8>) -> Void
    ) async throws -> Int32 {
        let run = Run()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
                Self.threads.async {
                    continuation.resume(
                        with: Result {
                            do {
                                let child = try ChildProcess(
                                    path, arguments, environment: ChildProcess.bareEnvironment, input: .descriptor(file), output: .pipe,
                                    limits: limits)
                                return try run.follow(child, atMost: limit, until: .now + timeout, take)
                            } catch let error as ChildProcess.StartError { throw Failure.start("\(error)") }
                        })
                }
            }
        } onCancel: {
            run.cancel()
        }
    }

    /// One run. Its process id stays valid until it has been waited for, so no other process is killed.
    private final class Run: Sendable {
        private let state = Mutex<(child: ChildProcess?, isCancelled: Bool)>((nil, false))

        func cancel() {
            state.withLock { state in
                state.isCancelled = true
                state.child?.kill()
            }
        }

        /// Blocks its thread until the program has ended.
        func follow(
            _ child: ChildProcess, atMost limit: Int, until deadline: ContinuousClock.Instant, _ take: (ArraySlice<UInt8>) -> Void
        ) throws -> Int32 {
            state.withLock { state in
                state.child = child
                if state.isCancelled { child.kill() }
            }
            let end = child.readOutput(atMost: limit, until: deadline, take)
            if let output = child.output { close(output) }
            let isReady = end == .whole && child.ends(by: deadline)
            if !isReady { child.kill() }
            let (status, isCancelled) = state.withLock { state in
                state.child = nil
                return (child.wait(), state.isCancelled)
            }
            if isCancelled { throw CancellationError() }
            guard end != .tooLong else { throw Failure.tooMuchOutput }
            guard isReady else { throw Failure.late }
            guard !FencedProgram.startFailures.contains(status) else { throw Failure.start("it can’t be started") }
            return status
        }
    }
}
