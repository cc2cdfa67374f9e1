public import Foundation
import Synchronization

/// What was fetched and may be used again, in a folder on disk. One a process; the folder may be shared with others.
///
/// Holds the folder, the clock and the few requests that renew in the background what has just been served stale
/// (`stale-while-revalidate`); the rules are `CachePolicy`, and `CachingExchange` applies them.
public final class ResponseCache: Sendable {
    /// How much is kept.
    public struct Limits: Hashable, Sendable {
        /// All answers together. What was used longest ago goes first.
        public var bytes = 512 << 20
        /// One answer's body. A larger one is fetched each time.
        public var body = 64 << 20
        /// Answers of one address that differ by the request's fields (`Vary`).
        public var variants = 8
        /// Seconds for which a stale answer stands in for one that failed, where nobody says anything about it.
        public var staleIfErrorSeconds = 0

        /// The defaults.
        public init() {}

        /// No single body pushes out all the others.
        var largestBody: Int { min(body, bytes / 4) }
    }

    let folder: CacheFolder
    let limits: Limits
    let now: @Sendable () -> Date
    private let renewals = Mutex<[CacheFolder.Key: Task<Void, Never>]>([:])

    /// A cache in this folder, which is made if it is not there. Throws what the file system says when it cannot be.
    public convenience init(_ folder: URL, limits: Limits = Limits()) throws {
        try self.init(folder, limits: limits) { Date() }
    }

    init(_ folder: URL, limits: Limits = Limits(), now: @escaping @Sendable () -> Date) throws {
        self.folder = try CacheFolder(folder, limits: limits)
        self.limits = limits
        self.now = now
    }

    deinit { stop() }

    /// Bytes in use.
    public var bytes: Int { folder.bytes }

    /// Forgets everything.
    public func removeAll() { folder.removeAll() }

    /// Ends the requests in the background.
    public func stop() {
        for task in renewals.withLock({ $0.values.map { $0 } }) { task.cancel() }
    }

    /// Runs in the background, owned by the cache: one for a key, eight at once, a minute each; others are left for next time.
    func renew(_ key: CacheFolder.Key, _ work: @escaping @Sendable () async throws -> Void) {
        renewals.withLock { renewals in
            guard renewals.count < 8, renewals[key] == nil else { return }
            renewals[key] = Task { [weak self] in
                try? await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask(operation: work)
                    group.addTask { try await Task.sleep(for: .seconds(60)) }
                    try await group.next()
                    group.cancelAll()
                }
                _ = self?.renewals.withLock { $0.removeValue(forKey: key) }
            }
        }
    }

    /// Returns when nothing is being renewed.
    func settle() async {
        for task in renewals.withLock({ $0.values.map { $0 } }) { await task.value }
    }
}
