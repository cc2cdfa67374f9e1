import Foundation
package import Records

extension Position {
    /// Metres along the ground, about: on a plane, with the length of a degree of longitude in the middle of the two latitudes. To sort by, and
    /// to leave out what is too far; `metres(to:)` costs more, and is what is shown.
    ///
    /// Within 0.6 % of the geodesic up to 500 km between 60° S and 60° N, within 1.3 % up to 85°; nothing to rely on near the poles.
    package func roughMetres(to other: Position) -> Double {
        var east = abs(other.longitude - longitude)
        if east > 180 { east = 360 - east }
        east *= cos((latitude + other.latitude) * .pi / 360)
        let north = other.latitude - latitude
        return (north * north + east * east).squareRoot() * (.pi / 180 * Self.meanRadius)
    }
}
