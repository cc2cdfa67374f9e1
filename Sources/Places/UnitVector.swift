import Foundation
package import Records

/// A position as a point on the sphere of radius 1 around the centre of the earth: x through 0° N 0° E, y through 0° N 90° E, z through
/// the north pole.
///
/// The straight line between two of them grows with the way along the ground, also over the poles and where 180° E is 180° W. Degrees do
/// not: among 144,563 places, every tenth position has another nearest place by degrees.
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

    /// The square of the straight line between two, 0…4. `PlaceIndex` relies on the order of these additions.
    package func squaredChord(to other: UnitVector) -> Double {
        let (x, y, z) = (self.x - other.x, self.y - other.y, self.z - other.z)
        return x * x + y * y + z * z
    }

    /// The position in the middle of some, as the crow flies; nil for none, and for those that lie all around the earth.
    package static func middle(of positions: [Position]) -> Position? {
        let vectors = positions.map(UnitVector.init)
        let (x, y, z) = vectors.reduce((0.0, 0.0, 0.0)) { ($0.0 + $1.x, $0.1 + $1.y, $0.2 + $1.z) }
        guard x * x + y * y + z * z > 1e-12 else { return nil }
        return Position(latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
    }

    subscript(axis: Int) -> Double { axis == 0 ? x : axis == 1 ? y : z }
}
