package import BoardPages
package import Boards
package import Hummingbird
package import Records
package import Serving

/// The view `map`: stations with prices, the cheapest nearby first.
package struct StationBoards: BoardView {
    let services: StationServices

    package init(_ services: StationServices) {
        self.services = services
    }

    package static let form = ViewForm("map") { $0.stations == nil ? "'stations': which fields make a station" : nil }
    package static let kind = PageKind.stations
    package var routes: [BoardRoute] {
        [
            BoardRoute(.get, "stations/:station") { try await stations($0).station($0.parameter("station"), for: $0.request) },
            BoardRoute(.get, "settings") { try await stations($0).settingsPage(for: $0.request) },
            BoardRoute(.post, "settings") { try await stations($0).set($0.request) },  // a visitor's settings are stored in their browser
            BoardRoute(.post, "places") { try await stations($0).setPlace($0.request) },
            BoardRoute(.post, "favourites") { try await stations($0).setFavourite($0.request) },
        ]
    }

    package func page(_ visit: BoardVisit) async throws -> Response { try await stations(visit).page(for: visit.request) }
    package func post(_ visit: BoardVisit) async throws -> Response { try await stations(visit).refresh(visit.request) }
    package func events(_ visit: BoardVisit) async throws -> Response {
        try await visit.live.events(of: stations(visit), for: visit.request)
    }
    package func symbol(of board: Board) -> HTML { BoardSymbols.pump }
    package func news(_ visit: BoardVisit, _ feed: Feed) async throws -> HomeNews? { try await stations(visit).news(for: visit.request) }

    /// Throws for boards without stations.
    private func stations(_ visit: BoardVisit) throws -> StationsPage {
        try StationsPage(StationsFeature(visit.boards, services), visit.board, visit.context)
    }
}

extension PageKind {
    package static let stations = PageKind(
        "stations", styles: ["stations", "station-settings", "stations-map", "list", "detail", "lookup", "changes", "account"],
        scripts: ["list-refresh", "stations", "stations-map", "use-position", "pull-to-refresh", "other-forms"])
}
