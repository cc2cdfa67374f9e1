import Foundation
import Synchronization

/// A complete answer in memory.
public struct FetchedBody: Sendable {
    /// Its head.
    public let head: ResponseHead
    /// Its body, decoded; empty for a 304.
    public let bytes: [UInt8]
}

extension Fetcher {
    /// Fetches a whole body of at most `request.bodyLimit` bytes.
    ///
    /// Identical concurrent requests share one fetch: same method, address, headers, body and version. A cancelled task only leaves it; the
    /// fetch is cancelled when the last waiter leaves.
    public func body(_ request: Request, for requester: String) async throws -> FetchedBody {
        try await shared.body(of: request) { self.job(request, for: requester) }
    }
}

/// The running fetches that several callers can share.
final class SharedFetches: Sendable {
    private let state = Mutex(State())

    private struct State {
        var fetches: [Key: Fetch] = [:]
        var nextWaiter = 0
    }

    private struct Fetch {
        let job: Job
        var waiters: [Int: CheckedContinuation<FetchedBody, any Error>] = [:]
    }

    private struct Key: Hashable {
        let method: Request.Method
        let url: String
        let headers: [String]
        let body: [UInt8]
        let validators: Validators?
        let range: ByteRange?
        let bodyLimit: Int
        let access: ObjectIdentifier?
        let cookies: ObjectIdentifier?
        let secretQuery: SecretQuery?
        let secretHeader: SecretHeader?
        let cache: CacheMode
        let keepsFor: Duration?
        let reachesListed: Bool
        let renders: RenderOrder?

        init(_ request: Request) {
            method = request.method
            url = request.url.absoluteString
            headers = request.headers.map { "\($0.name.lowercased()):\($0.value)" }.sorted()
            body = request.body
            validators = request.validators
            range = request.range
            bodyLimit = request.bodyLimit
            access = request.access.map { ObjectIdentifier($0) }
            cookies = request.cookies.map { ObjectIdentifier($0) }
            secretQuery = request.secretQuery
            secretHeader = request.secretHeader
            cache = request.cache
            keepsFor = request.keepsFor
            reachesListed = request.reachesListed
            renders = request.renders
        }
    }

    /// The number of running fetches, for tests.
    var count: Int { state.withLock { $0.fetches.count } }

    /// The number of waiters of all fetches, for tests.
    var waiterCount: Int { state.withLock { $0.fetches.values.reduce(0) { $0 + $1.waiters.count } } }

    func body(of request: Request, _ makeJob: () -> Job) async throws -> FetchedBody {
        // Only GET requests are shared; other methods must be sent for each caller.
        guard request.method == .get else { return try await Self.run(makeJob()) }
        let key = Key(request)
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                let begun: Job? = state.withLock { state in
                    if state.fetches[key] != nil {
                        state.fetches[key]?.waiters[waiter] = continuation
                        return nil
                    }
                    let job = makeJob()
                    state.fetches[key] = Fetch(job: job, waiters: [waiter: continuation])
                    return job
                }
                // Owned by `fetches` through the job, and ends with it.
                if let begun { Task { self.ended(key, begun, await Result.of { try await Self.run(begun) }) } }
                // Cancelled between the check above and joining.
                if Task.isCancelled { leave(key, waiter) }
            }
        } onCancel: {
            leave(key, waiter)
        }
    }

    private func leave(_ key: Key, _ waiter: Int) {
        let (continuation, job) = state.withLock { state -> (CheckedContinuation<FetchedBody, any Error>?, Job?) in
            guard let continuation = state.fetches[key]?.waiters.removeValue(forKey: waiter) else { return (nil, nil) }
            guard state.fetches[key]?.waiters.isEmpty == true else { return (continuation, nil) }
            return (continuation, state.fetches.removeValue(forKey: key)?.job)
        }
        job?.cancel()
        continuation?.resume(throwing: CancellationError())
    }

    private func ended(_ key: Key, _ job: Job, _ result: Result<FetchedBody, any Error>) {
        let waiters = state.withLock { state -> [CheckedContinuation<FetchedBody, any Error>] in
            // A new fetch may have started after all waiters left this one.
            guard state.fetches[key]?.job === job else { return [] }
            return Array((state.fetches.removeValue(forKey: key)?.waiters ?? [:]).values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    private static func run(_ job: Job) async throws -> FetchedBody {
        let bytes = Mutex<[UInt8]>([])
        let head = try await job.run { part in
            if case .body(let piece) = part { bytes.withLock { $0 += piece } }
        }
        return FetchedBody(head: head, bytes: bytes.withLock { $0 })
    }
}

extension Result where Failure == any Error {
    fileprivate static func of(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
