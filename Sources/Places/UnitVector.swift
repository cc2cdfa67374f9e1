import Foundation
package import Records

/// A position as a point on the unit sphere around the earth's centre: x through 0° N 0° E, y through 0° N 90° E, z through the north pole.
///
/// The straight-line distance between two points grows with the distance along the ground, even across the poles and at 180°. Distance in
/// degrees doesn't: among 144,563 places, every tenth position has another nearest place by degrees.
package struct UnitVector: Hashable, Sendable {
    package let x: Double
    package let y: Double
    package let z: Double

    package init(_ position: Position) {
        let (latitude, longitude) = (position.latitude * .pi / 180, position.longitude * .pi / 180)
        x = cos(latitude) * cos(longitude)
        y = cos(latitude) * sin(longitude)
        z = sin(latitude)
    }

    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The squared straight-line distance, 0…4. `PlaceIndex` relies on the order of these additions.
    package func squaredChord(to other: UnitVector) -> Double {
        let (x, y, z) = (self.x - other.x, self.y - other.y, self.z - other.z)
        return x * x + y * y + z * z
    }

    /// The centre of some positions; nil if there are none, or if they are distributed around the whole earth.
    package static func middle(of positions: [Position]) -> Position? {
        let vectors = positions.map(UnitVector.init)
        let (x, y, z) = vectors.reduce((0.0, 0.0, 0.0)) { ($0.0 + $1.x, $0.1 + $1.y, $0.2 + $1.z) }
        guard x * x + y * y + z * z > 1e-12 else { return nil }
        return Position(latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
    }

    subscript(axis: Int) -> Double { axis == 0 ? x : axis == 1 ? y : z }
}
