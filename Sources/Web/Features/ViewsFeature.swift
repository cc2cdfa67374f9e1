import BoardPages
import Serving

/// What views of boards have beside a board's own pages.
struct ViewsFeature: BoardFeature {
    let boards: KnownBoards

    var routes: [Route] {
        boards.views.routes.map { route in
            Route(route.method, route.address, route.access) { try await BoardVisit(boards, $1, $0).answer(at: route) }
        }
    }
}
