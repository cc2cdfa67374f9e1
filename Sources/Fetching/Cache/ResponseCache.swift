public import Foundation
import Synchronization

/// The HTTP cache: answers in a folder on disk. One per process; several processes may share the folder.
///
/// It owns the folder, the clock and the few background requests that refresh answers just served stale (`stale-while-revalidate`).
/// `CachePolicy` has the rules, and `CachingExchange` applies them.
public final class ResponseCache: Sendable {
    /// The size limits of the cache.
    public struct Limits: Hashable, Sendable {
        /// Bytes of all answers together. The least recently used answer is evicted first.
        public var bytes = 512 << 20
        /// Bytes of one body. A larger one isn't cached.
        public var body = 64 << 20
        /// Variants of one address, which differ by request fields (`Vary`).
        public var variants = 8
        /// Seconds for which a stale answer may replace a failed one, if neither request nor answer specifies it.
        public var staleIfErrorSeconds = 0

        /// The defaults.
        public init() {}

        /// Caps a single body at a quarter of the cache, so it can't evict everything else.
        var largestBody: Int { min(body, bytes / 4) }
    }

    let folder: CacheFolder
    let limits: Limits
    let now: @Sendable () -> Date
    private let renewals = Mutex<[CacheFolder.Key: Task<Void, Never>]>([:])

    /// Opens a cache in this folder and creates the folder if necessary. Throws the file system's error.
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

    /// Removes all answers.
    public func removeAll() { folder.removeAll() }

    /// Cancels the background requests.
    public func stop() {
        for task in renewals.withLock({ $0.values.map { $0 } }) { task.cancel() }
    }

    /// Refreshes an entry in the background: one refresh per key, eight at once, one minute each. Beyond that, the refresh is skipped.
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

    /// Waits until no refresh is running.
    func settle() async {
        for task in renewals.withLock({ $0.values.map { $0 } }) { await task.value }
    }
}
