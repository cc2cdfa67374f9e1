import BoardPages
import Hummingbird
import Records
import Serving
import Storage
import Watching

/// `/healthz`: 200 while the store answers and the schedule runs, otherwise 503 with the part that fails. Also reports that the clock was
/// set, and the server's start in milliseconds since 1970, by which a page that waits for a restart recognises the next server.
struct Liveness: Sendable {
    let feature: OperatingFeature

    func answer() async -> Response {
        var (store, schedule) = ("ok", "ok")
        var feeds: [Feed] = []
        // The reason is in the log; this public response names no files.
        do { feeds = try await feature.store.feeds.all() } catch let error as StorageError where error.code == .away {
            store = "is away"
        } catch { store = "does not answer" }
        if store == "ok", await feature.store.isOutOfRoom() { store = "full" }
        if let problem = await feature.boards.watcher.scheduleProblem(of: store == "ok" ? feeds : []) { schedule = problem }
        let isWell = store == "ok" && schedule == "ok"
        var line = JSONLine()
        line.add("status", isWell ? "ok" : "failing")
        line.add("store", store)
        line.add("schedule", schedule)
        // A restart doesn't fix a clock, and the schedule has already been adjusted, so this is reported without being a failure.
        line.add("clock", await feature.boards.watcher.clockNews() ?? "ok")
        line.add("started", Int(feature.started.milliseconds))
        return .json(line.closed, status: isWell ? .ok : .serviceUnavailable)
    }
}
