import BoardPages
import Serving

/// The pages that views of boards add to a board's own.
struct ViewsFeature: BoardFeature {
    let boards: KnownBoards

    var routes: [Route] {
        boards.views.routes.map { route in
            Route(route.method, route.address, route.access) { try await BoardVisit(boards, $1, $0).answer(at: route) }
        }
    }
}
