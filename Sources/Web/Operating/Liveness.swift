import BoardPages
import Hummingbird
import Records
import Serving
import Storage
import Watching

/// `/healthz`: 200 while the store answers and the schedule runs, 503 with what does not. Also tells that the clock was set.
struct Liveness: Sendable {
    let feature: OperatingFeature

    func answer() async -> Response {
        var (store, schedule) = ("ok", "ok")
        var feeds: [Feed] = []
        // The reason is in the log; what is shown to anybody names no file.
        do { feeds = try await feature.store.feeds.all() } catch { store = "does not answer" }
        if store == "ok", await feature.store.isOutOfRoom() { store = "full" }
        if let problem = await feature.boards.watcher.scheduleProblem(of: store == "ok" ? feeds : []) { schedule = problem }
        let isWell = store == "ok" && schedule == "ok"
        var line = JSONLine()
        line.add("status", isWell ? "ok" : "failing")
        line.add("store", store)
        line.add("schedule", schedule)
        // No restart sets a clock right, and the schedule has been: it is told, and no failure.
        line.add("clock", await feature.boards.watcher.clockNews() ?? "ok")
        return .json(line.closed, status: isWell ? .ok : .serviceUnavailable)
    }
}
