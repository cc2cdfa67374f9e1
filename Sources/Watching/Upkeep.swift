import Logging
package import LongJobs
package import Records
import ServiceLifecycle
package import Storage

/// Removes data past its retention: once a day old entries of the log of fetches, changes, notices, and unused feeds; every ten minutes
/// personal data of guests of queues, and rows of queues beyond their limit. Of several servers one does it for all, and ends the jobs of
/// those that are gone and gives up their words of queues.
///
/// The first run is several minutes after the start, then every day plus or minus an hour, so that several installations on one machine
/// take turns.
package struct Upkeep: Service {
    private static let betweenErasures = 600.0

    private let store: Store
    private let retention: Retention
    private let erase: @Sendable (Timestamp) async throws -> Int
    private let roles: Roles
    /// How long a server of several has given no sign of life before its work counts as ended.
    private let goneAfter: Duration
    private let now: Now
    private let isTrusted: @Sendable () async -> Bool
    private let logger = Logger(label: "tidings.upkeep")

    /// `erase` removes the guests' data that is due at a time, and returns the number of erased items. Nothing is removed while the clock
    /// isn't trusted: if it is years ahead, everything looks old.
    package init(
        store: Store, retention: Retention, roles: Roles = .all, goneAfter: Duration = .seconds(60),
        now: @escaping Now = Timestamp.system,
        isTrusted: @escaping @Sendable () async -> Bool = { true },
        erase: @escaping @Sendable (Timestamp) async throws -> Int = { _ in 0 }
    ) {
        self.isTrusted = isTrusted
        self.store = store
        self.retention = retention
        (self.roles, self.goneAfter) = (roles, goneAfter)
        self.erase = erase
        self.now = now
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await roles.serving(.upkeep) {
                async let pruning: Void = repeating(after: .random(in: 120...900), every: 82_800...90_000) {
                    try await store.prune(retention, at: now())
                }
                async let erasing: Void = repeating(after: .random(in: 2...10), every: Self.betweenErasures...Self.betweenErasures) {
                    try await erase(now()) + store.pruneExcess(retention)
                }
                async let ending: Void = endWorkOfServersThatAreGone()
                _ = await (pruning, erasing, ending)
            }
        }
    }

    private func endWorkOfServersThatAreGone() async {
        guard roles.areShared else { return }
        while !Task.isCancelled {
            do { try await endWork() } catch is CancellationError {} catch {
                logger.error("the work of servers that are gone cannot be ended", metadata: ["error": "\(error)"])
            }
            try? await Task.sleep(for: roles.pause(goneAfter))
        }
    }

    /// Ends the jobs and gives up the words of servers that are gone.
    func endWork() async throws {
        let jobs = try await store.jobs.interruptJobs(ofNodesGoneFor: goneAfter, at: now())
        let words = try await store.queues.giveUpClaimedTicketWords(ofNodesGoneFor: goneAfter)
        guard jobs + words > 0 else { return }
        logger.notice("the work of servers that are gone has ended", metadata: ["jobs": "\(jobs)", "words": "\(words)"])
    }

    func removal(_ work: () async throws -> Int) async throws -> Int {
        guard await isTrusted() else {
            logger.warning("nothing old is removed for a day: the clock was set far ahead, or the server was off for long")
            return 0
        }
        return try await work()
    }

    /// Runs until it is cancelled; pauses are in seconds.
    private func repeating(after first: Double, every pauses: ClosedRange<Double>, _ work: () async throws -> Int) async {
        var pause = first
        while (try? await Task.sleep(for: .seconds(pause))) != nil {
            do {
                let removed = try await removal(work)
                if removed > 0 { logger.info("\(removed) old rows were removed or emptied") }
            } catch is CancellationError {
            } catch {
                logger.error("old rows cannot be removed", metadata: ["error": "\(error)"])
            }
            pause = .random(in: pauses)
        }
    }
}
