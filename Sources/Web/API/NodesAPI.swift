import HTTPTypes
import Hummingbird
import Records
import Serving
import Storage

/// `/api/v1/nodes`, for administrators: the servers that share the database.
struct NodesAPI: Sendable {
    let feature: OperatingFeature

    static func endpoints(_ feature: OperatingFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, "/api/v1/nodes", "nodes", topic: "Server",
                "The servers that share the database; none if there is one server", access: .administrators,
                outcomes: [
                    .init(
                        "The servers, and those that didn't start since their keys differ",
                        .object([.init("nodes", .list(.named("Node"))), .init("refused", .list(NodeResource.refusal.schema))]))
                ], answer: api.list)
        ]
    }

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        let overview = try await feature.nodesOverview()
        var line = JSONLine()
        line.add("nodes", overview?.listed.map(NodeResource.members.line) ?? [])
        line.add("refused", overview?.refusals.map(NodeResource.refusal.line) ?? [])
        return .json(line)
    }
}
