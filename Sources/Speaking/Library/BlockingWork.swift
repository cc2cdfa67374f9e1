import Foundation

/// Runs blocking work off the concurrency pool.
enum BlockingWork {
    private static let threads = DispatchQueue(label: "tidings.documents", qos: .userInitiated, attributes: .concurrent)

    static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            threads.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }

    /// Runs long blocking work. A cancelled caller returns early and the work runs to its end; `onEnd` is called in any case.
    static func runUnlessCancelled<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result, onEnd: @escaping @Sendable () -> Void
    ) async throws -> Result {
        let (results, result) = AsyncThrowingStream.makeStream(of: Result.self)
        threads.async {
            do {
                result.yield(try work())
                result.finish()
            } catch { result.finish(throwing: error) }
            onEnd()
        }
        // The stream ends when the task does.
        for try await found in results { return found }
        throw CancellationError()
    }
}
