import Foundation
package import Records

/// A point of the flat map that web maps are drawn on: Web Mercator (EPSG:3857), with the world as a square of side 1.
///
/// `x` runs from 0 at 180° W to 1 at 180° E, `y` from 0 at 85.05° N to 1 at 85.05° S. Tiles are cut from the same square: at zoom z it is
/// 256 · 2^z pixels wide. Angles are true everywhere, lengths grow towards the poles by 1 / cos(latitude).
package struct MapPoint: Hashable, Sendable {
    package var x: Double
    package var y: Double

    /// Where the square ends: the latitude at which the map is as high as wide.
    package static let highestLatitude = 85.0511287798066
    /// Of the sphere that web maps take the earth for, in metres.
    private static let circumference = 2 * Double.pi * 6_378_137

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Latitudes past the square's edge lie on it.
    package init(_ position: Position) {
        let latitude = min(max(position.latitude, -Self.highestLatitude), Self.highestLatitude) * .pi / 180
        x = (position.longitude + 180) / 360
        y = (1 - asinh(tan(latitude)) / .pi) / 2
    }

    /// In degrees; nil outside of the world.
    package var position: Position? { Position(latitude: latitude, longitude: x * 360 - 180) }

    /// How many metres on the ground the square's side stands for at this height of it.
    package var metresPerSide: Double { Self.circumference * cos(latitude * .pi / 180) }

    private var latitude: Double { atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi }
}
