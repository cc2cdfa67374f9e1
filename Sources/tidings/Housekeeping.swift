import Logging
import Records
import ServiceLifecycle
import Storage

/// Forgets what the operator does not keep: soon after the start, and once a day from then on.
struct Housekeeping: Service {
    let store: Store
    let retention: Retention
    private let logger = Logger(label: "tidings.housekeeping")

    init(_ store: Store, _ retention: Retention) {
        self.store = store
        self.retention = retention
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(60))) != nil {
                do {
                    let count = try await store.prune(retention, at: .system())
                    if count > 0 { logger.info("forgotten", metadata: ["rows": "\(count)"]) }
                } catch is CancellationError {
                    return
                } catch {
                    logger.warning("what is old could not be forgotten", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: .seconds(86_400))
            }
        }
    }
}
