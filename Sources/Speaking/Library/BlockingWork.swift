import Foundation

/// Work that blocks, away from the threads that everything else runs on.
enum BlockingWork {
    private static let threads = DispatchQueue(label: "tidings.documents", qos: .userInitiated, attributes: .concurrent)

    static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            threads.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }

    /// The same for work that may take long: a caller that is cancelled leaves it to its end, after which `onEnd` is called in any case.
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
        // A stream ends with its task.
        for try await found in results { return found }
        throw CancellationError()
    }
}
