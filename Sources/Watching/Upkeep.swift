import Logging
package import Records
import ServiceLifecycle
package import Storage

/// Removes what is older than it is to be kept, once a day: the log of fetches, changes, notices, feeds that nobody uses.
///
/// First some minutes after the start, then every day give or take an hour, so that many installations on one machine take turns.
package struct Upkeep: Service {
    private let store: Store
    private let retention: Retention
    private let now: Now
    private let logger = Logger(label: "tidings.upkeep")

    package init(store: Store, retention: Retention, now: @escaping Now = Timestamp.system) {
        self.store = store
        self.retention = retention
        self.now = now
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var pause = Double.random(in: 120...900)
            while (try? await Task.sleep(for: .seconds(pause))) != nil {
                do {
                    let pruned = try await store.prune(retention, at: now())
                    if pruned > 0 { logger.info("\(pruned) old rows were removed") }
                } catch is CancellationError {
                } catch {
                    logger.error("old rows cannot be removed", metadata: ["error": "\(error)"])
                }
                pause = Double.random(in: 82_800...90_000)
            }
        }
    }
}
