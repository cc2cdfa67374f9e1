import Boards
import Fetching
import LongJobs
import Records
import Storage
import TestSupport
import Watching

/// A watcher of one board, whose source is on this machine, for as long as the body takes; then all ends in order, the source first.
func withWatcher(
    of board: Board, in store: Store, _ server: ScriptedServer, freshness: Duration = .seconds(2), teller: Teller? = nil,
    at time: Timestamp? = nil, jobs: Jobs? = nil, onSchedule: Bool, _ body: (Watcher) async throws -> Void
) async throws {
    let fetcher = Fetcher(.loopback)
    let watcher = Watcher(
        boards: [board], store: store, fetcher: fetcher, freshness: freshness, teller: teller, jobs: jobs, now: { time ?? .system() })
    let service = Task { if onSchedule { try await watcher.run() } }
    let result: Result<Void, any Error>
    do { result = .success(try await body(watcher)) } catch { result = .failure(error) }
    server.end()
    service.cancel()
    try await service.value
    try await fetcher.shutdown()
    try result.get()
}
