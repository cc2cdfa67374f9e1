import BoardPages
package import Boards
package import Hummingbird
package import Records
package import Serving

/// The view `map`: stations with prices, the cheapest nearby first.
package struct StationBoards: BoardView {
    package init() {}

    package let form = ViewForm("map") { $0.stations == nil ? "'stations': which fields make a station" : nil }
    package let kind = PageKind.stations
    package let endpoints = StationsAPI.endpoints
    package let routes = [
        BoardRoute(.get, "stations/:station") { try await $0.stations.station($0.parameter("station"), for: $0.request) },
        BoardRoute(.get, "settings") { try await $0.stations.settingsPage(for: $0.request) },
        BoardRoute(.post, "settings") { try await $0.stations.set($0.request) },  // a stranger's settings stay in their browser
        BoardRoute(.post, "places") { try await $0.stations.setPlace($0.request) },
        BoardRoute(.post, "favourites") { try await $0.stations.setFavourite($0.request) },
    ]

    package func page(_ visit: BoardVisit) async throws -> Response { try await visit.stations.page(for: visit.request) }
    package func post(_ visit: BoardVisit) async throws -> Response { try await visit.stations.refresh(visit.request) }
    package func events(_ visit: BoardVisit) async throws -> Response {
        try await visit.live.events(of: visit.stations, for: visit.request)
    }
    package func news(_ visit: BoardVisit, _ feed: Feed) async throws -> HomeNews? { try await visit.stations.news(for: visit.request) }
}

extension BoardVisit {
    /// Throws for boards without stations.
    fileprivate var stations: StationsPage { get throws { try StationsPage(engine, board, context) } }
}

extension PageKind {
    package static let stations = PageKind(
        "stations", styles: ["stations", "station-settings", "stations-map", "list", "detail", "lookup", "changes", "account"],
        scripts: ["list-refresh", "stations", "stations-map", "use-position", "pull-to-refresh"])
}
