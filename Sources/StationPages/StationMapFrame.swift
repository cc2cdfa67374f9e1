import Foundation
import Places
import Records

/// The visible square of the map projection: its origin and its width.
///
/// Chosen so that the stations fill it. If there are many, the few farthest in each direction are left outside, so that a roadhouse in the
/// desert doesn't shrink the city to a dot; the map can be moved there.
struct StationMapFrame: Hashable, Sendable {
    /// The north-west corner.
    let origin: MapPoint
    /// As a share of the world's width.
    let side: Double

    /// The least width shown, in metres.
    private static let least = 3_000.0
    /// Up to this many stations, all are shown.
    private static let shownWhole = 25
    /// With more stations, the share that is left out at each end.
    private static let leftOut = 0.02
    /// The margin around the outermost stations, as a share of the whole; larger in the north, because pins extend upwards.
    private static let margin = 0.1

    /// nil if there is nothing to show.
    init?(around positions: [Position]) {
        let points = positions.map { MapPoint($0) }
        guard let (west, east) = Self.range(points.map(\.x)), let (north, south) = Self.range(points.map(\.y)) else { return nil }
        let middle = MapPoint(x: (west + east) / 2, y: (north + south) / 2)
        let wanted = max(east - west, south - north) / (1 - 2 * Self.margin)
        side = min(1, max(wanted, Self.least / middle.metresPerSide))
        origin = MapPoint(x: middle.x - side / 2, y: middle.y - side / 2)
    }

    /// The position in the frame: 0 to 1, from the west and from the north.
    func point(_ position: Position) -> MapPoint {
        let point = MapPoint(position)
        return MapPoint(x: (point.x - origin.x) / side, y: (point.y - origin.y) / side)
    }

    /// The width on the ground in metres, at the middle.
    var metres: Double { side * MapPoint(x: origin.x, y: origin.y + side / 2).metresPerSide }

    /// A round length for a scale bar, a fifth to a half of the frame: 1, 2 or 5 times a power of ten, in metres.
    var scale: Double {
        let longest = metres / 2.5
        let power = pow(10, floor(log10(longest)))
        return [5, 2, 1].map { $0 * power }.first { $0 <= longest } ?? power
    }

    private static func range(_ values: [Double]) -> (Double, Double)? {
        let values = values.sorted()
        guard let first = values.first, let last = values.last else { return nil }
        guard values.count > shownWhole else { return (first, last) }
        let cut = Int(clamping: Double(values.count) * leftOut)
        return (values[cut], values[values.count - 1 - cut])
    }
}
