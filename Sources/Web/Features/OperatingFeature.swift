import Hummingbird
import Serving

extension Feature {
    /// What the operator sets and measures.
    static let operating = Feature(
        "operating",
        routes: [
            .get("/server", .administrators) { engine, _, context in try ServerSettingsPage(engine, context).page() },
            .post("/server", .administrators) { try await ServerSettingsPage($0, $2).save($1) },
            .post("/server/mail", .administrators) { try await ServerSettingsPage($0, $2).tryMail($1) },
            .get("/healthz", .anyone) { engine, _, _ in await Liveness(engine: engine).answer() },
            // Needs a token, or a request from this machine.
            .get("/metrics", .anyone) { try await MetricsPage(engine: $0).page(for: $1, $2) },
        ],
        endpoints: StatusAPI.endpoints)
}
