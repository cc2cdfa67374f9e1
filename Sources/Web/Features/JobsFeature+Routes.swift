import BoardPages
import Hummingbird
import Serving

extension JobsFeature: BoardFeature {
    var routes: [Route] {
        [
            .get("/jobs", .people) { try await JobsPage(self, $1).page(for: $0) },
            .post("/jobs/:job/cancel", .people) { try await JobsPage(self, $1).cancel($0, $1.parameters.get("job")) },
            .post("/jobs/:job/again", .people) { try await JobsPage(self, $1).again($0, $1.parameters.get("job")) },
        ]
    }

    static var schemas: [(name: String, schema: JSONSchema)] { [("Job", JobResource.members.schema)] }

    var endpoints: [Endpoint] { JobsAPI.endpoints(self) }
}
