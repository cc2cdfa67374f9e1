import BoardPages
import Serving

extension Feature {
    /// What views of boards have beside a board's own pages.
    static let views = Feature(
        "views",
        routes: Views.installed.routes.map { route in
            Route(route.method, route.address, route.access) { try await BoardVisit($0, $2, $1).answer(at: route) }
        },
        endpoints: Views.installed.all.flatMap { $0.endpoints })
}
