import Hummingbird
import Records
import Storage
import Watching

/// `/healthz`: 200 while the store answers and the schedule runs, 503 with what does not.
struct Liveness: Sendable {
    let site: Site

    func answer() async -> Response {
        var (store, schedule) = ("ok", "ok")
        // The reason is in the log; what is shown to anybody names no file.
        do { _ = try await site.store.feeds() } catch { store = "does not answer" }
        if let problem = await site.watcher.scheduleProblem() { schedule = problem }
        let isWell = store == "ok" && schedule == "ok"
        var line = JSONLine()
        line.add("status", isWell ? "ok" : "failing")
        line.add("store", store)
        line.add("schedule", schedule)
        return .json(line.closed, status: isWell ? .ok : .serviceUnavailable)
    }
}
