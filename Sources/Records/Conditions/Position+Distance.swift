import Foundation

extension Position {
    /// Distance in metres on the ground, by the haversine formula on a sphere of the mean radius 6,371,008.8 m. It differs from the
    /// distance on the ellipsoid of WGS 84 by up to 0.56 %, 56 m in 10 km.
    package func metres(to other: Position) -> Double {
        let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let (north, east) = (to - from, (other.longitude - longitude) * .pi / 180)
        let half = sin(north / 2) * sin(north / 2) + cos(from) * cos(to) * sin(east / 2) * sin(east / 2)
        return 2 * Self.meanRadius * asin(min(1, half.squareRoot()))
    }

    /// R1 of the geodetic reference system, in metres.
    package static let meanRadius = 6_371_008.8
}
