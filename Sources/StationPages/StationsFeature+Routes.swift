import BoardPages
import Hummingbird
package import Serving

extension StationsFeature: BoardFeature {
    package var routes: [Route] {
        [
            .get("/boards/:board/alerts/new", .people) { try await AlertPage(self, $1).new(for: $0) },
            .post("/boards/:board/alerts/new", .people) { try await AlertPage(self, $1).add($0) },
            .get("/alerts/:alert", .people) { _, context in
                try await AlertPage(self, context).page(context.parameters.get("alert"))
            },
            .post("/alerts/:alert", .people) { try await AlertPage(self, $1).save($0, $1.parameters.get("alert")) },
            .post("/alerts/:alert/mute", .people) { try await AlertPage(self, $1).mute($0, $1.parameters.get("alert")) },
            .post("/alerts/:alert/remove", .people) { try await AlertPage(self, $1).remove($0, $1.parameters.get("alert")) },
        ]
    }

    package static var schemas: [(name: String, schema: JSONSchema)] {
        [
            ("Station", StationResource.schema),
            ("StationPrice", StationPriceResource.members.schema),
        ]
    }

    package var endpoints: [Endpoint] { StationsAPI.endpoints(self) + GeocodingAPI.endpoints(self) }
}
