import Hummingbird
package import Serving

extension Feature {
    /// Price alerts. Stations themselves are a view of boards.
    package static let stations = Feature(
        "stations",
        routes: [
            .get("/boards/:board/alerts/new", .people) { try await AlertPage($0, $2).new(for: $1) },
            .post("/boards/:board/alerts/new", .people) { try await AlertPage($0, $2).add($1) },
            .get("/alerts/:alert", .people) { engine, _, context in
                try await AlertPage(engine, context).page(context.parameters.get("alert"))
            },
            .post("/alerts/:alert", .people) { try await AlertPage($0, $2).save($1, $2.parameters.get("alert")) },
            .post("/alerts/:alert/mute", .people) { try await AlertPage($0, $2).mute($1, $2.parameters.get("alert")) },
            .post("/alerts/:alert/remove", .people) { try await AlertPage($0, $2).remove($1, $2.parameters.get("alert")) },
        ])
}
