import Logging
import Operating
import ServiceLifecycle
import Storage
import Watching

/// Reports to the service manager that the server is ready, alive, and stopping. It is alive while the store answers and the schedule runs;
/// otherwise a manager with a watchdog restarts it.
struct Readiness: Service {
    let manager: ServiceManager
    let store: Store
    let watcher: Watcher
    let status: String

    func run() async throws {
        manager.tell(.ready(status: status))
        await cancelWhenGracefulShutdown {
            guard let period = manager.watchdogPeriod else { return await forever() }
            repeat {
                if await isAlive() { manager.tell(.alive) }
            } while (try? await Task.sleep(for: period)) != nil
        }
        manager.tell(.stopping)
    }

    private func isAlive() async -> Bool {
        guard await watcher.scheduleProblem() == nil else { return false }
        do { _ = try await store.feeds.all() } catch let error as StorageError where error.code == .away {
            // A database that is unavailable comes back by itself; a restart wouldn't help.
            return true
        } catch { return false }
        return true
    }

    private func forever() async {
        for await _ in AsyncStream<Never>.makeStream().stream {}
    }
}
