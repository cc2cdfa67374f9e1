import BoardPages
import Hummingbird
import Serving

extension OperatingFeature: BoardFeature {
    var routes: [Route] {
        [
            .get("/server", .administrators) { try await ServerSettingsPage(self, $1).page(for: $0) },
            .post("/server", .administrators) { try await ServerSettingsPage(self, $1).save($0) },
            .get("/server/board", .administrators) { try BoardSetupPage(self, $1).page(for: $0) },
            .post("/server/board", .administrators) { try await BoardSetupPage(self, $1).send($0) },
            .get("/server/nodes", .administrators) { try await NodesPage(self, $1).page() },
            .post("/server/mail", .administrators) { try await ServerSettingsPage(self, $1).tryMail($0) },
            .get("/healthz", .anyone) { _, _ in await Liveness(feature: self).answer() },
            // Needs a token, or a request from this machine.
            .get("/metrics", .anyone) { try await MetricsPage(feature: self).page(for: $0, $1) },
        ]
    }

    static var schemas: [(name: String, schema: JSONSchema)] { [("Node", NodeResource.members.schema)] }

    var endpoints: [Endpoint] { StatusAPI.endpoints(self) + NodesAPI.endpoints(self) }
}
