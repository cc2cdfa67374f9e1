import Hummingbird
import Serving

extension Feature {
    /// What takes longer than a request.
    static let jobs = Feature(
        "jobs",
        routes: [
            .get("/jobs", .people) { try await JobsPage($0, $2).page(for: $1) },
            .post("/jobs/:job/cancel", .people) { try await JobsPage($0, $2).cancel($1, $2.parameters.get("job")) },
            .post("/jobs/:job/again", .people) { try await JobsPage($0, $2).again($1, $2.parameters.get("job")) },
        ],
        endpoints: JobsAPI.endpoints)
}
