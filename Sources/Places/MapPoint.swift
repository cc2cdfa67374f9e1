import Foundation
package import Records

/// A point on the map projection of web maps: Web Mercator (EPSG:3857), with the world as a square of side 1.
///
/// `x` ranges from 0 at 180° W to 1 at 180° E, `y` from 0 at 85.05° N to 1 at 85.05° S. Tiles divide the same square: at zoom z it is 256 ·
/// 2^z pixels wide. Angles are preserved; lengths grow towards the poles by 1 / cos(latitude).
package struct MapPoint: Hashable, Sendable {
    package var x: Double
    package var y: Double

    /// The limit of the square: the latitude at which the map is as high as wide.
    package static let highestLatitude = 85.0511287798066
    /// The circumference of the sphere that web maps assume, in metres.
    private static let circumference = 2 * Double.pi * 6_378_137

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Latitudes beyond the limit are clamped.
    package init(_ position: Position) {
        let latitude = min(max(position.latitude, -Self.highestLatitude), Self.highestLatitude) * .pi / 180
        x = (position.longitude + 180) / 360
        y = (1 - asinh(tan(latitude)) / .pi) / 2
    }

    /// In degrees; nil outside the world.
    package var position: Position? { Position(latitude: latitude, longitude: x * 360 - 180) }

    /// The ground distance in metres that corresponds to the square's side at this latitude.
    package var metresPerSide: Double { Self.circumference * cos(latitude * .pi / 180) }

    private var latitude: Double { atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi }
}
