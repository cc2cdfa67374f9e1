package import BoardPages
import Serving

/// Price alerts for stations, and geocoding. Stations themselves are a view of boards (`StationBoards`).
package struct StationsFeature: Sendable {
    package let boards: KnownBoards
    let services: StationServices

    package init(_ boards: KnownBoards, _ services: StationServices) {
        (self.boards, self.services) = (boards, services)
    }
}
